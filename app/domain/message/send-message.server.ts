import { createId } from "@paralleldrive/cuid2";
import { and, eq, gt, lte, ne, or } from "drizzle-orm";
import { recordSendOutcome } from "~/domain/delivery/send-outcome.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Queryable } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import { messages, providerEvents } from "~db/schema";
import { pauseProvider } from "./allowance.server";
import { channelOf, messageIdOf } from "./channel.server";
import {
  findMessage,
  HANDING_OVER,
  type MessageKind,
  type OutboxMessage,
  wakeSender,
  wakeSenderAt,
} from "./message.server";
import { nextAttemptAt } from "./retry";

/** How long a sender may take before another one may take over, if nobody notices sooner that it died. */
const CLAIM_MS = 60_000;
/** A sender that was held up for longer than this renews its claim before it lets the mail go, if it still has it. */
const STALE_AFTER_MS = 1_000;

/** The provider may have the mail and could not be asked just now: it is asked again before anything is sent. */
const UNANSWERED: SendOutcome = { ok: false, failure: "unknown", reason: "The provider could not be asked" };

/** Somebody sits before the screen and waits for these. */
const URGENT: MessageKind[] = ["opening_code", "opening_code_text", "verify_address", "password_reset"];
/** For how long a provider may ask for patience, in milliseconds, before a message that meets that counts it as attempts. */
const PATIENT_FOR_MS = 4 * 24 * 3_600_000;

type Claim = { message: OutboxMessage; mayBeSent: boolean; attemptedBefore: Date | null; madeAt: number };

/**
 * Sends one message of the outbox. Safe to run twice, at the same time, or to be killed at any line: the row is
 * claimed first, an attempt whose answer nobody wrote down means that the provider is asked before the next one, and
 * an answer is written only by whoever still holds the claim.
 */
export async function sendMessage(messageId: string, workerId: string, now = clock.now()): Promise<void> {
  const claim = await claimMessage(messageId, workerId, now);
  if (!claim) return;
  const outcome = await attempt(claim);
  if (outcome === "fenced") log.warn({ messageId, workerId }, "another worker took this message over");
  else await settle(claim, outcome, new Date(now.getTime() + performance.now() - claim.madeAt));
}

async function claimMessage(messageId: string, workerId: string, now: Date): Promise<Claim | undefined> {
  const madeAt = performance.now();
  const before = await findMessage(db, messageId);
  if (!before || !isFree(before, now)) return undefined;
  const mustWaitUntil = settlingTime(before);
  if (mustWaitUntil <= now && !(await hasTurn(before, now))) return undefined;
  const claim =
    mustWaitUntil > now
      ? { state: "queued", nextAttemptAt: mustWaitUntil, claimToken: null, claimedBy: null, claimedUntil: null }
      : {
          state: "sending",
          attempts: before.attempts + 1,
          attemptedAt: now,
          mayBeSent: true,
          turnUntil: null,
          claimToken: createId(),
          claimedBy: workerId,
          claimedUntil: new Date(now.getTime() + CLAIM_MS),
        };
  const result = await db
    .update(messages)
    .set(claim)
    .where(and(eq(messages.id, messageId), eq(messages.attempts, before.attempts), stillFree(now)));
  if (changedRows(result) === 0) return undefined;
  if (claim.state === "queued") {
    await wakeSenderAt(messageId, mustWaitUntil, now);
    return undefined;
  }
  const { mayBeSent, attemptedAt: attemptedBefore } = before;
  return { message: { ...before, ...claim }, mayBeSent, attemptedBefore, madeAt };
}

/** Whether its provider has room for it now. What has to wait stays as it is, and has not been attempted. */
async function hasTurn(message: OutboxMessage, now: Date): Promise<boolean> {
  const asking = {
    isUrgent: URGENT.some((kind) => kind === message.kind),
    // Whoever abandoned it had its turn.
    hasTurn: message.state === "sending" || (message.turnUntil !== null && message.turnUntil > now),
  };
  return (await channelOf(message).turns.take(asking, now)) === undefined;
}

function isFree({ state, nextAttemptAt, claimedUntil }: OutboxMessage, now: Date): boolean {
  return (
    (state === "queued" && nextAttemptAt <= now) ||
    (state === "sending" && claimedUntil !== null && claimedUntil <= now)
  );
}

const stillFree = (now: Date) =>
  or(
    and(eq(messages.state, "queued"), lte(messages.nextAttemptAt, now)),
    and(eq(messages.state, "sending"), lte(messages.claimedUntil, now)),
  );

/** When the provider will know for sure what became of the last attempt; in the past when there is nothing to ask. */
function settlingTime(message: OutboxMessage): Date {
  const { mayBeSent, attemptedAt } = message;
  return mayBeSent && attemptedAt ? new Date(attemptedAt.getTime() + channelOf(message).settlesAfterMs) : new Date(0);
}

