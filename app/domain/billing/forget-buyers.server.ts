import { subDays } from "date-fns";
import { and, eq, inArray, isNotNull, lt, notExists, sql } from "drizzle-orm";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { checkouts, gifts, orders } from "~db/schema";
import { NO_NOTE } from "./gift-note.server";

/** In days. A checkout can be paid for one; the shop's list is compared for longer. */
const UNPAID_DAYS = 30;
const CHECKOUTS_AT_ONCE = 500;

/** Deletes unpaid checkouts, with the addresses of a gift's recipient. */
export async function deleteUnpaidCheckouts(now: Date): Promise<void> {
  const paid = db.select({ one: sql`1` }).from(orders).where(eq(orders.checkoutId, checkouts.id));
  const unpaid = and(lt(checkouts.createdAt, subDays(now, UNPAID_DAYS)), notExists(paid));
  const rows = await db.select({ id: checkouts.id }).from(checkouts).where(unpaid).limit(CHECKOUTS_AT_ONCE);
  // Each on its own: an order may arrive meanwhile, and then keeps its checkout.
  for (const { id } of rows) {
    await inTransaction(async (tx) => {
      const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for("update");
      const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.checkoutId, id)).for("update");
      if (!checkout || order) return;
      await tx.delete(gifts).where(eq(gifts.checkoutId, id));
      await tx.delete(checkouts).where(eq(checkouts.id, id));
    });
  }
}

/**
 * For an erased account: its payments stay on the ledger, without a name or an address. An unclaimed gift keeps those
 * of its recipient, who may still claim it.
 */
export async function forgetBuyer(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.userId, userId));
  const ids = (await own).map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .update(gifts)
      .set({ giverName: "", ...NO_NOTE })
      .where(inArray(gifts.checkoutId, ids));
    await tx
      .update(gifts)
      .set({ recipientName: "", recipientEmail: "" })
      .where(and(inArray(gifts.checkoutId, ids), isNotNull(gifts.claimedAt)));
  }
  await tx.update(gifts).set({ recipientName: "", recipientEmail: "" }).where(eq(gifts.claimedBy, userId));
  await tx.update(checkouts).set({ email: "", userId: null }).where(eq(checkouts.userId, userId));
}
