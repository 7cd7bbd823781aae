import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { boardGuests } from "~db/schema";

/** The guests of an account that gave no email, or did not confirm it, are told of the reveal at its verified one. */
export async function confirmGuestsOf(tx: Transaction, userId: string, email: string, now: Date): Promise<void> {
  await tx
    .update(boardGuests)
    .set({ email, emailConfirmedAt: now })
    .where(and(eq(boardGuests.userId, userId), isNull(boardGuests.emailConfirmedAt)));
}
