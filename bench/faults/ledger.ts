import { createConnection } from "mysql2/promise";
import type { Arrival, ProviderState } from "../harness/mail-provider.ts";
import type { ConfirmedChange } from "./clients.ts";
import { isExcused } from "./smtp-doubles.ts";
import type { Outage } from "./supervised-process.ts";
import { letterOfReader } from "./vault-plan.ts";

const HOUR = 3_600_000;
/** Printed failures of each kind. */
const EXAMPLES = 5;

/** The outcome of a run, in the manner of a Jepsen checker. The lists should be empty. */
export type Ledger = {
  vaults: number;
  arrived: number;
  bounced: number;
  held: number;
  cancelled: number;
  waiting: number;
  retrying: number;
  /** Opened by a claim card. */
  claimed: number;
  /** In milliseconds after the vault's instant. */
  lateness: number[];

  lost: string[];
  early: string[];
  wrongRecipient: string[];
  doubled: string[];
  /** Doubled because the provider's log could not be queried; not a failure. */
  doubledWithoutLog: string[];
  /** Doubled over SMTP because the worker was killed before it recorded the first; not a failure. */
  doubledByKill: string[];
  /** Held because the attempt after such a kill was refused; not a failure. */
  refusedAfterKill: string[];
  /** Arrived although held, cancelled or still scheduled. */
  sentDespiteState: string[];
  /** Still being delivered at the end, with no attempt left. */
  stuck: string[];
  /** Confirmed to the sender, but undone. */
  lostChanges: string[];
  /** Should have refused to start. */
  ranWithoutKey: string[];
};

type Findings = { provider: ProviderState; confirmed: ConfirmedChange[]; outages: Outage[] };

type VaultRow = {
  id: string;
  state: string;
  deliveryAt: Date;
  letter: number;
  recipients: string[];
  /** Of a board: its host, whose own copy may arrive although all others bounced and the board is held. */
  host: string | null;
  /** Recipients whose mail was refused or came back. */
  refused: string[];
  reason: string | null;
  unsent: number;
  /** When its claim card opened it, by the database's clock. */
  claimedAt: Date | null;
  /** Deliveries without a recorded result. Others that are on their way wait for the provider's report. */
  queued: number;
  /** Its mails and its record, to explain a failure. */
  mails: string | null;
  events: string | null;
};

export function isClean(ledger: Ledger): boolean {
  return describeFailures(ledger) === "";
}

/** Up to `EXAMPLES` of each kind; empty without failures. */
export function describeFailures(ledger: Ledger): string {
  const { lost, early, wrongRecipient, doubled, sentDespiteState, stuck, lostChanges, ranWithoutKey } = ledger;
  return Object.entries({ lost, early, wrongRecipient, doubled, sentDespiteState, stuck, lostChanges, ranWithoutKey })
    .filter(([, list]) => list.length > 0)
    .map(([kind, list]) => `${kind}: ${list.slice(0, EXAMPLES).join("; ")}${list.length > EXAMPLES ? " …" : ""}`)
    .join("\n");
}

export async function readLedger(mysqlUrl: string, findings: Findings): Promise<Ledger> {
  const { provider, confirmed, outages } = findings;
  const vaults = await readVaults(mysqlUrl);
  const ledger: Ledger = {
    vaults: vaults.length,
    arrived: 0,
    bounced: 0,
    held: 0,
    cancelled: 0,
    waiting: 0,
    retrying: 0,
    claimed: 0,
    lateness: [],
    lost: [],
    early: [],
    wrongRecipient: [],
    doubled: [],
    doubledWithoutLog: [],
    doubledByKill: [],
    refusedAfterKill: [],
    sentDespiteState: [],
    stuck: [],
    lostChanges: [],
    ranWithoutKey: [],
  };
  const withoutLog = new Set(provider.failedLogQueries);
  const bounced = new Set(provider.bounced);
  const deliveries = provider.arrivals.filter(({ messageId }) => messageId.startsWith("delivery."));
  const arrivals = Map.groupBy(deliveries, ({ letter }) => letter);
  for (const vault of vaults) {
    const own = (arrivals.get(vault.letter) ?? []).map((one) => ({ ...one, isBounced: bounced.has(one.messageId) }));
    checkState(ledger, vault, { arrivals: own, outages });
    for (const recipient of vault.recipients) {
      const mails = own.filter(({ to }) => to === recipient);
      checkRecipient(ledger, vault, { recipient, mails, withoutLog, outages });
    }
  }

  const known = new Set(vaults.map(({ letter }) => letter));
  for (const { letter, to } of deliveries) if (!known.has(letter)) ledger.wrongRecipient.push(`${letter} to ${to}`);
  ledger.lostChanges = findLostChanges(vaults, confirmed);
  return ledger;
}

