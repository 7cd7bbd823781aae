import { addYears } from "date-fns";
import { inArray } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { endWaitsFor } from "~/domain/legacy/waits.server";
import { type MessageDraft, writeMessages } from "~/domain/outbox/message.server";
import type { VaultRow } from "~/domain/vault/delivery-rows.server";
import { isHandedOver, isSettled } from "~/domain/vault/events";
import { HELD_YEARS, isExhausted } from "~/domain/vault/ladder";
import { sendersOf } from "~/domain/vault/sender.server";
import { tally } from "~/domain/vault/tally.server";
import { moveVault, moveVaults } from "~/domain/vault/transition.server";
import { OPEN_STATES } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import type { Transaction } from "~/services/db.server";
import { deliveries, type profiles } from "~db/schema";

/**
 * Draws the sum of a vault's deliveries, in the transaction that changed one of them and has locked the vault's row.
 * Once nothing is on its way to any address the vault is delivered if somebody was reached, and held when the ladder has
 * come to its end for everybody; one that was called delivered is no longer when the last of its letters came back.
 * `isClaimed` says that it was opened with its claim card. Answers the ids of messages that follow from it.
 */
export function settleVaultStatus(
  tx: Transaction,
  vault: VaultRow,
  now: Date,
  by: { isClaimed?: boolean } = {},
): Promise<string[]> {
  return settleVaultStatuses(tx, [vault], now, by);
}

/** The same for several vaults. */
export async function settleVaultStatuses(
  tx: Transaction,
  vaults: VaultRow[],
  now: Date,
  { isClaimed = false } = {},
): Promise<string[]> {
  const open = vaults.filter((vault) => OPEN_STATES.some((state) => state === vault.state));
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const rows = await tx
    .select({ vaultId: deliveries.vaultId, state: deliveries.state, rung: deliveries.rung })
    .from(deliveries)
    .where(inArray(deliveries.vaultId, ids));
  const arrived: VaultRow[] = [];
  for (const vault of open) {
    const own = rows.filter(({ vaultId }) => vaultId === vault.id);
    const states = own.map((row) => row.state);
    if (!states.some(isHandedOver)) {
      const isAtItsEnd = own.every(({ rung }) => isExhausted(rung));
      await takeBack(tx, vault, isAtItsEnd, now);
    } else if (vault.state !== "delivered" && states.every(isSettled)) {
      arrived.push(vault);
    }
  }
  return callDelivered(tx, arrived, isClaimed, now);
}

/** Nobody was reached by it, or nobody any more. */
async function takeBack(tx: Transaction, vault: VaultRow, isAtItsEnd: boolean, now: Date): Promise<void> {
  if (vault.state === "held") return;
  if (vault.state === "delivered") {
    await tally(tx, vault.userId, { delivered: -1 });
    await moveVault(tx, vault.id, "came_back", now, { deliveredAt: null });
  }
  if (isAtItsEnd) await moveVault(tx, vault.id, "held", now, { heldUntil: addYears(now, HELD_YEARS) });
}

async function callDelivered(tx: Transaction, vaults: VaultRow[], isClaimed: boolean, now: Date): Promise<string[]> {
  if (vaults.length === 0) return [];
  for (const [delivered, userIds] of countsOf(vaults)) await tally(tx, userIds, { delivered });
  const columns = { deliveredAt: now, waitingTitle: null, heldUntil: null };
  const isFromCard = ({ state }: VaultRow) => isClaimed && state === "held";
  for (const [move, moved] of [
    ["claimed", vaults.filter(isFromCard)],
    ["delivered", vaults.filter((vault) => !isFromCard(vault))],
  ] as const) {
    const ids = moved.map(({ id }) => id);
    await moveVaults(tx, ids, move, now, columns);
  }
  await endWaitsFor(tx, ...vaults.map(({ id }) => id));
  const senderOf = await sendersOf(tx, vaults);
  const notices = vaults.map((vault) => noticeTo(senderOf(vault), vault, now));
  return writeMessages(tx, notices, now);
}

/** The owners of vaults, by how many of them they have. */
function countsOf(vaults: VaultRow[]): Map<number, string[]> {
  const counts = new Map<string, number>();
  for (const { userId } of vaults) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const owners = new Map<number, string[]>();
  for (const [userId, count] of counts) owners.set(count, [...(owners.get(count) ?? []), userId]);
  return owners;
}

function noticeTo(sender: typeof profiles.$inferSelect, vault: VaultRow, now: Date): MessageDraft<"delivered_notice"> {
  return {
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
    vaultId: vault.id,
  };
}
