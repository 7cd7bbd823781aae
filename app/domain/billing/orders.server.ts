import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { findPlan, type PlanId } from "~/domain/account/plans";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { takeTurn } from "~/services/installation-facts.server";
import { shop } from "~/services/shop.server";
import { checkouts, gifts, orderEntries, orders, profiles } from "~db/schema";
import { givesPlan, isCharged, isRefunded } from "./order-state";
import { OPEN_HOURS, reconcileForCheckout } from "./reconcile-orders.server";

export type OrderState = "paid" | "partly_refunded" | "refunded" | "pending" | "failed" | "being_checked" | "refused";

/** Amounts in cents. */
export type ListedOrder = {
  id: string;
  number: number;
  planId: PlanId;
  orderedAt: Date;
  total: number;
  currency: string;
  state: OrderState;
  refunds: { at: Date; amount: number }[];
  giftFor: { checkoutId: string; name: string; isClaimed: boolean; isMailLost: boolean } | null;
};

const LISTED_AT_MOST = 100;

/** The user's orders, gifts included, newest first. */
export async function listOrders(user: User): Promise<ListedOrder[]> {
  const rows = await db
    .select({ order: orders, gift: gifts, checkoutId: checkouts.id })
    .from(checkouts)
    .innerJoin(orders, eq(orders.checkoutId, checkouts.id))
    .leftJoin(gifts, eq(gifts.checkoutId, checkouts.id))
    .where(eq(checkouts.userId, user.id))
    .orderBy(desc(orders.orderedAt))
    .limit(LISTED_AT_MOST);
  const refunds = await refundsOf(rows.map(({ order }) => order.id));
  return rows.map(({ order, gift, checkoutId }) => ({
    id: order.id,
    number: order.number,
    planId: findPlan(order.planId ?? "free").id,
    orderedAt: order.orderedAt,
    total: order.total,
    currency: order.currency,
    state: stateOf(order),
    refunds: refunds.filter(({ orderId }) => orderId === order.id).map(({ at, amount }) => ({ at, amount: -amount })),
    giftFor: gift && {
      checkoutId,
      name: gift.recipientName,
      isClaimed: gift.claimedAt !== null,
      isMailLost: gift.mailState === "lost" && gift.claimedAt === null && givesPlan(order),
    },
  }));
}

async function refundsOf(orderIds: string[]) {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(orderEntries)
    .where(and(inArray(orderEntries.orderId, orderIds), eq(orderEntries.kind, "refunded")))
    .orderBy(asc(orderEntries.recordedAt));
}

function stateOf(order: typeof orders.$inferSelect): OrderState {
  if (isRefunded(order)) return "refunded";
  if (order.status === "fraudulent") return "refused";
  if (isCharged(order.status) && order.problem) return "being_checked";
  if (order.refunded > 0) return "partly_refunded";
  return order.status === "pending" || order.status === "failed" ? order.status : "paid";
}

/** Undefined for another user's order, and while the shop does not respond. */
export async function receiptOf(user: User, orderId: string): Promise<string | undefined> {
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(and(eq(orders.id, orderId), eq(checkouts.userId, user.id)));
  return own && shop?.receiptUrl(orderId);
}

/** In seconds. Webhooks take a moment; after that the shop is asked, but not at every reload. */
const ASK_AFTER = 15;
const ASK_EVERY = 20;

/** `planId` is the user's current plan. */
export type CheckoutState = {
  isGift: boolean;
  isPaid: boolean;
  isRefunded: boolean;
  /** The shop reported it as fraudulent. */
  isRefused: boolean;
  needsCheck: boolean;
  startedAt: Date;
  planId: PlanId;
};

/** Undefined for another user's checkout. If the webhook is late, looks at the shop's list. */
export async function checkoutState(user: User, id: string, now = clock.now()): Promise<CheckoutState | undefined> {
  const state = await readState(user, id);
  if (!state || state.isPaid || state.isRefunded) return state;
  const seconds = (now.getTime() - state.startedAt.getTime()) / 1_000;
  if (seconds < ASK_AFTER || seconds > OPEN_HOURS * 3_600) return state;
  if (!(await takeTurn("shop_asked", ASK_EVERY))) return state;
  await reconcileForCheckout({ id, startedAt: state.startedAt }, now);
  return readState(user, id);
}

async function readState(user: User, id: string): Promise<CheckoutState | undefined> {
  const rows = await db
    .select({ checkout: checkouts, order: orders, planId: profiles.planId })
    .from(checkouts)
    .innerJoin(profiles, eq(profiles.id, checkouts.userId))
    .leftJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(and(eq(checkouts.id, id), eq(checkouts.userId, user.id)));
  const [first] = rows;
  if (!first) return undefined;
  const { checkout, planId } = first;
  const found = rows.flatMap(({ order }) => order ?? []);
  // A card may be declined before another one pays.
  const tried = found.filter(({ status }) => status !== "failed");
  return {
    isGift: checkout.isGift,
    isPaid: found.some(givesPlan),
    isRefunded: tried.length > 0 && tried.every(isRefunded),
    isRefused: found.some(({ status }) => status === "fraudulent"),
    needsCheck: found.some((order) => isCharged(order.status) && order.problem !== null),
    startedAt: checkout.createdAt,
    planId: findPlan(planId).id,
  };
}
