import { and, eq, gte, inArray } from "drizzle-orm";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import { type DeliveryRow, lockDelivery } from "~/domain/vault/delivery-rows.server";
import { hasAnswered } from "~/domain/vault/ladder";
import { transitionDelivery } from "~/domain/vault/transition.server";
import type { Transaction } from "~/services/db.server";
import { deliveryEvents } from "~db/schema";
import { settleVaultStatuses } from "./settle-vault-status.server";

/** A recipient who responds to a mail has received it, even if it bounced. Ends the escalation. */
export async function recordResponse(
  tx: Transaction,
  ids: { vaultId: string; deliveryId: string },
  now: Date,
): Promise<void> {
  const locked = await lockDelivery(tx, ids);
  if (!locked || !(await transitionDelivery(tx, locked.delivery, "responded", now))) return;
  await settleVaultStatuses(tx, [locked.vault], now);
}

/**
 * Whether the recipient has answered since `message` was written, which proves that it reached them, even if they have
 * undone the answer.
 */
export async function isAnswered(tx: Transaction, message: OutboxMessage, delivery: DeliveryRow): Promise<boolean> {
  if (hasAnswered(delivery)) return true;
  const { vaultId, deliveryId, kind, at } = deliveryEvents;
  const isAnswer = and(eq(deliveryId, delivery.id), inArray(kind, ["declined", "put_off"]), gte(at, message.createdAt));
  return (await tx.$count(deliveryEvents, and(eq(vaultId, delivery.vaultId), isAnswer))) > 0;
}
