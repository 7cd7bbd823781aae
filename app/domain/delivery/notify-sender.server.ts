import { addYears } from "date-fns";
import { eq } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import type { DeliveryRow, VaultRow } from "~/domain/vault/delivery-rows.server";
import { countedDeliveries, isArrived } from "~/domain/vault/events";
import { keptUntil } from "~/domain/vault/keeping";
import { type DeliveryRung, HELD_YEARS, type NextRung } from "~/domain/vault/ladder";
import { senderOf } from "~/domain/vault/sender.server";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import type { Transaction } from "~/services/db.server";
import { deliveries } from "~db/schema";

type Failure = { reason: string; rung: NextRung };

export async function notifyEscalation(
  tx: Transaction,
  vault: VaultRow,
  delivery: DeliveryRow,
  { reason, rung }: Failure,
  now: Date,
): Promise<void> {
  const about = await noticeOf(tx, vault, delivery, reason);
  const left = delivery.rung;
  if (!about || rung === "sender" || rung === "held" || !isSkippedRung(left)) return;
  const props = { ...about.props, left, next: rung, backupName: vault.backupName || vault.backupEmail || "" };
  const uniqueKey = `trying_another_way:${delivery.id}:${rung}:${delivery.messageId ?? ""}`;
  await writeMessage(tx, { ...about, kind: "trying_another_way", uniqueKey, props }, now);
}

function isSkippedRung(rung: DeliveryRung): rung is "first_address" | "second_address" | "sms" | "backup" {
  return rung !== "legacy" && rung !== "sender" && rung !== "held" && rung !== "unwanted";
}

/** Sends nothing when the failed email is the sender's own. The dashboard asks as well. */
export async function askSender(
  tx: Transaction,
  vault: VaultRow,
  delivery: DeliveryRow,
  reason: string,
  now: Date,
): Promise<string[]> {
  const about = await noticeOf(tx, vault, delivery, reason);
  if (!about) return [];
  const props = { ...about.props, keptUntil: dateIn(vault.deliveryZone, await endOfKeeping(tx, vault, now)) };
  // There is no message if several legacy contacts were asked.
  const uniqueKey = `not_delivered:${delivery.id}:${delivery.generation}:${delivery.messageId ?? ""}`;
  return [await writeMessage(tx, { ...about, kind: "not_delivered", uniqueKey, props }, now)];
}

/** Once for each address, unless it is the sender's own. */
export async function notifyBlocked(tx: Transaction, vault: VaultRow, delivery: Notified, now: Date): Promise<void> {
  const about = await noticeOf(tx, vault, delivery, "");
  if (!about) return;
  const uniqueKey = `blocked_notice:${delivery.id}:${delivery.generation}`;
  const url = `${env.BASE_URL}/memories/${vault.id}`;
  await writeMessage(tx, { ...about, kind: "blocked_notice", uniqueKey, props: { ...about.props, url } }, now);
}

/** The years count from the delivery if the vault reached someone, and otherwise from now. */
async function endOfKeeping(tx: Transaction, { id, deliveredAt }: VaultRow, now: Date): Promise<Date> {
  const { state, isHostCopy } = deliveries;
  const all = deliveredAt
    ? await tx.select({ state, isHostCopy }).from(deliveries).where(eq(deliveries.vaultId, id))
    : [];
  const isReached = countedDeliveries(all).some((one) => isArrived(one.state));
  return deliveredAt && isReached ? keptUntil(deliveredAt) : addYears(now, HELD_YEARS);
}

type Notified = Pick<DeliveryRow, "id" | "generation" | "recipientName" | "recipientEmail"> &
  Partial<Pick<DeliveryRow, "firstEmail">>;

async function noticeOf(tx: Transaction, vault: VaultRow, delivery: Notified, reason: string) {
  const sender = await senderOf(tx, vault);
  const { id, recipientName, recipientEmail, firstEmail } = delivery;
  if ([recipientEmail, firstEmail].includes(sender.email)) return undefined;
  return {
    to: { name: sender.fullName, email: sender.email },
    vaultId: vault.id,
    props: {
      name: sender.fullName,
      title: displayTitleOf(vault),
      recipientName,
      recipientEmail,
      reason,
      url: `${env.BASE_URL}/memories/${vault.id}/address?delivery=${id}`,
    },
  };
}
