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

/** The provider may have the mail and could not be asked just now: it is asked again before anything is sent. */
export const UNANSWERED: SendOutcome = { ok: false, failure: "unknown", reason: "The provider could not be asked" };
/** For how long a provider may ask for patience, in milliseconds, before a message that meets that counts it as attempts. */
const THROTTLED_MAX_MS = 4 * 24 * 3_600_000;
/** What is left of the words of a message that is not going to be sent again: none. */
const EMPTY = Buffer.alloc(0);

/**
 * What the result of a send means outside the outbox. Each function runs in the transaction that records the result, and
 * returns the ids of the messages that follow from it.
 */
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

/** Answers of providers that come while others are being written are written together. */
const GROUP = { atMost: 25, everyMs: 30 };
const recordAcceptedTogether = createBatcher(writeAccepted, GROUP);
const recordOthersTogether = createBatcher(writeOthers, GROUP);

/** Writes down what became of an attempt. Answers the ids of messages that follow from it. */
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
    // What one of a group fails by is none of the others' business.
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
        // Without an answer nothing was sent: what the provider will be asked about is still the attempt before.
        ...(outcome === UNANSWERED && { attemptedAt: attemptedBefore }),
        ...(!retryAt && { propsEncrypted: EMPTY }),
        nextAttemptAt: retryAt ?? now,
        lastError: outcome.reason,
      })
      .where(and(eq(messages.id, message.id), eq(messages.claimToken, message.claimToken ?? "")));
    return changedRows(result) > 0 ? recorder.recordNotSent(tx, message, outcome, retryAt, now) : [];
  });
  if (retryAt) await wakeSenderAt(message.id, retryAt, now);
  // The next way is not to wait for those that were sent with it.
  await wakeSender(...followUps);
  return [];
}

/** As long as its column is; a server may answer anything. */
const PROVIDER_ID_MAX = 300;
const RELEASED = { claimToken: null, claimedBy: null, claimedUntil: null };

/** Writes down that providers took these letters, and what follows from it, which is answered with the first. */
async function writeAccepted(group: Accepted[]): Promise<string[][]> {
  const followUps = await inTransaction(async (tx) => {
    const { written, now } = await markSent(tx, group);
    if (written === 0) return [];
    // Of some the claim was lost. Which, shows when each is written alone.
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

/** Writes down that providers took these, as far as their claims still hold. Answers of how many that is so. */
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

/**
 * Lets all workers rest when the provider asks for it. Answers until when, and the message's own attempt does not count:
 * nothing is wrong with it. Undefined for every other outcome, and once it has met nothing else for days.
 */
async function pauseIfAsked(message: OutboxMessage, outcome: NotSent, now: Date): Promise<Date | undefined> {
  if (!outcome.isThrottled) return undefined;
  const pausedUntil = await pauseProvider(channelOf(message).provider, outcome.retryAfterSeconds ?? 60, now);
  log.warn({ provider: channelOf(message).provider, pausedUntil }, "a provider asked for a rest; all workers keep it");
  return now.getTime() - message.createdAt.getTime() < THROTTLED_MAX_MS ? pausedUntil : undefined;
}
