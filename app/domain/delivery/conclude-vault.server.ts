import { addYears } from "date-fns";
import { eq } from "drizzle-orm";
import { endWaitsFor } from "~/domain/legacy/waits.server";
import { writeMessage } from "~/domain/message/message.server";
import { dateIn } from "~/domain/vault/delivery-date";
import { tally } from "~/domain/vault/tally.server";
import { OPEN_STATES } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import type { Transaction } from "~/services/db.server";
import { deliveries } from "~db/schema";
import { type DeliveryState, isHandedOver, isSettled } from "./delivery";
import type { VaultRow } from "./delivery-rows.server";
import { HELD_YEARS, isAtEnd } from "./ladder";
import { moveVault } from "./move.server";
import { senderOf } from "./sender-of.server";

/**
 * Draws the sum of a vault's deliveries, in the transaction that changed one of them and has locked the vault's row.
 * Once nothing is on its way to any address the vault is delivered if somebody was reached, and held when the ladder has
 * come to its end for everybody; one that was called delivered is no longer when the last of its letters came back.
 * `isClaimed` says that it was opened with its claim card. Answers the ids of messages that follow from it.
 */
export async function concludeVault(
  tx: Transaction,
  vault: VaultRow,
  now: Date,
  { isClaimed = false } = {},
): Promise<string[]> {
  if (!OPEN_STATES.some((state) => state === vault.state)) return [];
  const rows = await tx
    .select({ state: deliveries.state, rung: deliveries.rung })
    .from(deliveries)
    .where(eq(deliveries.memoryId, vault.id));
  const states = rows.map((row) => row.state as DeliveryState);
  if (states.some(isHandedOver)) {
    if (vault.state === "delivered" || !states.every(isSettled)) return [];
    await tally(tx, vault.userId, { delivered: 1 });
    const move = isClaimed && vault.state === "held" ? "claimed" : "delivered";
    await moveVault(tx, vault.id, move, now, { deliveredAt: now, waitingTitle: null, heldUntil: null });
    await endWaitsFor(tx, vault.id);
    return [await noticeToSender(tx, vault, now)];
  }
  if (vault.state === "held") return [];
  if (vault.state === "delivered") {
    await tally(tx, vault.userId, { delivered: -1 });
    await moveVault(tx, vault.id, "came_back", now, { deliveredAt: null });
  }
  if (rows.every(({ rung }) => isAtEnd(rung))) {
    await moveVault(tx, vault.id, "held", now, { heldUntil: addYears(now, HELD_YEARS) });
  }
  return [];
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
