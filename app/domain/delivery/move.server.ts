import { and, eq, inArray, sql } from "drizzle-orm";
import { changedRows, type Transaction } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { firstReminderAt, patienceAfter, rungOf } from "./ladder";
import { DELIVERY_MOVES, type DeliveryMove, VAULT_MOVES, type VaultMove } from "./moves";
import { recordEvent } from "./record.server";

type Columns<Table extends typeof memories | typeof deliveries> = Omit<
  Partial<Table["$inferInsert"]>,
  "id" | "state" | "updatedAt" | "nextStepAt" | "rung"
>;

/** What waits is looked after anew with each move, and what was due before it is not forgotten; the rest needs no care. */
function careAfter(move: VaultMove, now: Date) {
  const soon = { nextCareAt: sql`LEAST(COALESCE(${memories.nextCareAt}, ${now}), ${now})` };
  switch (move) {
    case "scheduled":
      return { nextCareAt: now };
    case "sealed":
      return soon;
    case "changed":
      return { ...soon, ...NOTHING_KNOWN };
    default:
      return { nextCareAt: null, ...NOTHING_KNOWN };
  }
}

/** Of a vault's addresses, until they are looked at again. */
const NOTHING_KNOWN = { addressStatus: null, addressConcernAt: null };

/** For whoever gives a waiting vault another address without a move. */
export function careForNewAddress(now: Date) {
  return careAfter("changed", now);
}

/**
 * Moves a vault, with what else changes in its row, and puts the move on its record, in the caller's transaction.
 * The caller has locked the row and answered for what people may ask.
 * @throws Error when the vault is in no state that allows the move: nothing is changed then
 */
export async function moveVault(
  tx: Transaction,
  memoryId: string,
  move: VaultMove,
  now: Date,
  columns: Columns<typeof memories> = {},
): Promise<void> {
  const { from, to } = VAULT_MOVES[move];
  const result = await tx
    .update(memories)
    .set({ ...columns, ...careAfter(move, now), state: to, updatedAt: now })
    .where(and(eq(memories.id, memoryId), inArray(memories.state, [...from])));
  if (changedRows(result) === 0) throw new Error(`Vault ${memoryId} cannot be ${move}.`);
  await recordEvent(tx, { memoryId, kind: move }, now);
}

/**
 * A move says on which rung the delivery stands, and when there is something to be done next: after an arrival the
 * reminder that stands, or the first; after a text message or a question the end of our patience; after the others nothing.
 */
function stepAfter(move: DeliveryMove, now: Date) {
  const first = firstReminderAt(now);
  if (move === "handed_over") return { nextStepAt: first, reminders: 0 };
  if (move === "arrived" || move === "text_handed_over" || move === "text_arrived")
    return { nextStepAt: sql`COALESCE(${deliveries.nextStepAt}, ${first})` };
  const rung = rungOf(move);
  return { nextStepAt: patienceAfter(move, now) ?? null, ...(rung && { rung }) };
}

/**
 * Moves the delivery to one recipient and puts the move on the vault's record, in the caller's transaction. False, and
 * nothing changed, when its state does not allow the move: what the outside tells us comes late, twice, in any order.
 */
export async function moveDelivery(
  tx: Transaction,
  delivery: { id: string; memoryId: string },
  move: DeliveryMove,
  now: Date,
  { detail = "", ...columns }: Columns<typeof deliveries> & { detail?: string } = {},
): Promise<boolean> {
  const { from, to } = DELIVERY_MOVES[move];
  const result = await tx
    .update(deliveries)
    .set({ ...columns, ...stepAfter(move, now), state: to, updatedAt: now })
    .where(and(eq(deliveries.id, delivery.id), inArray(deliveries.state, [...from])));
  if (changedRows(result) === 0) return false;
  await recordEvent(tx, { memoryId: delivery.memoryId, deliveryId: delivery.id, kind: move, detail }, now);
  return true;
}
