import { and, asc, eq, inArray, isNotNull, lte } from "drizzle-orm";
import { CHANNELS } from "~/domain/message/channel.server";
import { giveTurns } from "~/domain/message/give-turns.server";
import { wakeSender } from "~/domain/message/message.server";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { QUEUE_AHEAD_MS, wakeAll } from "~/services/jobs.server";
import { memories, messages, profiles } from "~db/schema";
import { findUnhandledEvents, wakeEventHandler } from "./provider-event.server";

/** How many rows one sweep wakes of each kind; the rest is found by the next, which follows at once while it is full. */
const BATCH = 2_000;

/**
 * Finds everything that is due or will be soon and wakes the worker for it: the safety net under every lost job.
 * It moves nothing itself, so several sweeps may run at once. Messages that wait are woken in their turn, at the pace of
 * their provider. Answers whether there is more than one batch of the rest.
 */
export async function sweep(now = clock.now()): Promise<{ isFull: boolean }> {
  const [dueVaults, abandoned, unhandled] = await Promise.all([
    findDueVaults(now),
    findAbandonedMessages(now),
    findUnhandledEvents(BATCH),
  ]);
  await wakeAll(
    "deliver_vault",
    dueVaults.map(({ id, deliveryAt }) => ({ id, payload: { memoryId: id }, runAt: deliveryAt ?? now })),
  );
  await wakeSender(...abandoned.map((message) => message.id));
  for (const channel of CHANNELS) await giveTurns(channel, now);
  await wakeEventHandler(...unhandled);
  return { isFull: [dueVaults, abandoned, unhandled].some(({ length }) => length === BATCH) };
}

/** Vaults of verified senders that are due within the time the queue looks ahead. */
function findDueVaults(now: Date) {
  return db
    .select({ id: memories.id, deliveryAt: memories.deliveryAt })
    .from(memories)
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .where(
      and(
        inArray(memories.state, [...DELIVERABLE_STATES]),
        lte(memories.deliveryAt, new Date(now.getTime() + QUEUE_AHEAD_MS)),
        isNotNull(profiles.emailVerifiedAt),
      ),
    )
    .orderBy(asc(memories.deliveryAt))
    .limit(BATCH);
}

/** Messages whose sender's claim ran out. */
function findAbandonedMessages(now: Date) {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.state, "sending"), lte(messages.claimedUntil, now)))
    .limit(BATCH);
}
