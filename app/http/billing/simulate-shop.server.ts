import { setTimeout as pause } from "node:timers/promises";
import { findPlan, type Plan, priceInCents } from "~/domain/account/plans";
import { planOfVariant } from "~/domain/billing/variants.server";
import type { EmbeddedShop, StoredCheckout, StoredOrder } from "~/services/shop/embedded-shop.server";

export const PAYMENTS = ["pay", "delay", "duplicate", "lose", "fail"] as const;
export type Payment = (typeof PAYMENTS)[number];

const DELAY_MS = 10_000;

export function planOf({ variantId }: StoredCheckout): Plan {
  return planOfVariant(variantId) ?? findPlan("free");
}

/** Pays as a buyer does, and sends the webhooks that `payment` stands for. False for a declined card. */
export async function simulatePayment(
  shop: EmbeddedShop,
  checkout: StoredCheckout,
  payment: Payment,
): Promise<boolean> {
  if (payment === "fail") return false;
  const plan = planOf(checkout);
  const order = await shop.pay(checkout, { name: plan.name, cents: priceInCents(plan) });
  if (payment === "delay") void pause(DELAY_MS, undefined, { ref: false }).then(() => created(shop, order));
  if (payment === "pay" || payment === "duplicate") await created(shop, order);
  if (payment === "duplicate") await created(shop, order);
  return true;
}

const created = (shop: EmbeddedShop, order: StoredOrder) => shop.postWebhook("order_created", order);

/** Refunds an order and sends the webhook. */
export async function simulateRefund(shop: EmbeddedShop, orderId: string, share: "all" | "half"): Promise<void> {
  const before = (await shop.allOrders()).find(({ resource }) => resource.id === orderId);
  const total = Number(before?.resource.attributes.total ?? 0);
  const order = await shop.refund(orderId, share === "all" ? total : Math.floor(total / 2));
  if (order) await shop.postWebhook("order_refunded", order);
}

export async function repeatWebhook(shop: EmbeddedShop, orderId: string): Promise<void> {
  const order = (await shop.allOrders()).find(({ resource }) => resource.id === orderId);
  if (order) await created(shop, order);
}
