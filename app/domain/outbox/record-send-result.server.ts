import { and, eq, inArray, sql } from "drizzle-orm";
import { createBatcher } from "~/services/batcher.server";
import { changedRows, db, inTransaction, type Queryable, repeatedly, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { NotSent, SendOutcome } from "~/services/provider/outcome.server";
import { messages } from "~db/schema";
import { pauseProvider } from "./allowance.server";
import { channelOf } from "./channel.server";
import type { Claim } from "./claim-messages.server";
import { HANDING_OVER, type OutboxMessage, wakeSender, wakeSenderAt } from "./message.server";
import { nextAttemptAt } from "./retry";

/** The provider may have the message: it is asked again before a new attempt. */
export const UNANSWERED: SendOutcome = { ok: false, failure: "unknown", reason: "The provider could not be asked" };
/** Throttling counts as an attempt once a message is this old. */
const THROTTLED_MAX_MS = 4 * 24 * 3_600_000;
/** Props are deleted once a message is final. */
const EMPTY = Buffer.alloc(0);

/** Effects outside the outbox, in the transaction that records the result. Returns the ids of follow-up messages. */
export type ResultRecorder = {
  recordAccepted: (tx: Transaction, sent: OutboxMessage[], now: Date) => Promise<string[]>;
  recordNotSent: (
    tx: Transaction,
    message: OutboxMessage,
    outcome: NotSent,
    retryAt: Date | undefined,
    now: Date,
  ) => Promise<string[]>;
};

type Accepted = { message: OutboxMessage; providerId: string; recorder: ResultRecorder; now: Date };

const GROUP = { atMost: 25, everyMs: 30 };
const recordAcceptedTogether = createBatcher(writeAccepted, GROUP);
const recordOthersTogether = createBatcher(writeOthers, GROUP);

/** Returns the ids of follow-up messages that are not enqueued yet. */
export async function recordSendResult(
  { message, attemptedBefore }: Claim,
  outcome: SendOutcome,
  recorder: ResultRecorder,
  now: Date,
): Promise<string[]> {
  if (outcome.ok) {
    const accepted = { message, providerId: outcome.providerId, recorder, now };
    const isHandingOver = HANDING_OVER.some((kind) => kind === message.kind);
    const [together, alone] = isHandingOver
      ? [recordAcceptedTogether, writeAccepted]
      : [recordOthersTogether, writeOthers];
    // A failed batch is retried one by one.
    return together(accepted).catch(async () => (await alone([accepted])).flat());
  }
  const pausedUntil = await pauseIfAsked(message, outcome, now);
  const retryAt = pausedUntil ?? nextAttemptAt(message.attempts, outcome, now);
  const followUps = await inTransaction(async (tx) => {
    const result = await tx
      .update(messages)
      .set({
        ...RELEASED,
        state: retryAt ? "queued" : "failed",
        ...(pausedUntil && { attempts: message.attempts - 1 }),
        mayBeSent: outcome.failure === "unknown",
        // Nothing was sent: the provider is asked about the previous attempt.
        ...(outcome === UNANSWERED && { attemptedAt: attemptedBefore }),
        ...(!retryAt && { propsEncrypted: EMPTY }),
        nextAttemptAt: retryAt ?? now,
        lastError: outcome.reason,
      })
      .where(and(eq(messages.id, message.id), eq(messages.claimToken, message.claimToken ?? "")));
    return changedRows(result) > 0 ? recorder.recordNotSent(tx, message, outcome, retryAt, now) : [];
  });
  if (retryAt) await wakeSenderAt(message.id, retryAt, now);
  // Enqueued at once, not after the rest of the batch.
  await wakeSender(...followUps);
  return [];
}

/** The length of its column; a server may return anything. */
const PROVIDER_ID_MAX = 300;
const RELEASED = { claimToken: null, claimedBy: null, claimedUntil: null };

/** The first result has the follow-up messages of the whole batch. */
async function writeAccepted(group: Accepted[]): Promise<string[][]> {
  const followUps = await inTransaction(async (tx) => {
    const { written, now } = await markSent(tx, group);
    if (written === 0) return [];
    // Some claims were lost; recording one by one shows which.
    if (written < group.length) throw new Error("not all of these messages are still claimed");
    const [first] = group;
    const sent = group.map(({ message }) => message);
    return first ? first.recorder.recordAccepted(tx, sent, now) : [];
  });
  return group.map((_, index) => (index === 0 ? followUps : []));
}

async function writeOthers(group: Accepted[]): Promise<string[][]> {
  await repeatedly(() => markSent(db, group));
  return group.map(() => []);
}

async function markSent(queryable: Queryable, group: Accepted[]): Promise<{ written: number; now: Date }> {
  const now = new Date(Math.max(...group.map((one) => one.now.getTime())));
  const ids = group.map(({ message }) => message.id);
  const claims = [...new Set(group.map(({ message }) => message.claimToken ?? ""))];
  const providerIds = group.map(
    ({ message, providerId }) => sql`WHEN ${message.id} THEN ${providerId.slice(0, PROVIDER_ID_MAX)}`,
  );
  const result = await queryable
    .update(messages)
    .set({
      ...RELEASED,
      state: "sent",
      mayBeSent: false,
      propsEncrypted: EMPTY,
      sentAt: now,
      providerId: sql`CASE ${messages.id} ${sql.join(providerIds, sql` `)} END`,
      lastError: null,
    })
    .where(and(inArray(messages.id, ids), inArray(messages.claimToken, claims)));
  return { written: changedRows(result), now };
}

/** Pauses all workers when the provider throttles. Returns the pause's end if the attempt does not count. */
async function pauseIfAsked(message: OutboxMessage, outcome: NotSent, now: Date): Promise<Date | undefined> {
  if (!outcome.isThrottled) return undefined;
  const pausedUntil = await pauseProvider(channelOf(message).provider, outcome.retryAfterSeconds ?? 60, now);
  log.warn({ provider: channelOf(message).provider, pausedUntil }, "a provider throttled; all workers pause");
  return now.getTime() - message.createdAt.getTime() < THROTTLED_MAX_MS ? pausedUntil : undefined;
}
