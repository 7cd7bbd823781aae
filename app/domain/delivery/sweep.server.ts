import { and, eq, lte } from "drizzle-orm";
import { findUnansweredResets, wakeResets } from "~/domain/account/password-reset.server";
import { CHANNELS } from "~/domain/outbox/channel.server";
import { giveTurns } from "~/domain/outbox/give-turns.server";
import { wakeSender } from "~/domain/outbox/message.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { QUEUE_AHEAD_MS, wakeAll } from "~/services/jobs.server";
import { messages } from "~db/schema";
import { findDueVaults } from "./find-due.server";
import { findUnhandledEvents, wakeEventHandler } from "./provider-event.server";

/** Rows of each kind per sweep. */
const BATCH = 2_000;

/** Enqueues what is due or soon will be, in case its job was lost. Changes no state, so several may run at once. */
export async function sweep(now = clock.now()): Promise<{ isFull: boolean }> {
  const [dueVaults, abandoned, unhandled, resets] = await Promise.all([
    findDueVaults(new Date(now.getTime() + QUEUE_AHEAD_MS), BATCH),
    findAbandonedMessages(now),
    findUnhandledEvents(BATCH),
    findUnansweredResets(BATCH),
  ]);
  await wakeSender(...abandoned.map((message) => message.id));
  await wakeAll(
    "deliver_vault",
    dueVaults.map(({ id, deliveryAt }) => ({ id, payload: { vaultId: id }, runAt: deliveryAt ?? now })),
  );
  for (const channel of CHANNELS) await giveTurns(channel, now);
  await wakeEventHandler(...unhandled);
  await wakeResets(...resets);
  return { isFull: [dueVaults, abandoned, unhandled, resets].some(({ length }) => length === BATCH) };
}

function findAbandonedMessages(now: Date) {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.state, "sending"), lte(messages.claimedUntil, now)))
    .limit(BATCH);
}
