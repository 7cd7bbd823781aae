import { randomInt } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { inArray, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { findPlan, type PaidPlanId, priceInCents } from "~/domain/account/plans";
import { recordOrder } from "~/domain/billing/record-order.server";
import { variantOf } from "~/domain/billing/variants.server";
import { db, inTransaction } from "~/services/db.server";
import type { ShopOrder } from "~/services/shop/order.server";
import { checkouts, orderEntries, orders } from "~db/schema";

type Bought = { order: ShopOrder; checkoutId: string };

/** As the shop's webhook does. */
export async function buyPlan(user: User, planId: PaidPlanId): Promise<Bought> {
  const [checkoutId, now] = [createId(), new Date()];
  await db.insert(checkouts).values({ id: checkoutId, userId: user.id, planId, email: user.email, createdAt: now });
  const cents = priceInCents(findPlan(planId));
  const order: ShopOrder = {
    id: String(randomInt(1, 2 ** 47)),
    storeId: "1",
    number: 1,
    isTest: true,
    status: "paid",
    currency: "USD",
    subtotal: cents,
    discount: 0,
    total: cents,
    isTaxIncluded: false,
    refunded: 0,
    variantId: variantOf(planId),
    email: user.email,
    orderedAt: now,
  };
  await inTransaction((tx) => recordOrder(tx, order, checkoutId, now));
  return { order, checkoutId };
}

export async function refundOrder({ order, checkoutId }: Bought): Promise<void> {
  const refunded: ShopOrder = { ...order, status: "refunded", refunded: order.total };
  await inTransaction((tx) => recordOrder(tx, refunded, checkoutId, new Date()));
}

/** Orders whose entries do not add up to what was paid less what was given back. */
export async function countUnbalanced(): Promise<number> {
  const entries = sql`(SELECT COALESCE(SUM(amount), 0) FROM ${orderEntries} WHERE order_id = ${orders.id})`;
  const rows = await db
    .select({ total: orders.total, refunded: orders.refunded, entries: sql<string>`${entries}` })
    .from(orders)
    .where(inArray(orders.status, ["paid", "refunded", "fraudulent"]));
  return rows.filter((order) => Number(order.entries) !== order.total - order.refunded).length;
}
