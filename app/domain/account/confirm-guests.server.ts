import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { boardGuests } from "~db/schema";

/** Mails about the reveal reach an account's guests at its verified email if they gave none, or did not confirm it. */
export async function confirmGuestsOf(tx: Transaction, userId: string, email: string, now: Date): Promise<void> {
  await tx
    .update(boardGuests)
    .set({ email, emailConfirmedAt: now })
    .where(and(eq(boardGuests.userId, userId), isNull(boardGuests.emailConfirmedAt)));
}