async function attempt({ message, mayBeSent, attemptedBefore, madeAt }: Claim): Promise<SendOutcome | "fenced"> {
  const lookup = mayBeSent ? await findEarlierAttempt(message, attemptedBefore ?? undefined) : "not_sent";
  if (lookup === "sent") return { ok: true, providerId: messageIdOf(message) };
  if (lookup === "no_answer") return UNANSWERED;
  if (message.expiresAt && message.expiresAt <= (message.attemptedAt ?? clock.now())) return EXPIRED;
  const send = write(message);
  if (!send) return UNWRITABLE;
  if (performance.now() - madeAt > STALE_AFTER_MS && !(await renewClaim(message))) return "fenced";
  return send();
}

async function findEarlierAttempt(message: OutboxMessage, attemptedAt: Date | undefined): Promise<SentLookup> {
  // Whatever its provider has told of it since, it has it.
  if (await isSpokenOf(message.id)) return "sent";
  try {
    return await channelOf(message).findSent(message, attemptedAt);
  } catch (error) {
    log.error({ err: error, messageId: message.id }, "a message could not be written");
    return "no_answer";
  }
}

async function isSpokenOf(messageId: string): Promise<boolean> {
  const [event] = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(eq(providerEvents.messageId, messageId), ne(providerEvents.kind, "other")))
    .limit(1);
  return event !== undefined;
}

/** Its key may be missing from the settings for a while: it is tried again like any other, and fails like any other. */
const UNWRITABLE: SendOutcome = { ok: false, failure: "unavailable", reason: "the message could not be written" };

/** A code or a link that came after its end would only confuse. */
const EXPIRED: SendOutcome = { ok: false, failure: "refused", reason: "it had expired before it could be sent" };

function write(message: OutboxMessage) {
  try {
    return channelOf(message).write(message);
  } catch (error) {
    log.error({ err: error, messageId: message.id }, "a message could not be written");
    return undefined;
  }
}

/** Renews the claim, as long as nobody else has taken the message over; the attempt counts from here on. */
async function renewClaim({ id, claimToken }: OutboxMessage): Promise<boolean> {
  const now = clock.now();
  const result = await db
    .update(messages)
    .set({ attemptedAt: now, claimedUntil: new Date(now.getTime() + CLAIM_MS) })
    .where(and(eq(messages.id, id), eq(messages.claimToken, claimToken ?? ""), gt(messages.claimedUntil, now)));
  return changedRows(result) === 1;
}

/** What is left of the words of a message that is not going to be sent again: none. */
const EMPTY = Buffer.alloc(0);

async function settle({ message, attemptedBefore }: Claim, outcome: SendOutcome, now: Date): Promise<void> {
  const pausedUntil = await pauseIfAsked(message, outcome, now);
  const retryAt = pausedUntil ?? (outcome.ok ? undefined : nextAttemptAt(message.attempts, outcome, now));
  const writeAnswer = async (queryable: Queryable) => {
    const result = await queryable
      .update(messages)
      .set({
        state: outcome.ok ? "sent" : retryAt ? "queued" : "failed",
        ...(pausedUntil && { attempts: message.attempts - 1 }),
        mayBeSent: !outcome.ok && outcome.failure === "unknown",
        // Without an answer nothing was sent: what the provider will be asked about is still the attempt before.
        ...(outcome === UNANSWERED && { attemptedAt: attemptedBefore }),
        claimToken: null,
        claimedBy: null,
        claimedUntil: null,
        ...(!retryAt && { propsEncrypted: EMPTY }),
        ...(outcome.ok
          ? { sentAt: now, providerId: outcome.providerId, lastError: null }
          : { nextAttemptAt: retryAt ?? now, lastError: outcome.reason }),
      })
      .where(and(eq(messages.id, message.id), eq(messages.claimToken, message.claimToken ?? "")));
    return changedRows(result) > 0;
  };
  const followUps = HANDING_OVER.some((kind) => kind === message.kind)
    ? await inTransaction(async (tx) =>
        (await writeAnswer(tx)) ? recordSendOutcome(tx, message, outcome, retryAt, now) : [],
      )
    : await writeAnswer(db).then(() => []);
  await wakeSender(...followUps);
  if (retryAt) await wakeSenderAt(message.id, retryAt, now);
}

/**
 * Lets all workers rest when the provider asks for it. Answers until when, and the message's own attempt does not count:
 * nothing is wrong with it. Undefined for every other outcome, and once it has met nothing else for days.
 */
async function pauseIfAsked(message: OutboxMessage, outcome: SendOutcome, now: Date): Promise<Date | undefined> {
  if (outcome.ok || !outcome.isThrottled) return undefined;
  const pausedUntil = await pauseProvider(channelOf(message).provider, outcome.retryAfterSeconds ?? 60, now);
  log.warn({ provider: channelOf(message).provider, pausedUntil }, "a provider asked for a rest; all workers keep it");
  return now.getTime() - message.createdAt.getTime() < PATIENT_FOR_MS ? pausedUntil : undefined;
}
