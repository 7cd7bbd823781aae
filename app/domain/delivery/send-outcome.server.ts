import { recordReturnedQuestion } from "~/domain/care/confirmation.server";
import { HANDING_OVER, type OutboxMessage } from "~/domain/message/message.server";
import type { Transaction } from "~/services/db.server";
import type { SendOutcome } from "~/services/provider/outcome.server";
import { climb } from "./climb.server";
import { concludeVault } from "./conclude-vault.server";
import { lockDelivery } from "./delivery-rows.server";
import { moveDelivery } from "./move.server";
import { moveTold } from "./moves";
import { recordEvent } from "./record.server";
import { recordBounce } from "./record-bounce.server";

/**
 * What the answer to a message about a delivery means for it and its vault; other messages have no consequences.
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
  const { deliveryId, memoryId } = message;
  if (!deliveryId || !memoryId) return [];
  const detail = outcome.ok ? "" : outcome.reason;
  if (!HANDING_OVER.some((kind) => kind === message.kind)) {
    if (outcome.ok || retryAt) return [];
    // A provider that was away for days says nothing about the address of a reminder; one that refuses it does.
    const isTelling = message.kind !== "delivery_reminder" || outcome.failure === "refused";
    return isTelling ? recordBounce(tx, message, detail, now) : [];
  }
  if (!outcome.ok && retryAt) {
    await recordEvent(tx, { memoryId, deliveryId, kind: "send_failed", detail }, now);
    return [];
  }
  const locked = await lockDelivery(tx, { memoryId, deliveryId });
  if (!locked) throw new Error(`Delivery ${deliveryId} has no vault.`);
  const { vault, delivery } = locked;
  const kind = moveTold(message, outcome.ok ? "handed_over" : "given_up");
  const isCurrent = delivery.messageId === message.id;
  const isNews = isCurrent && (await moveDelivery(tx, delivery, kind, now, { detail }));
  // Whoever has opened it already, or whose server had it first, changes nothing of what we did.
  if (!isNews) await recordEvent(tx, { memoryId, deliveryId, kind, detail }, now);
  const climbed = isNews && !outcome.ok ? await climb(tx, { vault, delivery, reason: detail, now }) : [];
  return [...climbed, ...(await concludeVault(tx, vault, now))];
}
