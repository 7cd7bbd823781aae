import { createConnection } from "mysql2/promise";
import { groupBy } from "../harness/group-by.ts";
import type { Confirmed } from "./clients.ts";
import { letterOfReader } from "./vault-plan.ts";
import type { Taken } from "../harness/mail-provider.ts";

const HOUR = 3_600_000;
/** How many failures of a kind are shown. */
const EXAMPLES = 5;

/** What became of the vaults, in the manner of a Jepsen checker. Every figure but the first block ought to be nought. */
export type Ledger = {
  vaults: number;
  /** One per recipient. */
  arrived: number;
  /** Taken by the provider, and sent back by the recipient's mail server. */
  cameBack: number;
  held: number;
  cancelled: number;
  waiting: number;
  /** Whose mail waits for the next attempt that the ladder allows. */
  underWay: number;
  /** Milliseconds between the vault's instant and its arrival. */
  lateness: number[];

  lost: string[];
  early: string[];
  wrongRecipient: string[];
  doubledAskable: string[];
  doubledUnaskable: string[];
  /** Arrived although it is held or cancelled, or still under way at the end. */
  contradicted: string[];
  unsettled: string[];
  /** Changes that a person was told are done, and that are not. */
  forgotten: string[];
};

type VaultRow = {
  id: string;
  state: string;
  deliveryAt: Date;
  letter: number;
  recipients: string[];
  reason: string | null;
  /** How many of its mails are still to be sent at an instant that has been set. */
  unsent: number;
};

/** Whether nothing is lost, early, wrong, doubled without need, or forgotten. */
export function isClean(ledger: Ledger): boolean {
  return describeFailures(ledger) === "";
}

/** The first few of each kind of failure; nothing when there is none. */
export function describeFailures(ledger: Ledger): string {
  const { lost, early, wrongRecipient, doubledAskable, contradicted, unsettled, forgotten } = ledger;
  return Object.entries({ lost, early, wrongRecipient, doubledAskable, contradicted, unsettled, forgotten })
    .filter(([, list]) => list.length > 0)
    .map(([kind, list]) => `${kind}: ${list.slice(0, EXAMPLES).join("; ")}${list.length > EXAMPLES ? " …" : ""}`)
    .join("\n");
}

export async function readLedger(mysqlUrl: string, taken: Taken, confirmed: Confirmed[]): Promise<Ledger> {
  const vaults = await readVaults(mysqlUrl);
  const ledger: Ledger = {
    vaults: vaults.length,
    arrived: 0,
    cameBack: 0,
    held: 0,
    cancelled: 0,
    waiting: 0,
    underWay: 0,
    lateness: [],
    lost: [],
    early: [],
    wrongRecipient: [],
    doubledAskable: [],
    doubledUnaskable: [],
    contradicted: [],
    unsettled: [],
    forgotten: [],
  };
  const unanswered = new Set(taken.unanswered);
  const bounced = new Set(taken.bounced);
  const ours = taken.arrivals.filter(({ messageId }) => messageId.startsWith("delivery."));
  const arrivals = groupBy(ours, ({ letter }) => letter);
  for (const vault of vaults) {
    const own = (arrivals.get(vault.letter) ?? []).map((one) => ({ ...one, cameBack: bounced.has(one.messageId) }));
    check(ledger, vault, own, unanswered);
  }

  const known = new Set(vaults.map(({ letter }) => letter));
  for (const { letter, to } of ours) if (!known.has(letter)) ledger.wrongRecipient.push(`${letter} to ${to}`);
  ledger.forgotten = findForgotten(vaults, confirmed);
  return ledger;
}

type OwnArrival = Taken["arrivals"][number] & { cameBack: boolean };

