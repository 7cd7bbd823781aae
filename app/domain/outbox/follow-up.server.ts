import { and, asc, eq, inArray, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { db, inTransaction, isWrittenAhead, nowIn, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { NotSent } from "~/services/provider/outcome.server";
import { messages } from "~db/schema";
import type { OutboxMessage } from "./message.server";
import type { MessageOwner } from "./record-send-result.server";

const MESSAGES_AT_ONCE = 25;
/** In seconds. A failed follow-up is retried after as long as it has already waited, within these bounds. */
const SHORTEST_WAIT = 1;
const LONGEST_WAIT = 3_600;

type Options = { given?: Date | undefined; ids?: string[] };

/**
 * Records the consequences of results, once each. If a batch fails, its messages are handled one by one; those that
 * fail again wait. Skips what others have locked, unless `ids` are given.
 * @returns whether more may be due
 */
export async function recordFollowUps(owner: MessageOwner, { given, ids }: Options = {}): Promise<boolean> {
  const { followUpAt } = messages;
  const isDue = or(lte(followUpAt, nowIn(given)), isWrittenAhead(followUpAt, LONGEST_WAIT, given));
  let found: string[] = [];
  try {
    await inTransaction(async (tx) => {
      const rows = await (ids ? lockChosen(tx, ids, given, isDue) : lockDue(tx, given, isDue));
      found = rows.map(({ message }) => message.id);
      await followUp(tx, rows, owner);
    });
  } catch (error) {
    if (found.length === 0) throw error;
    log.warn({ err: error, messages: found.length }, "a batch of results could not be recorded");
    for (const id of found) await followUpAlone(id, owner, given).catch((cause) => postpone(id, cause));
  }
  return found.length === MESSAGES_AT_ONCE;
}

/** With the instant of the query. */
type Found = { message: OutboxMessage; now: Date };

const columns = (given: Date | undefined) => ({
  message: messages,
  now: sql<Date>`${nowIn(given)}`.mapWith(messages.followUpAt),
});

/** By their ids, so that two callers do not deadlock. */
function lockChosen(tx: Transaction, ids: string[], given?: Date, isDue?: SQL): Promise<Found[]> {
  return tx
    .select(columns(given))
    .from(messages)
    .where(and(inArray(messages.id, ids), isNotNull(messages.followUpAt), isDue))
    .orderBy(asc(messages.id))
    .limit(MESSAGES_AT_ONCE)
    .for("update");
}

function lockDue(tx: Transaction, given: Date | undefined, isDue: SQL | undefined): Promise<Found[]> {
  return tx
    .select(columns(given))
    .from(messages)
    .where(isDue)
    .orderBy(asc(messages.followUpAt))
    .limit(MESSAGES_AT_ONCE)
    .for("update", { skipLocked: true });
}

function followUpAlone(id: string, owner: MessageOwner, given: Date | undefined): Promise<void> {
  return inTransaction(async (tx) => followUp(tx, await lockChosen(tx, [id], given), owner));
}

async function followUp(tx: Transaction, found: Found[], owner: MessageOwner): Promise<void> {
  const now = found.at(-1)?.now;
  if (!now) return;
  const rows = found.map(({ message }) => message);
  const sent = rows.filter(({ state }) => state === "sent");
  if (sent.length > 0) await owner.recordAccepted(tx, sent, now);
  for (const message of rows.filter(({ state }) => state === "failed")) {
    await owner.recordNotSent(tx, message, outcomeOf(message), undefined, now);
  }
  const done = rows.map(({ id }) => id);
  await tx.update(messages).set({ followUpAt: null }).where(inArray(messages.id, done));
}

function outcomeOf({ isRefused, lastError }: OutboxMessage): NotSent {
  return { ok: false, failure: isRefused ? "refused" : "unavailable", reason: lastError ?? "" };
}

async function postpone(id: string, error: unknown): Promise<void> {
  log.error({ err: error, messageId: id }, "the result of a message could not be recorded");
  const age = sql`TIMESTAMPDIFF(SECOND, COALESCE(${messages.sentAt}, ${messages.attemptedAt}), UTC_TIMESTAMP(3))`;
  await db
    .update(messages)
    .set({
      followUpAt: sql`UTC_TIMESTAMP(3) + INTERVAL LEAST(${LONGEST_WAIT}, GREATEST(${SHORTEST_WAIT}, ${age})) SECOND`,
    })
    .where(and(eq(messages.id, id), isNotNull(messages.followUpAt)));
}
