import { and, eq } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { boardGuests, boardHosts, type profiles } from "~db/schema";

/**
 * Takes the email of an account off the boards of others as soon as its erasure begins: from then on the next owner of
 * the email may sign up, who would host them. An email that was never verified may be someone else's.
 */
export async function forgetOnBoards(
  tx: Transaction,
  { id, email, emailVerifiedAt }: typeof profiles.$inferSelect,
): Promise<void> {
  const isTheirs = eq(boardGuests.userId, id);
  await tx
    .update(boardGuests)
    .set({ email: null, emailConfirmedAt: null })
    .where(and(eq(boardGuests.email, email), emailVerifiedAt ? undefined : isTheirs));
  if (emailVerifiedAt) await tx.delete(boardHosts).where(eq(boardHosts.email, email));
}
