import { and, inArray, sql } from "drizzle-orm";
import { changedRows, type Transaction } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { recordEvents } from "./history.server";
import { answerDueAt, firstReminderAt, rungOf } from "./ladder";
import { DELIVERY_MOVES, type DeliveryMove, VAULT_MOVES, type VaultMove } from "./transitions";

type Columns<Table extends typeof memories | typeof deliveries> = Omit<
  Partial<Table["$inferInsert"]>,
  "id" | "state" | "updatedAt" | "nextStepAt" | "rung"
>;

/** What waits is looked after anew with each move, and what was due before it is not forgotten; the rest needs no care. */
function checkAfter(move: VaultMove, now: Date) {
  const soon = { nextCheckAt: sql`LEAST(COALESCE(${memories.nextCheckAt}, ${now}), ${now})` };
  switch (move) {
    case "scheduled":
      return { nextCheckAt: now };
    case "sealed":
      return soon;
    case "changed":
      return { ...soon, ...NOTHING_KNOWN };
    default:
      return { nextCheckAt: null, ...NOTHING_KNOWN };
  }
}

/** Of a vault's addresses, until they are looked at again. */
const NOTHING_KNOWN = { addressStatus: null, addressConcernAt: null };

/** For whoever gives a waiting vault another address without a move. */
export function checkNewAddress(now: Date) {
  return checkAfter("changed", now);
}

/**
 * Moves a vault, with what else changes in its row, and puts the move on its record, in the caller's transaction.
 * The caller has locked the row and answered for what people may ask.
 * @throws Error when the vault is in no state that allows the move: the transaction is to be given up then
 */
export function moveVault(
  tx: Transaction,
  vaultId: string,
  move: VaultMove,
  now: Date,
  columns: Columns<typeof memories> = {},
): Promise<void> {
  return moveVaults(tx, [vaultId], move, now, columns);
}

/** The same for several vaults at once: all of them, or none. */
export async function moveVaults(
  tx: Transaction,
  vaultIds: string[],
  move: VaultMove,
  now: Date,
  columns: Columns<typeof memories> = {},
): Promise<void> {
  if (vaultIds.length === 0) return;
  const { from, to } = VAULT_MOVES[move];
  const result = await tx
    .update(memories)
    .set({ ...columns, ...checkAfter(move, now), state: to, updatedAt: now })
    .where(and(inArray(memories.id, vaultIds), inArray(memories.state, [...from])));
  if (changedRows(result) !== vaultIds.length) throw new Error(`Vault ${vaultIds.join(", ")} cannot be ${move}.`);
  const events = vaultIds.map((vaultId) => ({ vaultId, kind: move }));
  await recordEvents(tx, events, now);
}

/**
 * A move says on which rung the delivery stands, and when there is something to be done next: after an arrival the
 * reminder that stands, or the first; after a text message or a question the end of our patience; after the others nothing.
 */
function stepAfter(move: DeliveryMove, now: Date) {
  const first = firstReminderAt(now);
  if (move === "handed_over") return { nextStepAt: first, reminders: 0 };
  if (move === "arrived" || move === "sms_handed_over" || move === "sms_arrived")
    return { nextStepAt: sql`COALESCE(${deliveries.nextStepAt}, ${first})` };
  const rung = rungOf(move);
  return { nextStepAt: answerDueAt(move, now) ?? null, ...(rung && { rung }) };
}

/**
 * Moves the delivery to one recipient and puts the move on the vault's record, in the caller's transaction. False, and
 * nothing changed, when its state does not allow the move: what the outside tells us comes late, twice, in any order.
 */
export async function moveDelivery(
  tx: Transaction,
  delivery: MovedDelivery,
  move: DeliveryMove,
  now: Date,
  { detail = "", ...columns }: Columns<typeof deliveries> & { detail?: string } = {},
): Promise<boolean> {
  if ((await setDeliveries(tx, [delivery], move, now, columns)) === 0) return false;
  await recordMoves(tx, [delivery], move, now, detail);
  return true;
}

/**
 * Moves several deliveries at once, whose rows the caller has locked and found in a state that allows it.
 * @throws Error when that is not so of one of them: the transaction is to be given up then
 */
export async function moveDeliveries(
  tx: Transaction,
  moved: MovedDelivery[],
  move: DeliveryMove,
  now: Date,
): Promise<void> {
  if (moved.length === 0) return;
  if ((await setDeliveries(tx, moved, move, now)) !== moved.length) {
    throw new Error(`Delivery ${moved.map(({ id }) => id).join(", ")} cannot be ${move}.`);
  }
  await recordMoves(tx, moved, move, now);
}

type MovedDelivery = { id: string; vaultId: string };

/** Answers how many were in a state that allows the move. */
async function setDeliveries(
  tx: Transaction,
  moved: MovedDelivery[],
  move: DeliveryMove,
  now: Date,
  columns: Columns<typeof deliveries> = {},
): Promise<number> {
  const { from, to } = DELIVERY_MOVES[move];
  const ids = moved.map(({ id }) => id);
  const result = await tx
    .update(deliveries)
    .set({ ...columns, ...stepAfter(move, now), state: to, updatedAt: now })
    .where(and(inArray(deliveries.id, ids), inArray(deliveries.state, [...from])));
  return changedRows(result);
}

function recordMoves(tx: Transaction, moved: MovedDelivery[], kind: DeliveryMove, now: Date, detail = "") {
  const events = moved.map(({ id, vaultId }) => ({ vaultId, deliveryId: id, kind, detail }));
  return recordEvents(tx, events, now);
}
