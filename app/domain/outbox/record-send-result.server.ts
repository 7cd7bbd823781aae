import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { addSeconds } from "date-fns";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { createBatcher } from "~/services/batcher.server";
import { changedRows, databaseNow, db, inTransaction, nowIn, repeatedly, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { NotSent, SendOutcome } from "~/services/provider/outcome.server";
import { messages } from "~db/schema";
import { channelOf } from "./channel.server";
import { type Claim, renewClaim } from "./claim-messages.server";
import { DELIVERY_KINDS } from "./lane";
import type { OutboxMessage } from "./message.server";
import { pauseProvider } from "./rate-limiter.server";
import { contentAfterSending } from "./repeat-message.server";
import { nextAttemptAt } from "./retry";

/** The message no longer applies. */
export type Obsolete = { obsolete: true };
/** The message was not attempted, for this reason, and is tried again at `retryAt`. */
export type NotAttempted = { notAttempted: string; retryAt: Date; mayBeSent: boolean };
/**
 * Sent by an earlier attempt, as the provider says, at `attemptedAt` if that is known. `isReported`: the provider has
 * also reported what became of it.
 */
export type SentBefore = { ok: true; providerId: string; attemptedAt: Date | null; isReported: boolean };

/** For how long a throttled attempt does not count, and one that fails on our side is repeated after each pause. */
const UNCOUNTED_MAX_MS = 4 * 24 * 3_600_000;
/**
 * After that each message is retried once an hour, so that one that causes the failure by itself rarely pauses the
 * others. It is never given up.
 */
const LONG_OUTAGE_WAIT_S = 3_600;
/** Props are deleted once a message is final, see also `contentAfterSending`. */
const EMPTY = Buffer.alloc(0);

/** What the outbox requires of the domain that a message belongs to. */
export type MessageOwner = {
  /** Called before each attempt. */
  stillApplies: (message: OutboxMessage) => Promise<boolean>;
  /** Returns the message as it is worded now. */
  withCurrentWording: (message: OutboxMessage) => Promise<OutboxMessage>;
  /** Consequences outside the outbox, in the transaction that records them. */
  recordAccepted: (tx: Transaction, sent: OutboxMessage[], now: Date) => Promise<void>;
  recordNotSent: (
    tx: Transaction,
    message: OutboxMessage,
    outcome: NotSent,
    retryAt: Date | undefined,
    now: Date,
  ) => Promise<void>;
};

type Accepted = {
  message: OutboxMessage;
  outcome: SentBefore | Extract<SendOutcome, { ok: true }>;
  now: Date | undefined;
};

const recordTogether = createBatcher(recordAccepted, { atMost: 25, everyMs: 10 });

/** Records the provider's response under the claim, retrying until it is written. See also `recordFollowUps`. */
export async function recordSendResult(
  claim: Claim,
  outcome: SendOutcome | SentBefore | NotAttempted | Obsolete,
  owner: MessageOwner,
  given?: Date,
): Promise<void> {
  const { message } = claim;
  await untilWritten(message, async () => {
    if ("obsolete" in outcome) return drop(claim);
    if ("notAttempted" in outcome) return requeue(claim, outcome);
    if (!outcome.ok) return recordNotSent(claim, outcome, owner, given);
    await recordTogether({ message, outcome, now: given });
  });
}

/** After this long, a failing write is given up if the database accepts other writes. Shorter than a claim. */
const RETRY_FOR_MS = 500_000;
const MAX_BACKOFF_MS = 2_000;

async function untilWritten(message: OutboxMessage, write: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  let isWritable = false;
  for (let backoffMs = 50; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
    try {
      return await write();
    } catch (error) {
      if (isWritable) throw error;
      if (performance.now() - startedAt > RETRY_FOR_MS) {
        isWritable = await renewClaim(message).then(
          () => true,
          () => false,
        );
      }
      log.warn({ err: error, messageId: message.id }, "a result could not be written; trying again");
      await pause(backoffMs);
    }
  }
}

/** The length of its column; a server may return anything. */
const PROVIDER_ID_MAX = 300;
const RELEASED = { claimToken: null, claimedBy: null, claimedUntil: null };

async function recordAccepted(group: Accepted[]): Promise<undefined[]> {
  const now = nowIn(group[0]?.now);
  const providerIds = group.map(
    ({ message, outcome }) => sql`WHEN ${message.id} THEN ${outcome.providerId.slice(0, PROVIDER_ID_MAX)}`,
  );
  const claims = [...new Set(group.map(({ message }) => message.claimToken ?? ""))];
  const ids = group.map(({ message }) => message.id);
  const reported = group.flatMap(({ message, outcome }) =>
    "isReported" in outcome && outcome.isReported ? [message.id] : [],
  );
  const result = await repeatedly(() =>
    db
      .update(messages)
      .set({
        ...RELEASED,
        state: "sent",
        mayBeSent: false,
        ...contentAfterSending(now, reported),
        sentAt: now,
        ...attemptsBefore(group),
        providerId: sql`CASE ${messages.id} ${sql.join(providerIds, sql` `)} END`,
        lastError: null,
        followUpAt: sql`case when ${inArray(messages.kind, DELIVERY_KINDS)} then ${now} end`,
      })
      .where(and(inArray(messages.id, ids), inArray(messages.claimToken, claims))),
  );
  const lost = group.length - changedRows(result);
  if (lost > 0) log.warn({ lost }, "messages were sent after their claims were lost");
  return group.map(() => undefined);
}

/** A lookup is not an attempt: reports are compared with the time of the attempt that it found. */
function attemptsBefore(group: Accepted[]): { attempts?: SQL; attemptedAt?: SQL } {
  const found = group.flatMap(({ message: { id }, outcome }) =>
    "attemptedAt" in outcome ? [{ id, at: sql.param(outcome.attemptedAt, messages.attemptedAt) }] : [],
  );
  if (found.length === 0) return {};
  const isFound = inArray(
    messages.id,
    found.map(({ id }) => id),
  );
  const times = found.map(({ id, at }) => sql`WHEN ${id} THEN ${at}`);
  return {
    // At least the one that was found, which a restored database may not know of.
    attempts: sql`case when ${isFound} then GREATEST(1, ${messages.attempts} - 1) else ${messages.attempts} end`,
    attemptedAt: sql`CASE ${messages.id} ${sql.join(times, sql` `)} ELSE ${messages.attemptedAt} END`,
  };
}

async function recordNotSent(
  claim: Claim,
  outcome: NotSent,
  owner: MessageOwner,
  given: Date | undefined,
): Promise<void> {
  const { message } = claim;
  const now = given ?? (await databaseNow(db));
  const pausedUntil = await pauseIfAsked(message, outcome, now, given);
  const isExpired = message.expiresAt !== null && message.expiresAt <= now;
  const next = pausedUntil ?? nextAttemptAt(message, outcome, now, randomInt(1_001) / 1_000);
  // What may have been sent is looked up once more.
  const retryAt = isExpired && outcome.failure !== "unknown" ? undefined : next;
  if (retryAt && !pausedUntil && outcome.failure === "unavailable") {
    const { id: messageId, kind } = message;
    log.warn({ messageId, kind, reason: outcome.reason, retryAt }, "a message was not accepted; it is tried again");
  }
  await inTransaction(async (tx) => {
    const result = await tx
      .update(messages)
      .set({
        ...RELEASED,
        state: retryAt ? "queued" : "failed",
        ...(pausedUntil && retryAt && { attempts: message.attempts - 1 }),
        mayBeSent: outcome.failure === "unknown",
        ...(!retryAt && { propsEncrypted: EMPTY, followUpAt: now }),
        isRefused: outcome.failure === "refused",
        nextAttemptAt: retryAt ?? now,
        lastError: outcome.reason,
      })
      .where(and(eq(messages.id, message.id), eq(messages.claimToken, message.claimToken ?? "")));
    const isNews = retryAt && !outcome.isOurs;
    if (changedRows(result) > 0 && isNews) await owner.recordNotSent(tx, message, outcome, retryAt, now);
  });
}

/** Has no follow-up. */
export const DROPPED = {
  ...RELEASED,
  state: "failed",
  propsEncrypted: EMPTY,
  lastError: "it no longer applied",
} as const;

async function drop({ message: { id, claimToken } }: Claim): Promise<void> {
  await db
    .update(messages)
    .set(DROPPED)
    .where(and(eq(messages.id, id), eq(messages.claimToken, claimToken ?? "")));
}

/** Not counted as an attempt; the provider is asked about the previous one again. */
async function requeue({ message, attemptedBefore }: Claim, { notAttempted, retryAt, mayBeSent }: NotAttempted) {
  const { id, claimToken, attempts } = message;
  await db
    .update(messages)
    .set({
      ...RELEASED,
      state: "queued",
      attempts: attempts - 1,
      attemptedAt: attemptedBefore,
      mayBeSent,
      nextAttemptAt: retryAt,
      lastError: notAttempted,
    })
    .where(and(eq(messages.id, id), eq(messages.claimToken, claimToken ?? "")));
}

/** Pauses all workers when throttled or refused. Returns the end of the pause if the attempt does not count. */
async function pauseIfAsked(
  message: OutboxMessage,
  outcome: NotSent,
  now: Date,
  given: Date | undefined,
): Promise<Date | undefined> {
  if (!outcome.isThrottled && !outcome.isOurs) return undefined;
  const { provider } = channelOf(message);
  const seconds = outcome.retryAfterSeconds ?? (outcome.isThrottled ? 60 : 15);
  await pauseProvider(provider, seconds, outcome.reason, given);
  log[outcome.isOurs ? "error" : "warn"]({ provider, seconds, reason: outcome.reason }, "sending is paused");
  if (now.getTime() - message.createdAt.getTime() < UNCOUNTED_MAX_MS) return addSeconds(now, seconds);
  return outcome.isOurs ? addSeconds(now, LONG_OUTAGE_WAIT_S) : undefined;
}
