import { eq } from "drizzle-orm";
import { findPlan, type Plan, priceInCents } from "~/domain/account/plans";
import type { Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { log } from "~/services/log.server";
import type { ShopOrder } from "~/services/shop/order.server";
import { checkouts, gifts, orderEntries, orders, profiles } from "~db/schema";
import type { OrderProblem } from "~db/schema/states";
import { writeGiftMail, writeGiftRefundedMail } from "./gift-mail.server";
import { givesPlan, isCharged, laterStatus } from "./order-state";
import { updatePlan } from "./set-plan.server";
import { planOfVariant } from "./variants.server";

type Order = typeof orders.$inferSelect;
type Checkout = typeof checkouts.$inferSelect & { gift: typeof gifts.$inferSelect | undefined };

/**
 * Updates an order's row to the shop's report, appends the difference to the ledger, and derives the plan of its
 * beneficiary. Reports may be repeated and unordered. `checkoutId` is from a webhook; without it the known one stays.
 * `mailsGift` is false while another checkout may have been paid.
 */
export async function recordOrder(
  tx: Transaction,
  reported: ShopOrder,
  checkoutId: string | undefined,
  now: Date,
  { mailsGift = true } = {},
): Promise<Order> {
  const named = checkoutId ? await lockCheckout(tx, checkoutId) : undefined;
  if (named) await lockBeneficiary(tx, named);
  const before = await lockOrder(tx, reported);
  const earlier =
    before.checkoutId && before.checkoutId !== named?.id ? await lockCheckout(tx, before.checkoutId) : undefined;
  if (earlier) await lockBeneficiary(tx, earlier);
  const checkout = named ?? earlier;
  const after: Order = {
    ...before,
    ...resolvePlan(reported, before, checkout),
    checkoutId: checkout?.id ?? null,
    status: laterStatus(before.status, reported.status),
    refunded: Math.max(before.refunded, reported.refunded),
  };
  const { id, ...columns } = after;
  await tx.update(orders).set(columns).where(eq(orders.id, id));
  await appendEntries(tx, before, after, now);
  if (checkout) await updateBeneficiary(tx, checkout, after, now);
  if (earlier && earlier !== checkout) await updateBeneficiary(tx, earlier, after, now);
  if (mailsGift && checkout?.gift && !checkout.gift.claimedAt && after.planId && givesPlan(after))
    await writeGiftMail(tx, checkout.gift, { plan: findPlan(after.planId), giverId: checkout.userId }, now);
  if (after.problem && after.problem !== before.problem) {
    log.error({ orderId: id, problem: after.problem }, "a paid order gives no plan");
  }
  return after;
}

/** A new order begins without any charge. */
async function lockOrder(tx: Transaction, { id, number, currency, total, orderedAt }: ShopOrder): Promise<Order> {
  const row = { id, number, currency, total, orderedAt, status: "pending" as const, refunded: 0 };
  await tx.insert(orders).ignore().values(row);
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) throw new Error("the order was not written");
  return order;
}

async function lockCheckout(tx: Transaction, id: string): Promise<Checkout | undefined> {
  const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for("update");
  if (!checkout) return undefined;
  const [gift] = checkout.isGift
    ? await tx.select().from(gifts).where(eq(gifts.checkoutId, id)).for("update")
    : [undefined];
  return { ...checkout, gift };
}

/** An accepted order keeps its plan, even if prices or variants change later. */
function resolvePlan(
  reported: ShopOrder,
  before: Order,
  checkout: Checkout | undefined,
): Pick<Order, "planId" | "problem"> {
  const isAccepted = before.planId !== null && before.problem === null && before.checkoutId === checkout?.id;
  if (isAccepted) return { planId: before.planId, problem: null };
  const plan = planOfVariant(reported.variantId);
  return { planId: plan?.id ?? null, problem: problemOf(reported, plan, checkout) };
}

function problemOf(
  { currency, ...order }: ShopOrder,
  plan: Plan | undefined,
  checkout: Checkout | undefined,
): OrderProblem | null {
  if (!checkout || !(checkout.userId || checkout.isGift)) return "no_account";
  if (!plan) return "variant";
  const prices = [order.subtotal, ...(order.isTaxIncluded ? [order.total + order.discount] : [])];
  return currency === "USD" && prices.includes(priceInCents(plan)) ? null : "price";
}

async function appendEntries(tx: Transaction, before: Order, after: Order, now: Date): Promise<void> {
  const common = { orderId: after.id, recordedAt: now };
  if (isCharged(after.status) && !isCharged(before.status)) {
    const paid = { kind: "paid" as const, amount: after.total, at: after.orderedAt };
    await tx.insert(orderEntries).values({ ...common, ...paid, id: createId() });
  }
  if (after.refunded > before.refunded) {
    const refund = { kind: "refunded" as const, amount: before.refunded - after.refunded, at: now };
    await tx.insert(orderEntries).values({ ...common, ...refund, id: createId() });
  }
}

const beneficiaryOf = ({ userId, isGift, gift }: Checkout) => (isGift ? gift?.claimedBy : userId);

/** Puts two orders of an account in sequence. Call it before anything is read without a lock, see `updatePlan`. */
async function lockBeneficiary(tx: Transaction, checkout: Checkout): Promise<void> {
  const id = beneficiaryOf(checkout);
  if (id) await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for("update");
}

async function updateBeneficiary(tx: Transaction, checkout: Checkout, order: Order, now: Date): Promise<void> {
  const id = beneficiaryOf(checkout);
  if (!id) return forgetMail(tx, checkout);
  const { fullName: name, email, vaultLimit } = profiles;
  const [before] = await tx.select({ name, email, vaultLimit }).from(profiles).where(eq(profiles.id, id)).for("update");
  const left = await updatePlan(tx, id, now);
  // A giver who claimed their own gift knows of the refund.
  const gift = checkout.userId === id ? undefined : checkout.gift;
  if (gift && before && left.vaultLimit < before.vaultLimit)
    await writeGiftRefundedMail(tx, gift, order, { claimer: before, left }, now);
}

/** Resets the mail of a gift that is no longer paid for, so that it is sent again once the gift is paid. */
async function forgetMail(tx: Transaction, { id, gift }: Checkout): Promise<void> {
  if (!gift?.mailState || gift.claimedAt) return;
  const ofCheckout = await tx.select().from(orders).where(eq(orders.checkoutId, id));
  if (!ofCheckout.some(givesPlan)) await tx.update(gifts).set({ mailState: null }).where(eq(gifts.checkoutId, id));
}
