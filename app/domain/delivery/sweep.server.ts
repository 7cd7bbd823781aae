import { and, eq, lte } from "drizzle-orm";
import { CHANNELS } from "~/domain/outbox/channel.server";
import { giveTurns } from "~/domain/outbox/give-turns.server";
import { wakeSender } from "~/domain/outbox/message.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { QUEUE_AHEAD_MS, wakeAll } from "~/services/jobs.server";
import { messages } from "~db/schema";
import { findDueVaults } from "./find-due.server";
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
    findDueVaults(new Date(now.getTime() + QUEUE_AHEAD_MS), BATCH),
    findAbandonedMessages(now),
    findUnhandledEvents(BATCH),
  ]);
  await wakeSender(...abandoned.map((message) => message.id));
  await wakeAll(
    "deliver_vault",
    dueVaults.map(({ id, deliveryAt }) => ({ id, payload: { vaultId: id }, runAt: deliveryAt ?? now })),
  );
  for (const channel of CHANNELS) await giveTurns(channel, now);
  await wakeEventHandler(...unhandled);
  return { isFull: [dueVaults, abandoned, unhandled].some(({ length }) => length === BATCH) };
}

/** Messages whose sender's claim ran out. */
function findAbandonedMessages(now: Date) {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.state, "sending"), lte(messages.claimedUntil, now)))
    .limit(BATCH);
}
