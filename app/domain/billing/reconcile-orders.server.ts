import { addMinutes, subDays, subHours, subMinutes } from "date-fns";
import { and, between, desc, eq, inArray, isNull, notInArray } from "drizzle-orm";
import { withAsciiDomain } from "~/domain/account/mail-address";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { ShopOrder } from "~/services/shop/order.server";
import { shop } from "~/services/shop.server";
import { checkouts, gifts, orders } from "~db/schema";
import { givesPlan, laterStatus } from "./order-state";
import { recordOrder } from "./record-order.server";
import { orderRefusalOf } from "./shop-event.server";
import { planOfVariant } from "./variants.server";

/** In days. New orders are among the newest; once a day all are compared, as any of them may have been refunded. */
const RECENT_DAYS = 3;
const WHOLE_LIST_HOUR = 3;
/** A checkout can be paid for 24 hours; the shop's clock may be slow. */
export const OPEN_HOURS = 25;
const SLOW_BY_MINUTES = 10;
/** By then the shop has given up on a webhook. Until then no gift is mailed, as another checkout may have been paid. */
const WEBHOOK_MINUTES = 10;
const PAGES_MAX = 1_000;

/** Records orders whose webhooks are missing, and mails gifts. Lists the shop's orders back to `since`. */
export function reconcileOrders(now = clock.now(), since = windowStart(now)): Promise<void> {
  return reconcile(now, since, {});
}

/**
 * For a user who waits for the payment of this checkout, which takes precedence for an order. Mails no gift: they may
 * have paid another of their checkouts.
 */
export function reconcileForCheckout(
  { id, startedAt }: { id: string; startedAt: Date },
  now = clock.now(),
): Promise<void> {
  return reconcile(now, startedAt, { preferredId: id });
}

type Wait = { preferredId?: string };

async function reconcile(now: Date, since: Date, wait: Wait): Promise<void> {
  for (let page = 1; shop && page <= PAGES_MAX; page += 1) {
    const listed = await shop.listOrders(page);
    if (!listed.ok) return;
    await reconcilePage(listed.orders, now, wait);
    const areOld = listed.orders.length > 0 && listed.orders.every(({ orderedAt }) => orderedAt < since);
    if (listed.isLast || areOld) return;
  }
}

function windowStart(now: Date): Date {
  return now.getUTCHours() === WHOLE_LIST_HOUR ? new Date(0) : subDays(now, RECENT_DAYS);
}

async function reconcilePage(listed: ShopOrder[], now: Date, { preferredId }: Wait): Promise<void> {
  const ownOrders = listed.filter((order) => !orderRefusalOf(order));
  if (ownOrders.length === 0) return;
  const rows = await listKnown(ownOrders.map(({ id }) => id));
  const known = new Map(rows.map(({ order, isMailDue }) => [order.id, { row: order, isMailDue }]));
  for (const order of ownOrders) {
    const { row, isMailDue = false } = known.get(order.id) ?? {};
    const mailsGift = !preferredId && order.orderedAt < subMinutes(now, WEBHOOK_MINUTES);
    const isMissed = mailsGift && isMailDue;
    if (row?.checkoutId && !isNews(order, row) && !isMissed) continue;
    try {
      const checkoutId = row?.checkoutId ?? (await findCheckout(order, preferredId));
      if (row && !checkoutId && !isNews(order, row)) continue;
      await inTransaction((tx) => recordOrder(tx, order, checkoutId, now, { mailsGift }));
      log.warn({ orderId: order.id }, "an order was recorded without its webhook");
    } catch (error) {
      log.error({ err: error, orderId: order.id }, "an order could not be reconciled");
    }
  }
}

/** `isMailDue`: it pays for a gift that was not mailed yet. */
async function listKnown(ids: string[]) {
  const rows = await db
    .select({ order: orders, gift: gifts })
    .from(orders)
    .leftJoin(gifts, and(eq(gifts.checkoutId, orders.checkoutId), isNull(gifts.claimedAt)))
    .where(inArray(orders.id, ids));
  return rows.map(({ order, gift }) => ({
    order,
    isMailDue: gift !== null && gift.mailState === null && givesPlan(order),
  }));
}

/** A problem is solved once the settings name another plan for the variant that was bought. */
function isNews(order: ShopOrder, row: typeof orders.$inferSelect): boolean {
  const hasOtherPlan = row.problem !== null && planOfVariant(order.variantId)?.id !== (row.planId ?? undefined);
  return hasOtherPlan || order.refunded > row.refunded || laterStatus(order.status, row.status) !== row.status;
}

/** The shop's list does not say which checkout was paid: the latest unpaid one for the same plan and email was. */
async function findCheckout({ email, variantId, orderedAt }: ShopOrder, preferredId = ""): Promise<string | undefined> {
  const plan = planOfVariant(variantId);
  if (!plan || !email) return undefined;
  const [found] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .leftJoin(orders, and(eq(orders.checkoutId, checkouts.id), notInArray(orders.status, ["pending", "failed"])))
    .where(
      and(
        eq(checkouts.email, withAsciiDomain(email)),
        eq(checkouts.planId, plan.id),
        between(checkouts.createdAt, subHours(orderedAt, OPEN_HOURS), addMinutes(orderedAt, SLOW_BY_MINUTES)),
        isNull(orders.id),
      ),
    )
    .orderBy(desc(eq(checkouts.id, preferredId)), desc(checkouts.createdAt))
    .limit(1);
  return found?.id;
}
