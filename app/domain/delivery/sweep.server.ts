import { and, asc, eq, inArray, isNotNull, lte, or } from "drizzle-orm";
import { CHANNELS } from "~/domain/message/channel.server";
import { wakeSender } from "~/domain/message/message.server";
import { DELIVERABLE_STATES } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { QUEUE_AHEAD_MS } from "~/services/jobs.server";
import { memories, messages, profiles } from "~db/schema";
import { findUnhandledEvents, wakeEventHandler } from "./provider-event.server";
import { wakeDelivery } from "./wake-delivery.server";

/** How many rows one sweep wakes of each kind; the rest is found by the next, which follows at once while it is full. */
const BATCH = 2_000;

/**
 * Finds everything that is due or will be soon and wakes the worker for it: the safety net under every lost job.
 * It changes nothing itself, so several sweeps may run at once. Answers whether there is more than one batch.
 */
export async function sweep(now = clock.now()): Promise<{ vaults: number; messages: number; isFull: boolean }> {
  const [dueVaults, unsent, unhandled] = await Promise.all([
    findDueVaults(now),
    findUnsentMessages(now),
    findUnhandledEvents(BATCH),
  ]);
  await Promise.all(dueVaults.map((vault) => wakeDelivery(vault.id, vault.deliveryAt ?? now, now)));
  await wakeSender(...unsent.map((message) => message.id));
  await wakeEventHandler(...unhandled);
  return {
    vaults: dueVaults.length,
    messages: unsent.length,
    isFull: [dueVaults, unsent, unhandled].some(({ length }) => length === BATCH),
  };
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

function findUnsentMessages(now: Date) {
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(
      or(
        and(eq(messages.state, "queued"), inArray(messages.channel, CHANNELS), lte(messages.nextAttemptAt, now)),
        and(eq(messages.state, "sending"), lte(messages.claimedUntil, now)),
      ),
    )
    .orderBy(asc(messages.nextAttemptAt))
    .limit(BATCH);
}
