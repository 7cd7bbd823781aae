import { addHours } from "date-fns";
import { and, asc, eq, lte } from "drizzle-orm";
import { isBlocked } from "~/domain/recipients/block-sender.server";
import { type LockedDelivery, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import { dueStep } from "~/domain/vault/ladder";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { isOpen } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveries, providerEvents } from "~db/schema";
import { ASK_AGAIN, answerAwaitedUntil } from "./awaited-answer.server";
import { escalate } from "./escalate.server";
import { isProviderLogRead } from "./poll-provider.server";
import { remindRecipient } from "./remind-recipient.server";
import { settleVaultStatuses } from "./settle-vault-status.server";

const BATCH = 200;

/**
 * Sends due reminders and escalates unanswered deliveries. If two reminders were missed, one is sent now and the other
 * after its usual wait. Safe on several machines. A step that fails is tried again in an hour.
 */
export async function takeNextSteps(now = clock.now()): Promise<{ isFull: boolean }> {
  const due = await db
    .select({ deliveryId: deliveries.id, vaultId: deliveries.vaultId })
    .from(deliveries)
    .where(lte(deliveries.nextStepAt, now))
    .orderBy(asc(deliveries.nextStepAt))
    .limit(BATCH);
  for (const step of due) {
    try {
      await takeNextStep(step, now);
    } catch (error) {
      log.error({ err: error, deliveryId: step.deliveryId }, "the next step of a delivery could not be taken");
      await db
        .update(deliveries)
        .set({ nextStepAt: addHours(now, 1) })
        .where(and(eq(deliveries.id, step.deliveryId), lte(deliveries.nextStepAt, now)));
    }
  }
  return { isFull: due.length === BATCH };
}

/**
 * Some transports never report arrivals: a mail counts as arrived after three days without a bounce. Where the
 * provider's log is read, or a mail server has said that it is still trying, silence proves nothing, so the mail counts
 * as arrived only at the last step: a report may have been lost, and no vault may stay on its way forever.
 */
async function presumeArrival(
  tx: Transaction,
  { vault, delivery }: LockedDelivery,
  { isLast }: { isLast: boolean },
  now: Date,
): Promise<void> {
  const isSilent = delivery.state === "sent" && delivery.rung !== "sms";
  if (!isSilent) return;
  if (!isLast && ((await isProviderLogRead(now)) || (await isDelayed(tx, delivery)))) return;
  if (await transitionDelivery(tx, delivery, "presumed_arrived", now)) await settleVaultStatuses(tx, [vault], now);
}

async function isDelayed(tx: Transaction, { messageId }: LockedDelivery["delivery"]): Promise<boolean> {
  const { messageId: ofMessage, kind } = providerEvents;
  return (await tx.$count(providerEvents, and(eq(ofMessage, messageId ?? ""), eq(kind, "delayed")))) > 0;
}

/**
 * A recipient who blocked the sender gets no reminder, and is recorded even where no rung is left. Escalations check
 * that themselves.
 */
async function wantedStep(tx: Transaction, { vault, delivery }: LockedDelivery) {
  const step = dueStep(delivery);
  if (step === "remind" && (await hasBlocked(tx, { vault, delivery }))) return "nothing";
  const isHeld = isFailed(delivery.state) && delivery.rung === "held";
  return isHeld && (await hasBlocked(tx, { vault, delivery })) ? "escalate" : step;
}

function hasBlocked(tx: Transaction, { vault, delivery }: LockedDelivery): Promise<boolean> {
  return isBlocked(tx, { senderId: vault.userId, recipient: delivery.recipientEmail });
}

async function takeNextStep(step: { deliveryId: string; vaultId: string }, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const locked = await lockDelivery(tx, step);
    if (!locked?.delivery.nextStepAt || locked.delivery.nextStepAt > now) return;
    const next = await wantedStep(tx, locked);
    const isLast = next !== "remind" || locked.delivery.reminders > 0;
    await presumeArrival(tx, locked, { isLast }, now);
    switch (next) {
      case "remind":
        return remindRecipient(tx, locked, now);
      case "escalate":
        return escalateUnanswered(tx, locked, now);
      case "wait":
        return setNextStep(tx, locked, addHours(now, ASK_AGAIN));
      case "nothing":
        return setNextStep(tx, locked, null);
    }
  });
}

async function escalateUnanswered(tx: Transaction, locked: LockedDelivery, now: Date): Promise<void> {
  const { vault, delivery } = locked;
  if (!isOpen(vault)) return setNextStep(tx, locked, null);
  // No one is asked any longer about a recipient who has blocked the sender.
  const awaitedUntil = (await hasBlocked(tx, locked)) ? now : await answerAwaitedUntil(tx, delivery, now);
  if (awaitedUntil > now) return setNextStep(tx, locked, awaitedUntil);
  if (!isFailed(delivery.state)) await transitionDelivery(tx, delivery, "sms_unanswered", now);
  await escalate(tx, { ...locked, reason: "", now });
  return settleVaultStatuses(tx, [vault], now);
}

async function setNextStep(tx: Transaction, { delivery }: LockedDelivery, nextStepAt: Date | null): Promise<void> {
  await tx.update(deliveries).set({ nextStepAt }).where(eq(deliveries.id, delivery.id));
}
