import { eq } from "drizzle-orm";
import { endWaitsFor } from "~/domain/legacy/waits.server";
import { writeMessage } from "~/domain/message/message.server";
import { dateIn } from "~/domain/vault/delivery-date";
import { tally } from "~/domain/vault/tally.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import type { Transaction } from "~/services/db.server";
import { deliveries, type memories, profiles } from "~db/schema";
import { type DeliveryState, isHandedOver, isSettled } from "./delivery";
import { moveVault } from "./move.server";

type VaultRow = typeof memories.$inferSelect;

/**
 * Draws the sum of a vault's deliveries, in the transaction that changed one of them and has locked the vault's row.
 * Once every one is settled the vault is delivered, or held when nobody could be reached; one that was called delivered
 * is held when the last of its letters came back. Answers the ids of messages that follow from it.
 */
export async function concludeVault(tx: Transaction, vault: VaultRow, now: Date): Promise<string[]> {
  if (vault.state !== "delivering" && vault.state !== "delivered") return [];
  const rows = await tx.select({ state: deliveries.state }).from(deliveries).where(eq(deliveries.memoryId, vault.id));
  const states = rows.map((row) => row.state as DeliveryState);
  if (!states.every(isSettled)) return [];
  const isReached = states.some(isHandedOver);
  if (vault.state === "delivered") {
    if (!isReached) await takeBack(tx, vault, now);
    return [];
  }
  if (!isReached) {
    await moveVault(tx, vault.id, "held", now);
    return [];
  }
  return deliver(tx, vault, "delivered", now);
}

/** The same once somebody has opened a vault with its claim card: what was held has arrived by that. */
export async function concludeClaim(tx: Transaction, vault: VaultRow, now: Date): Promise<string[]> {
  return vault.state === "held" ? deliver(tx, vault, "claimed", now) : concludeVault(tx, vault, now);
}

async function deliver(tx: Transaction, vault: VaultRow, move: "delivered" | "claimed", now: Date): Promise<string[]> {
  await tally(tx, vault.userId, { delivered: 1 });
  await moveVault(tx, vault.id, move, now, { deliveredAt: now, waitingTitle: null });
  await endWaitsFor(tx, vault.id);
  return [await noticeToSender(tx, vault, now)];
}

async function takeBack(tx: Transaction, vault: VaultRow, now: Date): Promise<void> {
  await tally(tx, vault.userId, { delivered: -1 });
  await moveVault(tx, vault.id, "came_back", now, { deliveredAt: null });
  await moveVault(tx, vault.id, "held", now);
}

async function noticeToSender(tx: Transaction, vault: VaultRow, now: Date): Promise<string> {
  const sender = await senderOf(tx, vault);
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

/**
 * Tells the sender in a sentence that a letter could not be delivered to its address, with the page where another one
 * can be given. Nothing when that address is the sender's own: it would not arrive either, and the dashboard says it.
 */
export async function tellOfFailure(
  tx: Transaction,
  vault: VaultRow,
  delivery: typeof deliveries.$inferSelect,
  reason: string,
  now: Date,
): Promise<string[]> {
  const sender = await senderOf(tx, vault);
  if (sender.email === delivery.recipientEmail) return [];
  const id = await writeMessage(
    tx,
    {
      kind: "not_delivered",
      uniqueKey: `not_delivered:${delivery.id}:${delivery.messageId ?? ""}`,
      to: { name: sender.fullName, address: sender.email },
      props: {
        name: sender.fullName,
        title: decryptTitle(vault) || DISPLAY_TITLE,
        recipientName: delivery.recipientName,
        recipientEmail: delivery.recipientEmail,
        reason,
        url: `${env.BASE_URL}/memories/${vault.id}/address?delivery=${delivery.id}`,
      },
      memoryId: vault.id,
    },
    now,
  );
  return [id];
}

async function senderOf(tx: Transaction, vault: VaultRow): Promise<typeof profiles.$inferSelect> {
  const [sender] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  if (!sender) throw new Error(`Vault ${vault.id} has no owner.`);
  return sender;
}
