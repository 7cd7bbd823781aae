import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { databaseNow, db, inTransaction, nowIn } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { NotSent } from "~/services/provider/outcome.server";
import { messages } from "~db/schema";
import type { OutboxMessage } from "./message.server";
import type { MessageOwner } from "./record-send-result.server";

const AT_ONCE = 25;
/** In seconds. A failed follow-up waits as long again as it has waited, within these bounds. */
const SHORTEST_WAIT = 1;
const LONGEST_WAIT = 3_600;

type Options = { given?: Date | undefined; ids?: string[] };

/**
 * Records the consequences of results, once each. If a batch fails, its messages are handled one by one; those that
 * fail again wait. Skips what others have locked, unless `ids` are given.
 * @returns whether more may be due
 */
export async function recordFollowUps(owner: MessageOwner, { given, ids }: Options = {}): Promise<boolean> {
  const isDue = lte(messages.followUpAt, nowIn(given));
  const due = await db
    .select({ id: messages.id })
    .from(messages)
    .where(ids ? and(inArray(messages.id, ids), isDue) : isDue)
    .orderBy(asc(messages.followUpAt))
    .limit(AT_ONCE);
  if (due.length === 0) return false;
  const found = due.map(({ id }) => id);
  const isWaiting = ids !== undefined;
  try {
    await followUp(found, { owner, given, isWaiting });
  } catch (error) {
    log.warn({ err: error, messages: found.length }, "a batch of results could not be recorded");
    for (const id of found) await followUp([id], { owner, given, isWaiting }).catch((cause) => postpone(id, cause));
  }
  return due.length === AT_ONCE;
}

type FollowUp = { owner: MessageOwner; given: Date | undefined; isWaiting: boolean };

function followUp(ids: string[], { owner, given, isWaiting }: FollowUp): Promise<void> {
  return inTransaction(async (tx) => {
    const rows = await tx
      .select()
      .from(messages)
      .where(and(inArray(messages.id, ids), isNotNull(messages.followUpAt)))
      .orderBy(asc(messages.id))
      .for("update", isWaiting ? {} : { skipLocked: true });
    if (rows.length === 0) return;
    const now = given ?? (await databaseNow(tx));
    const sent = rows.filter(({ state }) => state === "sent");
    if (sent.length > 0) await owner.recordAccepted(tx, sent, now);
    for (const message of rows.filter(({ state }) => state === "failed")) {
      await owner.recordNotSent(tx, message, outcomeOf(message), undefined, now);
    }
    const done = rows.map(({ id }) => id);
    await tx.update(messages).set({ followUpAt: null }).where(inArray(messages.id, done));
  });
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
