import { randomInt } from "node:crypto";
import { differenceInSeconds, subMinutes } from "date-fns";
import { and, eq } from "drizzle-orm";
import { isDeliveryMessage } from "~/domain/outbox/lane";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import {
  continueAttempts,
  forgetContent,
  type NextAttempt,
  repeatMessage,
} from "~/domain/outbox/repeat-message.server";
import { countServerAttempts, nextAttemptAt } from "~/domain/outbox/retry";
import { type LockedDelivery, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { senderOf } from "~/domain/vault/sender.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { transitionForEvent } from "~/domain/vault/transitions";
import type { Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { readPhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, memories, proposedAddresses } from "~db/schema";
import { recordBounce, recordGivenUp } from "./record-bounce.server";
import { isAnswered } from "./record-response.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { writeDeliverySms } from "./try-sms.server";
import { nextGeneration, writeDeliveryMail } from "./write-delivery-mails.server";

/** How far the provider's clock may be behind. */
const CLOCKS_APART_MINUTES = 1;

type Report = { detail: string; at: Date };

/**
 * For a message that the provider did not deliver for a reason other than its address, such as our reputation. It is
 * written again, with a Message-Id of its own, to be sent when the next attempt is due. After the last attempt a letter
 * counts as bounced, and any other message as lost.
 */
export async function recordUndelivered(
  tx: Transaction,
  message: OutboxMessage,
  { detail, at }: Report,
  now: Date,
): Promise<void> {
  const { id: messageId, kind, deliveryId, vaultId, attemptedAt } = message;
  // Of an attempt that was repeated since.
  if (attemptedAt && at < subMinutes(attemptedAt, CLOCKS_APART_MINUTES)) return;
  log.error({ messageId, kind, reason: detail }, "the provider did not deliver a message");
  // The mail server may have kept trying for days.
  const attempts = countServerAttempts(message.attempts, attemptedAt ? differenceInSeconds(at, attemptedAt) : 0);
  const retryAt = nextAttemptAt({ ...message, attempts }, { failure: "unavailable" }, now, randomInt(1_001) / 1_000);
  const next = retryAt && { retryAt, attempts, reason: detail };
  if (!isDeliveryMessage(message)) return repeatOrLose(tx, message, { next, detail }, now);
  const locked = deliveryId && vaultId ? await lockDelivery(tx, { deliveryId, vaultId }) : undefined;
  if (locked?.delivery.messageId !== messageId || (await isAnswered(tx, message, locked.delivery))) return;
  if (!next) {
    await recordBounce(tx, message, detail, now);
    return;
  }
  const { vault, delivery } = locked;
  if (!(await transitionDelivery(tx, delivery, transitionForEvent(message, "undelivered"), now, { detail }))) return;
  const again = await writeAgain(tx, locked, message.createdAt);
  await continueAttempts(tx, again, next);
  await tx.update(deliveries).set({ messageId: again }).where(eq(deliveries.id, delivery.id));
  await settleVaultStatuses(tx, [vault], now);
}

async function repeatOrLose(
  tx: Transaction,
  message: OutboxMessage,
  { next, detail }: { next: NextAttempt | undefined; detail: string },
  now: Date,
): Promise<void> {
  const { id, kind, vaultId } = message;
  if (vaultId) await tx.select({ id: memories.id }).from(memories).where(eq(memories.id, vaultId)).for("update");
  const again = next && (await repeatMessage(tx, message, next));
  if (again && vaultId) await replaceRequest(tx, vaultId, { before: id, again });
  if (again) return;
  await forgetContent(tx, message);
  if (kind !== "recipient_confirmation") await recordGivenUp(tx, message, { isRefused: false, detail }, now);
}

/** The waits for an answer, or for a sender's veto, begin when the repeated message has left. */
async function replaceRequest(
  tx: Transaction,
  vaultId: string,
  { before, again }: { before: string; again: string },
): Promise<void> {
  const messageId = { messageId: again };
  const { vaultId: ofVault, noticeId } = proposedAddresses;
  const ofProposals = eq(ofVault, vaultId);
  await tx
    .update(deliveries)
    .set(messageId)
    .where(and(eq(deliveries.vaultId, vaultId), eq(deliveries.messageId, before)));
  await tx
    .update(proposedAddresses)
    .set(messageId)
    .where(and(ofProposals, eq(proposedAddresses.messageId, before)));
  await tx
    .update(proposedAddresses)
    .set({ noticeId: again })
    .where(and(ofProposals, eq(noticeId, before)));
}

/** Returns the new message's id. It is as old as the first one, whose attempts it continues. */
async function writeAgain(tx: Transaction, { vault, delivery }: LockedDelivery, createdAt: Date): Promise<string> {
  const smsTo = delivery.rung === "sms" && readPhoneNumber(delivery.smsTo ?? "");
  if (!smsTo) return writeDeliveryMail(tx, vault, await senderOf(tx, vault), delivery, createdAt);
  const generation = await nextGeneration(tx, delivery);
  return writeDeliverySms(tx, vault, { ...delivery, generation, smsTo }, createdAt);
}
