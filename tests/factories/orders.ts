import { addDays } from "date-fns";
import { sql } from "drizzle-orm";
import { db } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { checkouts, gifts, orderEntries, orders, profiles } from "~db/schema";
import { newOrderId } from "./shop";

const GIFT_EVERY = 5;

/** As the shop's webhooks would have left them. Each fifth was a gift; each third was refunded in part. */
export async function createOrders(userId: string, count: number, now = new Date()): Promise<{ checkoutId: string }> {
  const bought = Array.from({ length: count }, (_, index) => {
    const at = addDays(now, -index);
    const isGift = index % GIFT_EVERY === 0;
    const refunded = index % 3 === 0 ? 100 : 0;
    return { checkoutId: createId(), orderId: newOrderId(), at, isGift, refunded };
  });
  await db.insert(checkouts).values(
    bought.map(({ checkoutId: id, at, isGift }) => {
      return { id, userId, planId: "plus", isGift, email: `${id}@example.org`, createdAt: at };
    }),
  );
  await db.insert(gifts).values(
    bought
      .filter(({ isGift }) => isGift)
      .map(({ checkoutId }) => {
        return { checkoutId, giverName: "Anna", recipientName: "Mia", recipientEmail: `${checkoutId}@example.net` };
      }),
  );
  await db.insert(orders).values(
    bought.map(({ checkoutId, orderId: id, at, refunded }, number) => {
      const paid = { planId: "plus", number, status: "paid" as const, currency: "USD", total: 500, orderedAt: at };
      return { id, checkoutId, refunded, ...paid };
    }),
  );
  await db.insert(orderEntries).values(
    bought.flatMap(({ orderId, at, refunded }) => {
      const common = { orderId, at, recordedAt: at };
      const paid = { ...common, id: createId(), kind: "paid" as const, amount: 500 };
      return refunded ? [paid, { ...common, id: createId(), kind: "refunded" as const, amount: -refunded }] : [paid];
    }),
  );
  return { checkoutId: bought[0]?.checkoutId ?? "" };
}

/** Of unrelated accounts, since an optimiser scans small tables. */
export async function createOrdersOfCrowd(accounts: number): Promise<void> {
  const crowd = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(sql`${profiles.id} like 'p%'`)
    .limit(accounts);
  for (const { id } of crowd) await createOrders(id, 10);
  await db.execute(sql`ANALYZE TABLE checkouts, orders, order_entries, gifts`);
}
