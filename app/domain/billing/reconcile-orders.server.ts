import { addMinutes, subDays, subHours } from "date-fns";
import { and, between, desc, eq, inArray, isNull } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { ShopOrder } from "~/services/shop/order.server";
import { shop } from "~/services/shop.server";
import { checkouts, orders } from "~db/schema";
import { laterStatus } from "./order-state";
import { recordOrder } from "./record-order.server";
import { refusalOf } from "./shop-event.server";
import { planOfVariant } from "./variants.server";

/** In days. New orders are among the newest; once a day all are compared, as any of them may have been refunded. */
const RECENT_DAYS = 3;
const WHOLE_LIST_HOUR = 3;
/** A checkout can be paid for 24 hours; the shop's clock may be slow. */
const OPEN_HOURS = 25;
const SLOW_BY_MINUTES = 10;
const PAGES_MAX = 1_000;

/** Records what webhooks did not bring. Lists the shop's orders back to `since`. */
export async function reconcileOrders(now = clock.now(), since = lookBack(now)): Promise<void> {
  for (let page = 1; shop && page <= PAGES_MAX; page += 1) {
    const listed = await shop.listOrders(page);
    if (!listed.ok) return;
    await reconcilePage(listed.orders, now);
    if (listed.isLast || listed.orders.every(({ orderedAt }) => orderedAt < since)) return;
  }
}

function lookBack(now: Date): Date {
  return now.getUTCHours() === WHOLE_LIST_HOUR ? new Date(0) : subDays(now, RECENT_DAYS);
}

async function reconcilePage(listed: ShopOrder[], now: Date): Promise<void> {
  const told = listed.filter((order) => !refusalOf(order));
  if (told.length === 0) return;
  const ids = told.map(({ id }) => id);
  const rows = await db.select().from(orders).where(inArray(orders.id, ids));
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const order of told) {
    const row = known.get(order.id);
    if (row?.checkoutId && !isNews(order, row)) continue;
    try {
      const checkoutId = row?.checkoutId ?? (await findCheckout(order));
      if (row && !checkoutId && !isNews(order, row)) continue;
      await inTransaction((tx) => recordOrder(tx, order, checkoutId, now));
      log.warn({ orderId: order.id }, "an order was recorded without its webhook");
    } catch (error) {
      log.error({ err: error, orderId: order.id }, "an order could not be reconciled");
    }
  }
}

function isNews(order: ShopOrder, row: typeof orders.$inferSelect): boolean {
  return order.refunded > row.refunded || laterStatus(order.status, row.status) !== row.status;
}

/** The shop's list does not say which checkout was paid: the latest unpaid one for the same plan and email was. */
async function findCheckout({ email, variantId, orderedAt }: ShopOrder): Promise<string | undefined> {
  const plan = planOfVariant(variantId);
  if (!plan || !email) return undefined;
  const [found] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(
      and(
        eq(checkouts.email, email),
        eq(checkouts.planId, plan.id),
        between(checkouts.createdAt, subHours(orderedAt, OPEN_HOURS), addMinutes(orderedAt, SLOW_BY_MINUTES)),
        isNull(orders.id),
      ),
    )
    .orderBy(desc(checkouts.createdAt))
    .limit(1);
  return found?.id;
}