function check(ledger: Ledger, vault: VaultRow, arrivals: OwnArrival[], unanswered: Set<string>): void {
  const { letter, state, deliveryAt, recipients, reason, unsent } = vault;
  const name = `letter ${letter} (${state})`;
  if (state === "cancelled") ledger.cancelled += 1;
  const isWaiting = (state === "scheduled" || state === "sealed") && deliveryAt.getTime() > Date.now() + HOUR;
  if (isWaiting) ledger.waiting += 1;
  if (state === "held") {
    ledger.held += 1;
    if (!reason) ledger.lost.push(`${name} without a reason`);
  }
  const isUnderWay = state === "delivering" && unsent > 0;
  if (isUnderWay) ledger.underWay += 1;
  else if (state === "delivering") ledger.unsettled.push(name);
  for (const { to, takenAt, cameBack } of arrivals) {
    if (!recipients.includes(to)) ledger.wrongRecipient.push(`${name} to ${to}`);
    else if (isWaiting || takenAt < deliveryAt.getTime())
      ledger.early.push(`${name} by ${deliveryAt.getTime() - takenAt} ms`);
    else if (cameBack) continue;
    else if (state === "held" || state === "cancelled" || state === "scheduled") ledger.contradicted.push(name);
    // What people brought forward was due at a full hour before they did so.
    else if (deliveryAt.getTime() % HOUR !== 0) ledger.lateness.push(takenAt - deliveryAt.getTime());
  }
  const isExpected =
    state === "delivered" || state === "delivering" || ((state === "scheduled" || state === "sealed") && !isWaiting);
  for (const recipient of recipients) {
    const own = arrivals.filter(({ to }) => to === recipient);
    if (own.length === 1 && own[0]?.cameBack) {
      ledger.cameBack += 1;
      // On a board the others have theirs.
      if (state === "delivered" && (!reason || recipients.length === 1))
        ledger.lost.push(`${name} came back from ${recipient}, and nobody knows`);
    } else if (own.length === 1) ledger.arrived += 1;
    // On a board that was delivered to others, one recipient may have been refused for good.
    if (own.length === 0 && isExpected && !isUnderWay && !(state === "delivered" && reason))
      ledger.lost.push(`${name} to ${recipient}`);
    if (own.length > 1) {
      const list = own.some(({ messageId }) => unanswered.has(messageId))
        ? ledger.doubledUnaskable
        : ledger.doubledAskable;
      const times = own.map(({ takenAt }) => new Date(takenAt).toISOString().slice(11, 23));
      list.push(`${name} to ${recipient} at ${times.join(" and ")}`);
    }
  }
}

function findForgotten(vaults: VaultRow[], confirmed: Confirmed[]): string[] {
  const byLetter = new Map(vaults.map((vault) => [vault.letter, vault]));
  return confirmed.flatMap(({ done, letter, kind, deliveryAt }) => {
    if (!done) return [];
    const { state, deliveryAt: storedAt } = byLetter.get(letter) ?? {};
    if (kind === "cancel" ? state === "cancelled" : storedAt?.getTime() === deliveryAt) return [];
    const at = (time: number | undefined) => (time === undefined ? "never" : new Date(time).toISOString());
    return [`letter ${letter} (${kind}) to ${at(deliveryAt)}, is ${state} for ${at(storedAt?.getTime())}`];
  });
}

async function readVaults(mysqlUrl: string): Promise<VaultRow[]> {
  const mysql = await createConnection({ uri: mysqlUrl, timezone: "Z" });
  const [rows] = await mysql.query(`
    SELECT memories.id, memories.state, memories.delivery_at AS deliveryAt, memories.recipient_email AS email,
      memories.is_memory_board AS isBoard, profiles.email AS creator,
      (SELECT GROUP_CONCAT(recipients.email) FROM recipients WHERE recipients.memory_id = memories.id) AS listed,
      COALESCE(unsent.messages, 0) AS unsent,
      (SELECT MAX(detail) FROM delivery_events WHERE delivery_events.memory_id = memories.id AND kind IN ('send_given_up', 'bounced')) AS reason
    FROM memories JOIN profiles ON profiles.id = memories.user_id
    LEFT JOIN (SELECT memory_id, COUNT(*) AS messages FROM messages
      WHERE kind = 'delivery' AND state IN ('queued', 'sending') GROUP BY memory_id) unsent ON unsent.memory_id = memories.id`);
  await mysql.end();
  return (rows as (VaultRow & { email: string; isBoard: number; creator: string; listed: string })[]).map((row) => {
    const recipients = row.isBoard ? [...row.listed.split(","), row.creator] : [row.email];
    return { ...row, unsent: Number(row.unsent), recipients, letter: letterOfReader(recipients[0] ?? "") };
  });
}
