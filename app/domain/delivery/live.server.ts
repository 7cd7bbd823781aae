import { and, asc, desc, eq, gt, inArray } from "drizzle-orm";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveryEvents, memories } from "~db/schema";

/** What the owner of a vault hears of while they look at a page of theirs. */
export type LiveEvent = { kind: "delivered" | "held" | "opened"; memoryId: string; title: string };
type Listener = (event: LiveEvent) => void;

const KINDS: LiveEvent["kind"][] = ["delivered", "held", "opened"];
/** How often this process looks for new events, in milliseconds: once for all the pages that listen. */
const LOOK_EVERY_MS = 1_000;
/** Numbers are given out before rows are committed, so the last few are looked at again. */
const LOOK_BACK = 200;

const listeners = new Map<string, Set<Listener>>();
let timer: NodeJS.Timeout | undefined;
let lastId: number | undefined;
let heard = new Set<number>();

/** Tells `listener` of every delivery, failure and first opening of the user's vaults from now on. Answers how to stop. */
export function subscribe(userId: string, listener: Listener): () => void {
  const own = listeners.get(userId) ?? new Set();
  listeners.set(userId, own.add(listener));
  timer ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
  if (lastId === undefined) void look();
  return () => {
    own.delete(listener);
    if (own.size === 0) listeners.delete(userId);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    lastId = undefined;
    heard = new Set();
  };
}

async function look(): Promise<void> {
  try {
    if (lastId === undefined) await beginHere();
    else await tellNew(lastId);
  } catch (error) {
    log.warn({ err: error }, "could not look for new events; the next look follows");
  }
}

/** What happened before anybody listened is on the page already. */
async function beginHere(): Promise<void> {
  const [newest] = await db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .orderBy(desc(deliveryEvents.id))
    .limit(1);
  const recent = await db
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(gt(deliveryEvents.id, (newest?.id ?? 0) - LOOK_BACK));
  heard = new Set(recent.map((row) => row.id));
  lastId = newest?.id ?? 0;
}

async function tellNew(since: number): Promise<void> {
  const rows = await db
    .select({
      id: deliveryEvents.id,
      kind: deliveryEvents.kind,
      memoryId: memories.id,
      userId: memories.userId,
      titleEncrypted: memories.titleEncrypted,
      wrappedKey: memories.wrappedKey,
      masterKeyId: memories.masterKeyId,
    })
    .from(deliveryEvents)
    .innerJoin(memories, eq(memories.id, deliveryEvents.memoryId))
    .where(
      and(
        gt(deliveryEvents.id, since - LOOK_BACK),
        inArray(deliveryEvents.kind, KINDS),
        inArray(memories.userId, [...listeners.keys()]),
      ),
    )
    .orderBy(asc(deliveryEvents.id));
  for (const row of rows) {
    if (heard.has(row.id)) continue;
    heard.add(row.id);
    lastId = Math.max(lastId ?? 0, row.id);
    const event = { kind: row.kind as LiveEvent["kind"], memoryId: row.memoryId, title: decryptTitle(row) };
    for (const listener of listeners.get(row.userId) ?? []) listener(event);
  }
  heard = new Set([...heard].filter((id) => id > (lastId ?? 0) - LOOK_BACK));
}
