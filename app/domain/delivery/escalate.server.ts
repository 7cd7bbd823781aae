import { and, eq } from "drizzle-orm";
import { notifyLegacyContacts, notifyOnceLost } from "~/domain/legacy/notify-contacts.server";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import type { DeliveryRow, VaultRow } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import { type NextRung, nextRungs } from "~/domain/vault/ladder";
import { senderOf } from "~/domain/vault/sender.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { isOpen } from "~/domain/vault/vault";
import type { Transaction } from "~/services/db.server";
import { deliveries } from "~db/schema";
import { askBackupContact } from "./backup-contact.server";
import { askSender, notifyBlocked, notifyEscalation } from "./notify-sender.server";
import { trySms } from "./try-sms.server";
import { writeDeliveryMail } from "./write-delivery-mails.server";

/** `reason` is the remote server's answer, or "". */
type Escalation = { vault: VaultRow; delivery: DeliveryRow; reason: string; now: Date };
type Attempt = {
  messageIds: string[];
  columns?: Partial<Pick<DeliveryRow, "recipientEmail" | "isIndexed" | "firstEmail" | "isFirstIndexed" | "smsTo">>;
};

/** Undefined, or no message, when the vault has no such contact. */
const RUNGS: Record<NextRung, (tx: Transaction, escalate: Escalation) => Promise<Attempt | undefined>> = {
  second_address: trySecondAddress,
  sms: async (tx, { vault, delivery, now }) => trySms(tx, vault, delivery, now),
  backup: async (tx, { vault, delivery, now }) => ({ messageIds: await askBackupContact(tx, vault, delivery, now) }),
  legacy: async (tx, { delivery, now }) => ({ messageIds: await notifyLegacyContacts(tx, delivery, now) }),
  sender: async (tx, { vault, delivery, reason, now }) => ({
    messageIds: await askSender(tx, vault, delivery, reason, now),
  }),
  held: async () => undefined,
};

/**
 * Moves a failed delivery to the next rung that its vault has, or to none if its recipient has blocked the sender, who
 * is notified. The caller has locked both rows and calls `settleVaultStatuses` afterwards.
 */
export async function escalate(tx: Transaction, from: Escalation): Promise<void> {
  const { vault, delivery, reason, now } = from;
  if (!isOpen(vault)) return;
  if (await isBlocked(tx, { senderId: vault.userId, recipient: delivery.recipientEmail })) {
    await recordBlocked(tx, vault, delivery, now);
    return;
  }
  const isSpare = await isSpareCopy(tx, delivery);
  for (const { rung, transition, days } of nextRungs(delivery.rung)) {
    if (isSpare && rung !== "held") continue;
    const { messageIds = [], columns } = (await RUNGS[rung](tx, from)) ?? {};
    if (messageIds.length === 0 && rung !== "held") continue;
    const [messageId, ...others] = messageIds;
    // With several contacts one bounce decides nothing; only the end of the wait does.
    const awaited = { messageId: others.length === 0 ? (messageId ?? null) : null };
    if (!(await transitionDelivery(tx, delivery, transition, now, { ...columns, ...awaited }))) {
      throw new Error(`Delivery ${delivery.id} cannot be ${transition}.`);
    }
    if (days === 0) continue;
    return notifyEscalation(tx, vault, delivery, { rung, reason }, now);
  }
}

/** Notifies the sender. Returns false, changing nothing, for a delivery that has ended otherwise. */
export async function recordBlocked(
  tx: Transaction,
  vault: VaultRow,
  delivery: DeliveryRow,
  now: Date,
): Promise<boolean> {
  if (!(await transitionDelivery(tx, delivery, "blocked", now))) return false;
  await notifyBlocked(tx, vault, delivery, now);
  // If the delivery to this person had failed before, the board was already lost then.
  if (!isFailed(delivery.state)) await notifyOnceLost(tx, delivery.vaultId, now);
  return true;
}

/** The host's copy of a board that has anyone else: no one is asked how to reach its host. */
async function isSpareCopy(tx: Transaction, { vaultId, isHostCopy }: DeliveryRow): Promise<boolean> {
  if (!isHostCopy) return false;
  return (await tx.$count(deliveries, and(eq(deliveries.vaultId, vaultId), eq(deliveries.isHostCopy, false)))) > 0;
}

async function trySecondAddress(tx: Transaction, { vault, delivery, now }: Escalation): Promise<Attempt | undefined> {
  const { secondEmail } = vault;
  if (!secondEmail || vault.isMemoryBoard || secondEmail === delivery.recipientEmail) return undefined;
  if (await isBlocked(tx, { senderId: vault.userId, recipient: secondEmail })) return undefined;
  const sender = await senderOf(tx, vault);
  const to = { ...delivery, recipientEmail: secondEmail };
  const messageId = await writeDeliveryMail(tx, vault, sender, to, now);
  return {
    messageIds: [messageId],
    columns: {
      recipientEmail: secondEmail,
      isIndexed: false,
      firstEmail: delivery.recipientEmail,
      isFirstIndexed: delivery.isIndexed,
    },
  };
}
