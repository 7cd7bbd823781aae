import { and, eq } from "drizzle-orm";
import { readIfIntact } from "~/services/cipher.server";
import { startsWith, type Transaction } from "~/services/db.server";
import { messages } from "~db/schema";
import { readProps, withProps } from "./message.server";
import { senderIn, stopUrlOf } from "./stop-link.server";

/** Prefixes the unique keys of all messages to a legacy contact, to cancel or redirect them together. */
export const messagesTo = (contactId: string) => `legacy:${contactId}:`;

/**
 * Redirects what was never tried to the contact's new email, with a stop link for that. A damaged message cannot be
 * sent, and must not prevent the change.
 */
export async function redirectUnsent(tx: Transaction, contactId: string, email: string): Promise<void> {
  const isTheirs = startsWith(messages.uniqueKey, messagesTo(contactId));
  const isUnsent = and(eq(messages.state, "queued"), eq(messages.mayBeSent, false));
  for (const message of await tx.select().from(messages).where(and(isTheirs, isUnsent)).for("update")) {
    const props = readIfIntact(() => readProps(message) as object, message.id, []);
    const senderId = props && senderIn(props);
    const { propsEncrypted } = senderId
      ? withProps(message, { unsubscribeUrl: stopUrlOf({ senderId, email }) })
      : message;
    await tx.update(messages).set({ toAddress: email, propsEncrypted }).where(eq(messages.id, message.id));
  }
}
