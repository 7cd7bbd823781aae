import { recordReturnedQuestion } from "~/domain/address-health/confirmation.server";
import { trustedNow } from "~/domain/clock/clock-check.server";
import { channelOf } from "~/domain/outbox/channel.server";
import { recordFollowUps } from "~/domain/outbox/follow-up.server";
import { isDeliveryMessage } from "~/domain/outbox/lane";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import type { MessageOwner } from "~/domain/outbox/record-send-result.server";
import { lockDeliveries, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { recordEvent, recordEvents } from "~/domain/vault/history.server";
import { transitionDeliveries, transitionDelivery } from "~/domain/vault/transition.server";
import { allows, DELIVERY_TRANSITIONS, transitionForEvent } from "~/domain/vault/transitions";
import type { Transaction } from "~/services/db.server";
import type { NotSent } from "~/services/provider/outcome.server";
import { withCurrentWording } from "./current-wording.server";
import { escalate } from "./escalate.server";
import { recordGivenUp } from "./record-bounce.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { stillApplies } from "./still-applies.server";

/** With `retryAt`, in the transaction that requeues the message; without it, the message has failed for good. */
async function recordNotSent(
  tx: Transaction,
  message: OutboxMessage,
  outcome: NotSent,
  retryAt: Date | undefined,
  now: Date,
): Promise<void> {
  // Only a refusal says something about the address; an outage does not.
  const isRefused = outcome.failure === "refused";
  if (message.kind === "recipient_confirmation") {
    if (isRefused) await recordReturnedQuestion(tx, message.id, now);
    return;
  }
  const { deliveryId, vaultId } = message;
  const detail = outcome.reason;
  if (!isDeliveryMessage(message)) {
    if (!retryAt) await recordGivenUp(tx, message, { isRefused, detail }, now);
    return;
  }
  if (!deliveryId || !vaultId) return;
  if (retryAt) {
    await recordEvent(tx, { vaultId, deliveryId, kind: "send_failed", detail }, now);
    return;
  }
  const locked = await lockDelivery(tx, { vaultId, deliveryId });
  if (!locked) throw new Error(`Delivery ${deliveryId} has no vault.`);
  const { vault, delivery } = locked;
  const kind = transitionForEvent(message, "given_up");
  const isCurrent = delivery.messageId === message.id;
  const isNews = isCurrent && (await transitionDelivery(tx, delivery, kind, now, { detail }));
  // Opened or reported as arrived before: only an event is recorded.
  if (!isNews) await recordEvent(tx, { vaultId, deliveryId, kind, detail }, now);
  if (isNews) await escalate(tx, { vault, delivery, reason: detail, now });
  await settleVaultStatuses(tx, [vault], now);
}

async function recordHandedOver(tx: Transaction, sent: OutboxMessage[], now: Date): Promise<void> {
  const handing = sent.flatMap(({ id, kind, channel, deliveryId, vaultId }) =>
    deliveryId && vaultId && isDeliveryMessage({ kind })
      ? [{ id, channel, deliveryId, vaultId, move: transitionForEvent({ channel }, "handed_over") }]
      : [],
  );
  if (handing.length === 0) return;
  const locked = await lockDeliveries(tx, handing);
  const found = handing.map((message) => {
    const rows = locked.get(message.deliveryId);
    if (!rows) throw new Error(`Delivery ${message.deliveryId} has no vault.`);
    const { vault, delivery } = rows;
    const isNews = delivery.messageId === message.id && allows(DELIVERY_TRANSITIONS[message.move], delivery.state);
    return { ...message, vault, delivery, isNews };
  });
  for (const move of new Set(found.map((one) => one.move))) {
    const moved = found.filter((one) => one.isNews && one.move === move).map(({ delivery }) => delivery);
    await transitionDeliveries(tx, moved, move, now);
    const arrived = found.filter((one) => one.isNews && one.move === move && channelOf(one).arrivesAtOnce);
    const arrival = transitionForEvent({ channel: arrived[0]?.channel ?? "mail" }, "arrived");
    await transitionDeliveries(
      tx,
      arrived.map(({ delivery }) => delivery),
      arrival,
      now,
    );
  }
  const late = found.filter(({ isNews }) => !isNews);
  await recordEvents(
    tx,
    late.map(({ vaultId, deliveryId, move }) => ({ vaultId, deliveryId, kind: move })),
    now,
  );
  const vaults = [...new Map(found.map(({ vault }) => [vault.id, vault])).values()];
  await settleVaultStatuses(tx, vaults, now);
}

export const deliveryMessages: MessageOwner = {
  stillApplies,
  withCurrentWording,
  recordAccepted: recordHandedOver,
  recordNotSent,
};

/**
 * Records the consequences of results. The waits for the deliveries' next steps start then.
 * @returns whether more may be due
 * @throws UntrustedClock when the clocks disagree
 */
export async function recordConsequences(): Promise<boolean> {
  return recordFollowUps(deliveryMessages, { given: await trustedNow() });
}
