import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { inTransaction, isWrittenAhead, nowIn } from "~/services/db.server";
import { messages } from "~db/schema";
import { CHANNELS } from "~db/schema/states";
import { ALL_LANES } from "./lane";

const MESSAGES_AT_ONCE = 1_000;

/**
 * Reschedules messages whose last attempt is dated in the future because the database's clock was ahead: each waits its
 * full time, counted from now. Returns how many.
 * @param given the instant to use instead of the database's clock
 */
export async function rescheduleFutureAttempts(given?: Date): Promise<number> {
  const now = nowIn(given);
  return inTransaction(async (tx) => {
    const found = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(
        and(
          eq(messages.state, "queued"),
          inArray(messages.channel, CHANNELS),
          inArray(messages.lane, ALL_LANES),
          gt(messages.nextAttemptAt, now),
          isWrittenAhead(messages.attemptedAt, 0, given),
        ),
      )
      .limit(MESSAGES_AT_ONCE)
      .for("update", { skipLocked: true });
    if (found.length === 0) return 0;
    const wait = sql`TIMESTAMPDIFF(MICROSECOND, ${messages.attemptedAt}, ${messages.nextAttemptAt})`;
    // Set from left to right: the wait is that of the former attempt.
    await tx
      .update(messages)
      .set({ nextAttemptAt: sql`${now} + INTERVAL GREATEST(0, ${wait}) MICROSECOND`, attemptedAt: now })
      .where(
        inArray(
          messages.id,
          found.map(({ id }) => id),
        ),
      );
    return found.length;
  });
}
