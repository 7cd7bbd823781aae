import { eq } from "drizzle-orm";
import { recordReturnedQuestion } from "~/domain/care/confirmation.server";
import { HANDING_OVER, type OutboxMessage } from "~/domain/message/message.server";
import type { Transaction } from "~/services/db.server";
import type { SendOutcome } from "~/services/provider/outcome.server";
import { deliveries, memories } from "~db/schema";
import { concludeVault, tellOfFailure } from "./conclude-vault.server";
import { moveDelivery } from "./move.server";
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
  if (message.kind === "recipient_confirmation" && !outcome.ok && !retryAt) {
    return recordReturnedQuestion(tx, message.id, now);
  }
  if (!HANDING_OVER.some((kind) => kind === message.kind) || !message.deliveryId || !message.memoryId) return [];
  const { deliveryId, memoryId } = message;
  const detail = outcome.ok ? "" : outcome.reason;
  if (!outcome.ok && retryAt) {
    await recordEvent(tx, { memoryId, deliveryId, kind: "send_failed", detail }, now);
    return [];
  }
  // The vault's row first: the deliveries of one board are settled one after the other.
  const [vault] = await tx.select().from(memories).where(eq(memories.id, memoryId)).for("update");
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId));
  if (!vault || !delivery) throw new Error(`Delivery ${deliveryId} has no vault.`);
  const kind = outcome.ok ? "handed_over" : "send_given_up";
  const isCurrent = delivery.messageId === message.id;
  const isNews = isCurrent && (await moveDelivery(tx, delivery, kind, now, { detail }));
  // Whoever has opened it already, or whose server had it first, changes nothing of what we did.
  if (!isNews) await recordEvent(tx, { memoryId, deliveryId, kind, detail }, now);
  const told = isNews && !outcome.ok ? await tellOfFailure(tx, vault, delivery, detail, now) : [];
  return [...told, ...(await concludeVault(tx, vault, now))];
}
