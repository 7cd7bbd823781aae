import { and, eq, notInArray } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { ShopOrder } from "~/services/shop/order.server";
import type { ShopEvent } from "~/services/shop/webhook.server";
import { shop } from "~/services/shop.server";
import { billingEvents } from "~db/schema";
import { recordOrder } from "./record-order.server";

export type EventOutcome = "recorded" | "known" | "ignored" | "wrong_store" | "wrong_mode";

/** Stores a verified event and records its order in one transaction. Repeated events have no effect. */
export async function receiveShopEvent(event: ShopEvent, now = clock.now()): Promise<EventOutcome> {
  const { order } = event;
  const refusal = order && orderRefusalOf(order);
  if (refusal) log.warn({ outcome: refusal, orderId: order.id }, "an order of another shop was reported");
  const outcome = refusal ?? (order ? "recorded" : "ignored");
  return inTransaction(async (tx) => {
    const row = { digest: event.digest, name: event.name, orderId: order?.id, outcome, receivedAt: now };
    const stored = await tx.insert(billingEvents).ignore().values(row);
    if (changedRows(stored) === 0 && !(await replaceRefusal(tx, event, outcome))) return "known";
    if (outcome === "recorded" && order) await recordOrder(tx, order, event.checkoutId, now);
    return outcome;
  });
}

/**
 * Returns whether the event had been refused because of other settings, and was sent again since: the new outcome
 * replaces the old one. Recorded events stay recorded.
 */
async function replaceRefusal(tx: Transaction, { digest }: ShopEvent, outcome: EventOutcome): Promise<boolean> {
  const isOther = and(eq(billingEvents.digest, digest), notInArray(billingEvents.outcome, ["recorded", outcome]));
  return changedRows(await tx.update(billingEvents).set({ outcome }).where(isOther)) > 0;
}

/** Test orders are free, so they give no plan in production. */
export function orderRefusalOf(order: ShopOrder): "wrong_store" | "wrong_mode" | undefined {
  if (order.storeId !== shop?.storeId) return "wrong_store";
  return order.isTest === shop.isTest ? undefined : "wrong_mode";
}
