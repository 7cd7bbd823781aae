import { asc, desc, eq, gt } from "drizzle-orm";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveryEvents, memories } from "~db/schema";

export type LiveEvent = { kind: "delivered" | "held" | "opened" | "replied"; vaultId: string; title: string };
type Listener = (event: LiveEvent) => void;

const KINDS: LiveEvent["kind"][] = ["delivered", "held", "opened", "replied"];
/** One poll per process serves all subscribers. */
const POLL_INTERVAL_MS = 1_000;
/** Ids are assigned before rows are committed, so recent ones are read again. */
const REREAD_IDS = 200;

const listeners = new Map<string, Set<Listener>>();

type Poller = { timer: NodeJS.Timeout; newest?: number; seen: Set<number> };
let poller: Poller | undefined;

/** For every delivery, failure, first opening and reply of the user's vaults. Returns the unsubscribe function. */
export function subscribe(userId: string, listener: Listener): () => void {
  const own = listeners.get(userId) ?? new Set();
  listeners.set(userId, own.add(listener));
  poller ??= startPolling();
  return () => {
    own.delete(listener);
    if (own.size === 0) listeners.delete(userId);
    if (listeners.size > 0) return;
    clearInterval(poller?.timer);
    poller = undefined;
  };
}

function startPolling(): Poller {
  const started: Poller = { timer: setInterval(() => void poll(started), POLL_INTERVAL_MS).unref(), seen: new Set() };
  void poll(started);
  return started;
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

function eventsAfter(id: number) {
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
    .where(gt(deliveryEvents.id, id))
    .orderBy(asc(deliveryEvents.id));
}

function publish(row: EventRow): void {
  const own = listeners.get(row.userId);
  const kind = KINDS.find((known) => known === row.kind);
  if (!own || !kind) return;
  const event = { kind, vaultId: row.vaultId, title: decryptTitle({ ...row, id: row.vaultId }) };
  for (const listener of own) listener(event);
}
