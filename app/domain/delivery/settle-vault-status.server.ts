import { addYears } from "date-fns";
import { and, count, inArray } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import { endLegacyRequestsFor } from "~/domain/legacy/legacy-requests.server";
import { type MessageDraft, writeMessages } from "~/domain/outbox/message.server";
import { touchVaults, type VaultRow } from "~/domain/vault/delivery-rows.server";
import { countedDeliveries, type DeliveryState, isArrived, isHandedOver, isSettled } from "~/domain/vault/events";
import { HELD_YEARS, isExhausted } from "~/domain/vault/ladder";
import { recipientInWords } from "~/domain/vault/own-kind";
import { sendersOf } from "~/domain/vault/sender.server";
import { countDelivered } from "~/domain/vault/tally.server";
import { transitionVaults } from "~/domain/vault/transition.server";
import { isOpen } from "~/domain/vault/vault";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import { env } from "~/env.server";
import type { Transaction } from "~/services/db.server";
import { deliveries, deliveryEvents, type profiles } from "~db/schema";

/**
 * Updates vaults after a change of their deliveries, in the same transaction, once all deliveries are written. The
 * caller has locked the vaults. Once nothing is on its way, a vault is delivered if it reached a recipient, and held if
 * the ladder is exhausted for all of them. A delivered vault is on its way again when no arrival is left, and a held
 * one when a delivery is restarted. The host's own copy of a board changes nothing while there is anyone else.
 * @param isClaimed the vault was opened with its claim card
 * @param isRestarted a delivery goes to a corrected address, or its recipient accepts letters again
 */
export async function settleVaultStatuses(
  tx: Transaction,
  vaults: VaultRow[],
  now: Date,
  { isClaimed = false, isRestarted = false } = {},
): Promise<void> {
  const boards = vaults.filter(({ isMemoryBoard }) => isMemoryBoard);
  await touchVaults(
    tx,
    boards.map(({ id }) => id),
  );
  const open = vaults.filter((vault) => isOpen(vault) && !vault.hasUnaddressed);
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const rows = await tx
    .select({
      vaultId: deliveries.vaultId,
      recipientEmail: deliveries.recipientEmail,
      isHostCopy: deliveries.isHostCopy,
      state: deliveries.state,
      rung: deliveries.rung,
    })
    .from(deliveries)
    .where(inArray(deliveries.vaultId, ids));
  const arrived: Arrived[] = [];
  for (const vault of open) {
    const counted = countedDeliveries(rows.filter(({ vaultId }) => vaultId === vault.id));
    const states = counted.map((row) => row.state);
    if (!states.some(isArrived)) {
      const isHeld = !states.some(isHandedOver) && counted.every(({ rung }) => isExhausted(rung));
      await markUndelivered(tx, vault, { isHeld, isRestarted }, now);
    } else if (vault.state !== "delivered" && states.every(isSettled)) {
      arrived.push({ vault, people: counted.filter(({ recipientEmail }) => recipientEmail !== "") });
    }
  }
  await markDelivered(tx, arrived, isClaimed, now);
}

/** `people` are without the holder of a claim card, who has no email. */
type Arrived = { vault: VaultRow; people: { state: DeliveryState }[] };

async function markUndelivered(
  tx: Transaction,
  vault: VaultRow,
  { isHeld, isRestarted }: { isHeld: boolean; isRestarted: boolean },
  now: Date,
): Promise<void> {
  if (vault.state === "held") {
    if (!isHeld) await transitionVaults(tx, [vault.id], "tried_again", now, { heldUntil: null });
    return;
  }
  if (vault.state === "delivered") {
    await countDelivered(tx, [vault.userId], -1);
    const transition = isRestarted ? "tried_again" : "came_back";
    await transitionVaults(tx, [vault.id], transition, now, { deliveredAt: null });
  }
  if (isHeld) await transitionVaults(tx, [vault.id], "held", now, { heldUntil: addYears(now, HELD_YEARS) });
}

async function markDelivered(tx: Transaction, arrived: Arrived[], isClaimed: boolean, now: Date): Promise<void> {
  if (arrived.length === 0) return;
  const vaults = arrived.map(({ vault }) => vault);
  await countDelivered(
    tx,
    vaults.map(({ userId }) => userId),
    1,
  );
  const columns = { deliveredAt: now, waitingTitle: null, heldUntil: null };
  const isFromCard = ({ state }: VaultRow) => isClaimed && state === "held";
  for (const [transition, changed] of [
    ["claimed", vaults.filter(isFromCard)],
    ["delivered", vaults.filter((vault) => !isFromCard(vault))],
  ] as const) {
    const ids = changed.map(({ id }) => id);
    await transitionVaults(tx, ids, transition, now, columns);
  }
  await endLegacyRequestsFor(tx, ...vaults.map(({ id }) => id));
  const senderOf = await sendersOf(tx, vaults);
  const restarts = await countRestarts(tx, vaults);
  const notices = arrived.map((one) => noticeTo(senderOf(one.vault), one, restarts.get(one.vault.id) ?? 0, now));
  await writeMessages(tx, notices, now);
}

/** How often each delivery was restarted. The sender gets a notice for each arrival. */
async function countRestarts(tx: Transaction, vaults: VaultRow[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ vaultId: deliveryEvents.vaultId, restarts: count() })
    .from(deliveryEvents)
    .where(
      and(
        inArray(
          deliveryEvents.vaultId,
          vaults.map(({ id }) => id),
        ),
        inArray(deliveryEvents.kind, ["came_back", "tried_again"]),
      ),
    )
    .groupBy(deliveryEvents.vaultId);
  return new Map(rows.map(({ vaultId, restarts }) => [vaultId, restarts]));
}

function noticeTo(
  sender: typeof profiles.$inferSelect,
  { vault, people }: Arrived,
  restarts: number,
  now: Date,
): MessageDraft<"delivered_notice"> {
  const reached = people.filter(({ state }) => isArrived(state)).length;
  return {
    kind: "delivered_notice",
    uniqueKey: `delivered_notice:${vault.id}:${restarts}`,
    to: { name: sender.fullName, email: sender.email },
    props: {
      name: sender.fullName,
      title: displayTitleOf(vault),
      recipientName: recipientInWords(vault),
      ...(reached < people.length && { reached: { people: reached, of: people.length } }),
      deliveredOn: dateIn(sender.timeZone, now),
      url: `${env.BASE_URL}/memories/${vault.id}`,
    },
    vaultId: vault.id,
  };
}
