import { and, inArray, sql } from "drizzle-orm";
import { changedRows, type Transaction } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { recordEvents } from "./history.server";
import { answerDueAt, firstReminderAt, rungOf } from "./ladder";
import { DELIVERY_TRANSITIONS, type DeliveryTransition, VAULT_TRANSITIONS, type VaultTransition } from "./transitions";

type Columns<Table extends typeof memories | typeof deliveries> = Omit<
  Partial<Table["$inferInsert"]>,
  "id" | "state" | "updatedAt" | "nextStepAt" | "rung"
>;

/** A check that is already due stays due. */
export function checkSoon(now: Date) {
  return { nextCheckAt: sql`LEAST(COALESCE(${memories.nextCheckAt}, ${now}), ${now})`, checkRetryAt: null };
}

function checkAfter(transition: VaultTransition, now: Date) {
  const soon = checkSoon(now);
  switch (transition) {
    case "scheduled":
      return { nextCheckAt: now, checkRetryAt: null };
    case "sealed":
      return soon;
    case "changed":
      return { ...soon, addressStatus: null, addressConcernAt: null };
    default:
      return { nextCheckAt: null, addressStatus: null, addressConcernAt: null };
  }
}

/** For a waiting vault whose address changes without a transition. */
export function checkNewAddress(now: Date) {
  return checkAfter("changed", now);
}

/**
 * Changes the state of vaults and adds it to their records. The caller has locked the rows and checked permissions.
 * @throws Error when a state does not allow it: roll back
 */
export async function transitionVaults(
  tx: Transaction,
  vaultIds: string[],
  transition: VaultTransition,
  now: Date,
  columns: Columns<typeof memories> = {},
): Promise<void> {
  if (vaultIds.length === 0) return;
  const { from, to } = VAULT_TRANSITIONS[transition];
  const result = await tx
    .update(memories)
    .set({ ...columns, ...checkAfter(transition, now), state: to, updatedAt: now })
    .where(and(inArray(memories.id, vaultIds), inArray(memories.state, [...from])));
  if (changedRows(result) !== vaultIds.length) throw new Error(`Vault ${vaultIds.join(", ")} cannot be ${transition}.`);
  const events = vaultIds.map((vaultId) => ({ vaultId, kind: transition }));
  await recordEvents(tx, events, now);
}

/** An arrival keeps a reminder that is set. The wait for an answer to a text message starts when that has left. */
function stepAfter(transition: DeliveryTransition, now: Date) {
  const first = firstReminderAt(now);
  if (transition === "handed_over") return { nextStepAt: first, reminders: 0 };
  if (transition === "sms_handed_over" || transition === "sms_arrived")
    return { nextStepAt: answerDueAt("tried_sms", now) };
  if (transition === "arrived" || transition === "presumed_arrived")
    return { nextStepAt: sql`COALESCE(${deliveries.nextStepAt}, ${first})` };
  // An undelivered SMS keeps the wait of its rung; the reminders of a letter begin with its next handover.
  if (["undelivered", "sms_undelivered"].includes(transition)) return {};
  const rung = rungOf(transition);
  // The arrival of the next message may be reported before its handover.
  const isRestarted = DELIVERY_TRANSITIONS[transition].to === "queued";
  const begun = { ...(rung && { rung }), ...(isRestarted && { reminders: 0 }) };
  return { nextStepAt: answerDueAt(transition, now) ?? null, ...begun };
}

/** Returns false, changing nothing, when the state forbids it: provider events come late, repeated and in any order. */
export async function transitionDelivery(
  tx: Transaction,
  delivery: ChangedDelivery,
  transition: DeliveryTransition,
  now: Date,
  changes: Columns<typeof deliveries> & { detail?: string } = {},
): Promise<boolean> {
  return (await change(tx, [delivery], transition, now, changes)) > 0;
}

/**
 * The caller has locked and checked the deliveries.
 * @throws Error when a state does not allow it: roll back
 */
export async function transitionDeliveries(
  tx: Transaction,
  changed: ChangedDelivery[],
  transition: DeliveryTransition,
  now: Date,
): Promise<void> {
  if (changed.length === 0 || (await change(tx, changed, transition, now)) === changed.length) return;
  throw new Error(`Delivery ${changed.map(({ id }) => id).join(", ")} cannot be ${transition}.`);
}

type ChangedDelivery = { id: string; vaultId: string };

async function change(
  tx: Transaction,
  changed: ChangedDelivery[],
  transition: DeliveryTransition,
  now: Date,
  { detail = "", ...columns }: Columns<typeof deliveries> & { detail?: string } = {},
): Promise<number> {
  const { from, to } = DELIVERY_TRANSITIONS[transition];
  const ids = changed.map(({ id }) => id);
  const result = await tx
    .update(deliveries)
    .set({ ...columns, ...stepAfter(transition, now), state: to, updatedAt: now })
    .where(and(inArray(deliveries.id, ids), inArray(deliveries.state, [...from])));
  const count = changedRows(result);
  if (count === changed.length) {
    const events = changed.map(({ id, vaultId }) => ({ vaultId, deliveryId: id, kind: transition, detail }));
    await recordEvents(tx, events, now);
  }
  return count;
}
