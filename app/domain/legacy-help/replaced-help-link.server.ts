import { and, eq, gte, sql } from "drizzle-orm";
import { endCodes, WRONG_CODES_AT_MOST } from "~/domain/codes/one-time-code.server";
import { helpUrl } from "~/domain/legacy/legacy-links.server";
import { wasJustWritten, writeMessage } from "~/domain/outbox/message.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import * as clock from "~/services/clock.server";
import { changedRows, inTransaction, type Transaction, touchRows } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { legacyContacts } from "~db/schema";
import type { Helper } from "./help.server";

/**
 * After too many wrong codes, ends all links and codes of the contact, and mails a fresh one. Returns whether it did.
 */
export async function replaceSpentHelpLink(tx: Transaction, helper: Helper, now: Date): Promise<boolean> {
  const { contactId, linkVersion } = helper;
  const replaced = await tx
    .update(legacyContacts)
    .set({ linkVersion: sql`${legacyContacts.linkVersion} + 1`, wrongCodes: 0 })
    .where(and(eq(legacyContacts.id, contactId), gte(legacyContacts.wrongCodes, WRONG_CODES_AT_MOST)));
  if (changedRows(replaced) === 0) return false;
  await endCodes(tx, { contactId }, now);
  await writeFreshLink(tx, { ...helper, linkVersion: linkVersion + 1 }, now);
  return true;
}

/** For a contact with an old link who missed the message. Sends one when the button is pressed twice. */
export async function sendFreshHelpLink(found: Helper, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    const helper = await lockHelper(tx, found);
    if (!helper) return;
    const mail = { keyPrefix: freshLinksTo(helper.contactId), address: helper.contactEmail };
    if (!(await wasJustWritten(tx, mail, now))) await writeFreshLink(tx, helper, now);
  });
}

/** With the email and link that the contact has by now; undefined for one who no longer helps. */
export async function lockHelper(tx: Transaction, helper: Helper): Promise<Helper | undefined> {
  const { id, state, email, linkVersion } = legacyContacts;
  const isHelping = and(eq(id, helper.contactId), eq(state, "accepted"));
  await touchRows(tx, legacyContacts, isHelping);
  const [contact] = await tx.select({ contactEmail: email, linkVersion }).from(legacyContacts).where(isHelping);
  return contact && { ...helper, ...contact };
}

const freshLinksTo = (contactId: string) => `${messagesTo(contactId)}fresh_link:`;

async function writeFreshLink(tx: Transaction, helper: Helper, now: Date): Promise<void> {
  const { contactId, contactName, contactEmail, vaultId, ownerId, ownerName } = helper;
  await writeMessage(
    tx,
    {
      kind: "fresh_link",
      senderId: ownerId,
      uniqueKey: freshLinksTo(contactId) + createId(),
      to: { name: contactName, email: contactEmail },
      props: { recipientName: contactName, senderName: ownerName, url: helpUrl(helper), opens: "help" },
      vaultId,
    },
    now,
  );
}
