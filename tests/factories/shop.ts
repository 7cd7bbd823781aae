import { createHash, randomInt } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { findPlan, type PaidPlanId, priceInCents } from "~/domain/account/plans";
import { giftLink } from "~/domain/billing/gift-link.server";
import { startCheckout } from "~/domain/billing/start-checkout.server";
import { variantOf } from "~/domain/billing/variants.server";
import { action } from "~/routes/webhooks.lemon-squeezy";
import { db } from "~/services/db.server";
import { signWebhook } from "~/services/shop/webhook.server";
import { shop } from "~/services/shop.server";
import { checkouts } from "~db/schema";
import { createBrowser } from "./browser";
import { answerOf } from "./request";

export type OrderAttributes = Record<string, unknown>;
export type Webhook = {
  meta: Record<string, unknown>;
  data: { type: string; id: string; attributes: OrderAttributes };
};

/** Starts a checkout as the page does. Returns its id. */
export async function openCheckout(user: User, planId: PaidPlanId = "plus"): Promise<string> {
  const started = await startCheckout(user, { planId });
  if (!started.ok) throw new Error(started.reason);
  const rows = await db.select().from(checkouts).where(eq(checkouts.userId, user.id));
  return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]?.id ?? "";
}

/** A gift that its giver has paid for. Returns its checkout and the segment of its link. */
export async function buyGift(giver: User, planId: PaidPlanId = "plus"): Promise<{ checkoutId: string; link: string }> {
  const gift = { recipientName: "Mia", recipientEmail: `${createId()}@example.org`, note: "" };
  const started = await startCheckout(giver, { planId, gift });
  if (!started.ok) throw new Error(started.reason);
  const rows = await db.select().from(checkouts).where(eq(checkouts.userId, giver.id));
  const checkoutId = rows.find(({ isGift }) => isGift)?.id ?? "";
  await postWebhook(webhookOf("order_created", { checkoutId }, planId));
  return { checkoutId, link: giftLink(checkoutId) };
}

export function orderAttributes(planId: PaidPlanId = "plus", change: OrderAttributes = {}): OrderAttributes {
  const cents = priceInCents(findPlan(planId));
  return {
    store_id: Number(shop?.storeId),
    identifier: createId(),
    order_number: randomInt(1_000_000),
    user_name: "Ada Example",
    user_email: "ada@example.org",
    currency: "USD",
    currency_rate: "1.0000",
    subtotal: cents,
    discount_total: 0,
    tax: 190,
    tax_inclusive: false,
    total: cents + 190,
    refunded_amount: 0,
    status: "paid",
    refunded: false,
    refunded_at: null,
    first_order_item: { id: 1, variant_id: Number(variantOf(planId)), price: cents, quantity: 1 },
    urls: { receipt: "https://shop.example/receipt" },
    created_at: "2026-11-20T10:00:00.000000Z",
    updated_at: "2026-11-20T10:00:00.000000Z",
    test_mode: true,
    ...change,
  };
}

/** A webhook with the body of Lemon Squeezy's. */
export function webhookOf(
  name: string,
  { checkoutId, id = newOrderId(), ...change }: { checkoutId?: string; id?: string } & OrderAttributes = {},
  planId: PaidPlanId = "plus",
): Webhook {
  const custom = checkoutId === undefined ? {} : { custom_data: { checkout_id: checkoutId } };
  return {
    meta: { test_mode: true, event_name: name, webhook_id: createId(), ...custom },
    data: { type: "orders", id, attributes: orderAttributes(planId, change) },
  };
}

export const newOrderId = () => String(randomInt(1, 2 ** 47));

/** Posts a webhook, signed unless a signature is given. */
export async function postWebhook(body: unknown, signature?: string): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request("http://localhost:3000/webhooks/lemon-squeezy", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Signature": signature ?? signWebhook(text, shop?.webhookSecret ?? ""),
    },
    body: text,
  });
  return answerOf(action, request, await createBrowser());
}

export const digestOf = (body: unknown) => createHash("sha256").update(JSON.stringify(body)).digest("hex");
