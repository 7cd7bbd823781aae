import { and, eq } from "drizzle-orm";
import type { OutboxMessage } from "~/domain/message/message.server";
import { writeMessage } from "~/domain/message/message.server";
import { dateIn } from "~/domain/vault/delivery-date";
import { tally } from "~/domain/vault/tally.server";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import type { Transaction } from "~/services/db.server";
import type { SendOutcome } from "~/services/mail.server";
import { deliveries, memories, profiles } from "~db/schema";
import { type DeliveryState, isHandedOver, isSettled } from "./delivery";
import { recordEvent } from "./record.server";

/**
 * What the answer to a delivery mail means for its delivery and its vault; other messages have no consequences.
 * Runs in the transaction that writes the answer. Answers the ids of messages that follow from it.
 */
export async function recordSendOutcome(
  tx: Transaction,
  message: OutboxMessage,
  outcome: SendOutcome,
  retryAt: Date | undefined,
  now: Date,
): Promise<string[]> {
  if (message.kind !== "delivery" || !message.deliveryId || !message.memoryId) return [];
  const { deliveryId, memoryId } = message;
  const detail = outcome.ok ? "" : outcome.reason;
  if (!outcome.ok && retryAt) {
    await recordEvent(tx, { memoryId, deliveryId, kind: "send_failed", detail }, now);
    return [];
  }
  // The vault's row first: the deliveries of one board are settled one after the other.
  const [vault] = await tx.select().from(memories).where(eq(memories.id, memoryId)).for("update");
  if (!vault) throw new Error(`Delivery ${deliveryId} has no vault.`);
  await tx
    .update(deliveries)
    .set({ state: outcome.ok ? "sent" : "failed", updatedAt: now })
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.state, "queued")));
  await recordEvent(tx, { memoryId, deliveryId, kind: outcome.ok ? "handed_over" : "send_given_up", detail }, now);
  return vault.state === "delivering" ? concludeVault(tx, vault, now) : [];
}

/** Once every recipient's delivery is settled the vault is delivered, or held when nobody could be reached. */
async function concludeVault(tx: Transaction, vault: typeof memories.$inferSelect, now: Date): Promise<string[]> {
  const rows = await tx.select().from(deliveries).where(eq(deliveries.memoryId, vault.id));
  const states = rows.map((row) => row.state as DeliveryState);
  if (!states.every(isSettled)) return [];
  const isDelivered = states.some(isHandedOver);
  if (isDelivered) await tally(tx, vault.userId, { delivered: 1 });
  await tx
    .update(memories)
    .set(
      isDelivered
        ? { state: "delivered", deliveredAt: now, waitingTitle: null, updatedAt: now }
        : { state: "held", updatedAt: now },
    )
    .where(eq(memories.id, vault.id));
  await recordEvent(tx, { memoryId: vault.id, kind: isDelivered ? "delivered" : "held" }, now);
  return isDelivered ? [await noticeToSender(tx, vault, now)] : [];
}

async function noticeToSender(tx: Transaction, vault: typeof memories.$inferSelect, now: Date): Promise<string> {
  const [sender] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  if (!sender) throw new Error(`Vault ${vault.id} has no owner.`);
  return writeMessage(
    tx,
    {
      kind: "delivered_notice",
      uniqueKey: `delivered_notice:${vault.id}`,
      to: { name: sender.fullName, address: sender.email },
      props: {
        name: sender.fullName,
        title: decryptTitle(vault),
        recipientName: vault.recipient ?? (vault.isMemoryBoard ? "everyone on its list" : "its recipient"),
        deliveredOn: dateIn(vault.deliveryZone, now),
        url: `${env.BASE_URL}/memories/${vault.id}`,
      },
      memoryId: vault.id,
    },
    now,
  );
}
