import { and, eq, or } from "drizzle-orm";
import { type Guest, listGuestsOf } from "~/domain/board/guests.server";
import { withdrawGuest } from "~/domain/board/posts.server";
import { hasMoved } from "~/domain/recipients/moved-deliveries.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveries, recipients } from "~db/schema";
import { declineDelivery } from "./decline.server";
import { deliveryIdOf } from "./deliver-vault.server";

/** Deletes all that the guest gave. After the reveal it declines what they got as a guest, too. */
export async function leaveBoard(guest: Guest, now = clock.now()): Promise<void> {
  // First: once the guest is deleted, a retry after a crash would not find their deliveries.
  for (const delivery of await listDeliveriesTo(guest)) await declineDelivery(delivery, now);
  await withdrawGuest(guest, now);
}

/** Not if the host listed them as well, or another guest gave the same email. */
async function listDeliveriesTo({ id: guestId, vaultId, email, isEmailConfirmed, userId }: Guest) {
  if (!email || !isEmailConfirmed) return [];
  const { id, recipientEmail, firstEmail, isHostCopy } = deliveries;
  // Its host may have corrected the address since.
  const corrected = deliveryIdOf({ id: vaultId }, email);
  const isAtEmail = or(eq(recipientEmail, email), eq(firstEmail, email), eq(id, corrected));
  const isTheirs = or(isAtEmail, userId ? hasMoved(userId) : undefined);
  const rows = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.vaultId, vaultId), eq(isHostCopy, false), isTheirs));
  const listed = await db.select({ email: recipients.email }).from(recipients).where(eq(recipients.vaultId, vaultId));
  const confirmed = (await listGuestsOf(vaultId)).filter((one) => one.id !== guestId && one.isEmailConfirmed);
  const others = new Set([...listed, ...confirmed].map((one) => one.email));
  const emailsOf = (row: (typeof rows)[number]) => [row.recipientEmail, row.firstEmail, row.id === corrected && email];
  return rows.filter((row) => !emailsOf(row).some((one) => one && others.has(one)));
}
