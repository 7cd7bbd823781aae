import { and, asc, desc, eq, inArray, isNull, lte, or } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { wake } from "~/services/jobs.server";
import { messages } from "~db/schema";
import { burstOf } from "./allowance";
import { takeAllowance } from "./allowance.server";
import { type ChannelName, channelOf } from "./channel.server";
import { HANDING_OVER, type MessageKind, wakeSender } from "./message.server";

const AT_ONCE = 500;
/** An unused turn is given again after this: its worker died or is busy. */
const TURN_MS = 5_000;
/** Sent to everyone on the same morning; an hour later is as good. */
const CAN_WAIT: MessageKind[] = ["weekly_digest"];

/**
 * Gives turns to waiting messages: deliveries first, then the longest waiting. Reschedules itself until there is room
 * for more; lost jobs are found by the sweep.
 */
export async function giveTurns(channel: ChannelName, now = clock.now()): Promise<void> {
  const { provider, perSecond } = channelOf({ channel });
  const due = await findWaiting(channel, perSecond === 0 ? AT_ONCE : Math.ceil(burstOf(perSecond)), now);
  if (due.length === 0) return;
  const { others: granted, freeAt } = await takeAllowance(provider, { urgent: 0, others: due.length }, perSecond, now);
  const given = due.slice(0, granted).map(({ id }) => id);
  if (given.length > 0) {
    const turnUntil = new Date(now.getTime() + TURN_MS);
    await inTransaction((tx) =>
      tx
        .update(messages)
        .set({ turnUntil })
        .where(and(inArray(messages.id, given), eq(messages.state, "queued"))),
    );
    await wakeSender(...given);
  }
  await wake("give_turns", channel, { channel }, freeAt > now ? freeAt : undefined);
}

function findWaiting(channel: ChannelName, atMost: number, now: Date): Promise<{ id: string }[]> {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.state, "queued"),
        eq(messages.channel, channel),
        lte(messages.nextAttemptAt, now),
        or(isNull(messages.turnUntil), lte(messages.turnUntil, now)),
      ),
    )
    .orderBy(
      desc(inArray(messages.kind, HANDING_OVER)),
      asc(inArray(messages.kind, CAN_WAIT)),
      asc(messages.nextAttemptAt),
    )
    .limit(atMost);
}