type VaultArrival = Arrival & { isBounced: boolean };

const nameOf = ({ letter, state, mails, events }: VaultRow) =>
  `letter ${letter} (${state}; mails: ${mails ?? "none"}; record: ${events ?? "none"})`;

function isWaiting({ state, deliveryAt }: VaultRow): boolean {
  return (state === "scheduled" || state === "sealed") && deliveryAt.getTime() > Date.now() + HOUR;
}

/** A letter that was opened with its card is mailed nevertheless. */
function isRetrying({ state, unsent, claimedAt }: VaultRow): boolean {
  return (state === "delivering" || claimedAt !== null) && unsent > 0;
}

type Observed = { arrivals: VaultArrival[]; outages: Outage[] };

function checkState(ledger: Ledger, vault: VaultRow, { arrivals, outages }: Observed): void {
  const { state, deliveryAt, recipients, host, reason, queued, claimedAt } = vault;
  const name = nameOf(vault);
  if (state === "cancelled") ledger.cancelled += 1;
  if (isWaiting(vault)) ledger.waiting += 1;
  if (state === "held") {
    ledger.held += 1;
    if (!reason) ledger.lost.push(`${name} without a reason`);
  }
  if (claimedAt) {
    ledger.claimed += 1;
    if (claimedAt < deliveryAt) ledger.early.push(`${name} by card, ${deliveryAt.getTime() - claimedAt.getTime()} ms`);
    if (state !== "delivered") ledger.sentDespiteState.push(`${name}, by card`);
  }
  if (isRetrying(vault)) ledger.retrying += 1;
  else if (state === "delivering" && queued > 0) ledger.stuck.push(name);
  for (const arrival of arrivals) {
    const { to, takenAt, isBounced } = arrival;
    if (!recipients.includes(to)) ledger.wrongRecipient.push(`${name} to ${to}`);
    else if (isWaiting(vault) || takenAt < deliveryAt.getTime())
      ledger.early.push(`${name} by ${deliveryAt.getTime() - takenAt} ms`);
    else if (isBounced || (state === "held" && to === host)) continue;
    else if (state === "held" && isExcused(arrival, outages)) ledger.refusedAfterKill.push(name);
    else if (state === "held" || state === "cancelled" || state === "scheduled") ledger.sentDespiteState.push(name);
    // A vault moved to today is due at a full hour in the past.
    else if (deliveryAt.getTime() % HOUR !== 0) ledger.lateness.push(takenAt - deliveryAt.getTime());
  }
}

type Mails = { recipient: string; mails: VaultArrival[]; withoutLog: Set<string>; outages: Outage[] };

function checkRecipient(ledger: Ledger, vault: VaultRow, { recipient, mails, withoutLog, outages }: Mails): void {
  const { state, recipients, refused, reason, claimedAt } = vault;
  const name = nameOf(vault);
  const isExpected =
    state === "delivered" ||
    state === "delivering" ||
    ((state === "scheduled" || state === "sealed") && !isWaiting(vault));
  if (mails.length === 1 && mails[0]?.isBounced) {
    ledger.bounced += 1;
    // The other recipients of a board have their mail.
    if (state === "delivered" && !claimedAt && (!reason || recipients.length === 1))
      ledger.lost.push(`${name} bounced from ${recipient} unrecorded`);
  } else if (mails.length === 1) ledger.arrived += 1;
  // One recipient of a board may be refused for good. A letter may be, and then be opened with its card.
  const isRefused =
    refused.includes(recipient) || (state === "delivered" && reason !== null && recipients.length === 1);
  if (mails.length === 0 && isExpected && !isRetrying(vault) && !isRefused) ledger.lost.push(`${name} to ${recipient}`);
  if (mails.length > 1) {
    const times = mails.map(({ takenAt, overSmtp }) => {
      const time = new Date(takenAt).toISOString().slice(11, 23);
      return overSmtp ? `${time} from ${overSmtp.login}` : time;
    });
    doubledList(ledger, mails, withoutLog, outages).push(`${name} to ${recipient} at ${times.join(" and ")}`);
  }
}

