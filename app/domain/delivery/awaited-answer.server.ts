import { addHours, max } from "date-fns";
import { and, eq, lte, or } from "drizzle-orm";
import { PERMISSIONS } from "~/domain/legacy/legacy";
import { hasNotLeft } from "~/domain/outbox/message.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import type { DeliveryRow } from "~/domain/vault/delivery-rows.server";
import { unansweredAt } from "~/domain/vault/ladder";
import type { Transaction } from "~/services/db.server";
import { legacyContacts, messages, proposedAddresses } from "~db/schema";

/** In hours, while a message whose answer is awaited has not left. */
export const ASK_AGAIN = 1;

/**
 * When the wait for the contacts of a failed delivery's rung ends. It starts once their mails have left; one that
 * cannot be sent delays nothing. An address that one of them gave is waited for, too.
 */
export async function answerAwaitedUntil(tx: Transaction, delivery: DeliveryRow, now: Date): Promise<Date> {
  if (await isAddressGiven(tx, delivery)) return addHours(now, ASK_AGAIN);
  const asked = await requestsOf(tx, delivery);
  if (asked.some(hasNotLeft)) return addHours(now, ASK_AGAIN);
  const left = asked.flatMap(({ sentAt }) => sentAt ?? []);
  return left.length > 0 ? unansweredAt(delivery.rung, max(left)) : now;
}

/** Whether an address that a contact gave waits for the sender's veto. The caller has locked the delivery. */
export async function isAddressGiven(tx: Transaction, { id }: Pick<DeliveryRow, "id">): Promise<boolean> {
  const { deliveryId, state } = proposedAddresses;
  return (await tx.$count(proposedAddresses, and(eq(deliveryId, id), eq(state, "waiting")))) > 0;
}

async function requestsOf(tx: Transaction, { rung, vaultId, senderId, messageId, updatedAt }: DeliveryRow) {
  const { id, kind, createdAt } = messages;
  const ofVault = tx.select().from(messages);
  if (rung === "backup") return ofVault.where(eq(id, messageId ?? ""));
  if (rung !== "legacy") return [];
  // People who became contacts later do not restart the wait.
  const isOfThis = and(eq(messages.vaultId, vaultId), eq(kind, "legacy_request"), lte(createdAt, updatedAt));
  const requests = await ofVault.where(isOfThis);
  const mayHelp = or(...PERMISSIONS.map((permission) => eq(legacyContacts[permission], true)));
  const contacts = await tx
    .select({ id: legacyContacts.id })
    .from(legacyContacts)
    .where(and(eq(legacyContacts.ownerId, senderId), eq(legacyContacts.state, "accepted"), mayHelp));
  return requests.filter(({ uniqueKey }) => contacts.some((contact) => uniqueKey.startsWith(messagesTo(contact.id))));
}
