import { and, asc, desc, eq, gt, gte, type SQL } from "drizzle-orm";
import { legibleTitleOf } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveryEvents, memories } from "~db/schema";

type AnnouncedKind = "delivered" | "held" | "opened" | "replied";
/** `moved` is any other step of a delivery, and is not announced. */
export type LiveEvent<Kind = AnnouncedKind | "moved"> = { kind: Kind; vaultId: string; title: string };
export type Announced = LiveEvent<AnnouncedKind>;
type Listener = (event: LiveEvent) => void;

const KINDS: Record<string, LiveEvent["kind"]> = {
  delivered: "delivered",
  held: "held",
  opened: "opened",
  replied: "replied",
  due: "moved",
  handed_over: "moved",
  bounced: "moved",
};
/** One poll per process serves all subscribers. */
const POLL_INTERVAL_MS = 1_000;
/** How many of the newest events of all accounts are searched for those that a page has missed. */
const MISSED_AMONG = 2_000;
/** Ids are assigned before rows are committed, so recent ones are read again. */
const REREAD_IDS = 200;

const listeners = new Map<string, Set<Listener>>();

type Poller = { timer: NodeJS.Timeout; started?: Promise<void>; newest?: number; seen: Set<number> };
let poller: Poller | undefined;

/**
 * Reports every delivery, failure, first opening and reply of the user's vaults; with `since`, also those from then
 * until now. An event may be reported twice. Returns the unsubscribe function.
 */
export function subscribe(userId: string, listener: Listener, since?: Date): () => void {
  const own = listeners.get(userId) ?? new Set();
  listeners.set(userId, own.add(listener));
  poller ??= startPolling();
  if (since) void replay(poller, userId, since, (event) => own.has(listener) && listener(event));
  return () => {
    // A second call must not end what the person has opened since.
    if (!own.delete(listener)) return;
    if (own.size === 0) listeners.delete(userId);
    if (listeners.size > 0) return;
    clearInterval(poller?.timer);
    poller = undefined;
  };
}

function startPolling(): Poller {
  const started: Poller = { timer: setInterval(() => void poll(started), POLL_INTERVAL_MS).unref(), seen: new Set() };
  started.started = poll(started);
  return started;
}

/** After the first poll, since later events are published. */
async function replay(current: Poller, userId: string, since: Date, listener: Listener): Promise<void> {
  try {
    await current.started;
    const missed = and(eq(memories.userId, userId), gte(deliveryEvents.at, since));
    for (const row of await eventsAfter((await newestEvent()) - MISSED_AMONG, missed)) {
      const event = toLiveEvent(row);
      if (event) listener(event);
    }
  } catch (error) {
    log.warn({ err: error }, "could not look up missed events; pages still refresh every minute");
  }
}

/** The first poll publishes nothing, since the page shows those events already. Each later event is published once. */
async function poll(current: Poller): Promise<void> {
  try {
    const newest = await newestEvent();
    if (current !== poller || newest === current.newest) return;
    const rows = await eventsAfter((current.newest ?? newest) - REREAD_IDS);
    if (current !== poller) return;
    const isFirstPoll = current.newest === undefined;
    for (const row of rows) {
      if (!isFirstPoll && !current.seen.has(row.id)) publish(row);
      current.seen.add(row.id);
    }
    current.newest = newest;
    for (const id of current.seen) if (id <= newest - REREAD_IDS) current.seen.delete(id);
  } catch (error) {
    log.warn({ err: error }, "polling for new events failed; retrying at the next poll");
  }
}

async function newestEvent(): Promise<number> {
  const [row] = await db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .orderBy(desc(deliveryEvents.id))
    .limit(1);
  return row?.id ?? 0;
}

type EventRow = Awaited<ReturnType<typeof eventsAfter>>[number];

function eventsAfter(id: number, condition?: SQL) {
  return db
    .select({
      id: deliveryEvents.id,
      kind: deliveryEvents.kind,
      vaultId: memories.id,
      userId: memories.userId,
      titleEncrypted: memories.titleEncrypted,
      wrappedKey: memories.wrappedKey,
      masterKeyId: memories.masterKeyId,
    })
    .from(deliveryEvents)
    .innerJoin(memories, eq(memories.id, deliveryEvents.vaultId))
    .where(and(gt(deliveryEvents.id, id), condition))
    .orderBy(asc(deliveryEvents.id));
}

function publish(row: EventRow): void {
  const own = listeners.get(row.userId);
  const event = own && toLiveEvent(row);
  if (event) for (const listener of own) listener(event);
}

function toLiveEvent(row: EventRow): LiveEvent | undefined {
  const kind = KINDS[row.kind];
  return kind && { kind, vaultId: row.vaultId, title: legibleTitleOf({ ...row, id: row.vaultId }) };
}