function doubledList(ledger: Ledger, mails: VaultArrival[], withoutLog: Set<string>, outages: Outage[]): string[] {
  if (mails.some(({ messageId }) => withoutLog.has(messageId))) return ledger.doubledWithoutLog;
  const inOrder = mails.toSorted((a, b) => a.takenAt - b.takenAt);
  return inOrder.slice(0, -1).every((mail) => isExcused(mail, outages)) ? ledger.doubledByKill : ledger.doubled;
}

function findLostChanges(vaults: VaultRow[], confirmed: ConfirmedChange[]): string[] {
  const byLetter = new Map(vaults.map((vault) => [vault.letter, vault]));
  return confirmed.flatMap(({ done, letter, kind, deliveryAt }) => {
    if (!done || kind === "claim") return [];
    const { state, deliveryAt: storedAt } = byLetter.get(letter) ?? {};
    if (kind === "cancel" ? state === "cancelled" : storedAt?.getTime() === deliveryAt) return [];
    const at = (time: number | undefined) => (time === undefined ? "never" : new Date(time).toISOString());
    return [`letter ${letter} (${kind}) to ${at(deliveryAt)}, is ${state} for ${at(storedAt?.getTime())}`];
  });
}

type StoredRow = Omit<VaultRow, "refused"> & {
  email: string;
  isBoard: number;
  sender: string;
  listed: string;
  refused: string | null;
};

async function readVaults(mysqlUrl: string): Promise<VaultRow[]> {
  const mysql = await createConnection({ uri: mysqlUrl, timezone: "Z" });
  const [rows] = await mysql.query(`
    SELECT memories.id, memories.state, memories.delivery_at AS deliveryAt, memories.recipient_email AS email,
      memories.is_memory_board AS isBoard, profiles.email AS sender,
      (SELECT GROUP_CONCAT(recipients.email) FROM recipients WHERE recipients.memory_id = memories.id) AS listed,
      COALESCE(unsent.messages, 0) AS unsent,
      (SELECT COUNT(*) FROM deliveries WHERE deliveries.memory_id = memories.id AND deliveries.state = 'queued') AS queued,
      (SELECT GROUP_CONCAT(deliveries.recipient_email) FROM deliveries
        WHERE deliveries.memory_id = memories.id AND deliveries.state IN ('failed', 'bounced')) AS refused,
      (SELECT MIN(at) FROM delivery_events WHERE delivery_events.memory_id = memories.id AND kind = 'card_used') AS claimedAt,
      (SELECT MAX(detail) FROM delivery_events WHERE delivery_events.memory_id = memories.id AND kind IN ('send_given_up', 'bounced')) AS reason,
      (SELECT GROUP_CONCAT(CONCAT_WS(' ', state, 'after', attempts, 'attempts,', last_error) SEPARATOR '; ') FROM messages
        WHERE messages.memory_id = memories.id AND messages.kind = 'delivery') AS mails,
      (SELECT GROUP_CONCAT(CONCAT(kind, ' ', TIME(at)) ORDER BY id SEPARATOR ', ') FROM delivery_events
        WHERE delivery_events.memory_id = memories.id) AS events
    FROM memories JOIN profiles ON profiles.id = memories.user_id
    LEFT JOIN (SELECT memory_id, COUNT(*) AS messages FROM messages
      WHERE kind = 'delivery' AND state IN ('queued', 'sending') GROUP BY memory_id) unsent ON unsent.memory_id = memories.id`);
  await mysql.end();
  return (rows as StoredRow[]).map((row) => {
    const recipients = row.isBoard ? [...row.listed.split(","), row.sender] : [row.email];
    return {
      ...row,
      refused: row.refused?.split(",") ?? [],
      unsent: Number(row.unsent),
      queued: Number(row.queued),
      recipients,
      host: row.isBoard ? row.sender : null,
      letter: letterOfReader(recipients[0] ?? ""),
    };
  });
}
