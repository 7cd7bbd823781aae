import type { User } from "~/domain/account/account";
import { findPlan, isUpgrade, type PaidPlanId } from "~/domain/account/plans";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { inTransaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { shop } from "~/services/shop.server";
import { checkouts, gifts } from "~db/schema";
import type { GiftInput } from "./billing-schema";
import { encryptGiftNote } from "./gift-note.server";
import { variantOf } from "./variants.server";

type CheckoutRequest = { planId: PaidPlanId; discountCode?: string | undefined; gift?: Omit<GiftInput, "planId"> };

export type CheckoutRefusal = "no_shop" | "not_larger" | "unavailable" | "discount" | "no_url";

/** Writes the row before calling the shop, so that every payment can be assigned. */
export async function startCheckout(
  user: User,
  { planId, discountCode, gift }: CheckoutRequest,
  now = clock.now(),
): Promise<{ ok: true; url: string } | { ok: false; reason: CheckoutRefusal }> {
  if (!shop) return { ok: false, reason: "no_shop" };
  if (!gift && !isUpgrade(findPlan(planId), user.vaultLimit)) return { ok: false, reason: "not_larger" };
  const checkoutId = createId();
  const isGift = gift !== undefined;
  await inTransaction(async (tx) => {
    const row = { id: checkoutId, userId: user.id, planId, isGift, email: user.email, createdAt: now };
    await tx.insert(checkouts).values(row);
    if (!gift) return;
    const { note = "", ...to } = gift;
    await tx.insert(gifts).values({ checkoutId, giverName: user.name, ...to, ...encryptGiftNote(checkoutId, note) });
  });
  const started = await shop.createCheckout({
    checkoutId,
    variantId: variantOf(planId),
    email: user.email,
    name: user.name,
    discountCode,
    returnUrl: `${env.BASE_URL}/settings/plan/waiting/${checkoutId}`,
  });
  return started.ok ? started : { ok: false, reason: started.failure };
}
