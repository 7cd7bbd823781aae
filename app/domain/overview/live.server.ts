import { asc, desc, eq, gt } from "drizzle-orm";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveryEvents, memories } from "~db/schema";

/** What the owner of a vault hears of while they look at a page of theirs. */
export type LiveEvent = { kind: "delivered" | "held" | "opened" | "replied"; vaultId: string; title: string };
type Listener = (event: LiveEvent) => void;

const KINDS: LiveEvent["kind"][] = ["delivered", "held", "opened", "replied"];
/** How often this process looks for new events, in milliseconds: once for all the pages that listen. */
const LOOK_EVERY_MS = 1_000;
/** Numbers are given out before rows are committed, so the last few are looked at again. */
const LOOK_BACK = 200;

const listeners = new Map<string, Set<Listener>>();

/** One stretch of listening, from the first page that opens to the last that closes. */
type Watch = { timer: NodeJS.Timeout; newest?: number; heard: Set<number> };
let watch: Watch | undefined;

/** Tells `listener` of every delivery, failure, first opening and reply of the user's vaults from now on. Answers how to stop. */
export function subscribe(userId: string, listener: Listener): () => void {
  const own = listeners.get(userId) ?? new Set();
  listeners.set(userId, own.add(listener));
  watch ??= beginWatch();
  return () => {
    own.delete(listener);
    if (own.size === 0) listeners.delete(userId);
    if (listeners.size > 0) return;
    clearInterval(watch?.timer);
    watch = undefined;
  };
}

function beginWatch(): Watch {
  const begun: Watch = { timer: setInterval(() => void look(begun), LOOK_EVERY_MS).unref(), heard: new Set() };
  void look(begun);
  return begun;
}

/** What happened before anybody listened is on the page already; whatever comes later is told once, to whoever listens. */
async function look(current: Watch): Promise<void> {
  try {
    const newest = await newestEvent();
    if (current !== watch || newest === current.newest) return;
    const rows = await eventsAfter((current.newest ?? newest) - LOOK_BACK);
    if (current !== watch) return;
    const isFirstLook = current.newest === undefined;
    for (const row of rows) {
      if (!isFirstLook && !current.heard.has(row.id)) tell(row);
      current.heard.add(row.id);
    }
    current.newest = newest;
    for (const id of current.heard) if (id <= newest - LOOK_BACK) current.heard.delete(id);
  } catch (error) {
    log.warn({ err: error }, "could not look for new events; the next look follows");
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

function tell(row: EventRow): void {
  const own = listeners.get(row.userId);
  const kind = KINDS.find((known) => known === row.kind);
  if (!own || !kind) return;
  const event = { kind, vaultId: row.vaultId, title: decryptTitle(row) };
  for (const listener of own) listener(event);
}
