import { createId } from "@paralleldrive/cuid2";
import { and, eq, gt, inArray, lte, ne, or, sql } from "drizzle-orm";
import pLimit from "p-limit";
import { recordHandedOver, recordNotSent } from "~/domain/delivery/send-outcome.server";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Queryable, repeatedly } from "~/services/db.server";
import { inGroups } from "~/services/in-groups.server";
import { log } from "~/services/log.server";
import type { NotSent, SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import { messages, providerEvents } from "~db/schema";
import { pauseProvider } from "./allowance.server";
import { channelOf, messageIdOf } from "./channel.server";
import { HANDING_OVER, type MessageKind, type OutboxMessage, wakeSender, wakeSenderAt } from "./message.server";
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

/** How many messages are claimed at a time, and how many a process has under way to providers at once. */
const AT_ONCE = env.WORKER_CONCURRENCY;
const underWay = pLimit(AT_ONCE);

type Claim = { message: OutboxMessage; mayBeSent: boolean; attemptedBefore: Date | null; madeAt: number };

/**
 * Sends one message of the outbox. Safe to run twice, at the same time, or to be killed at any line: the row is
 * claimed first, an attempt whose answer nobody wrote down means that the provider is asked before the next one, and
 * an answer is written only by whoever still holds the claim.
 */
export async function sendMessage(messageId: string, workerId: string, given?: Date): Promise<void> {
  await wakeSender(...(await sendMessages([messageId], workerId, given)));
}

/**
 * The same for several messages, some at a time, which share what they ask of the database. Answers the ids of messages
 * that follow from them, which nobody has been woken for.
 * @param given stands for the clock
 */
export async function sendMessages(messageIds: string[], workerId: string, given?: Date): Promise<string[]> {
  const followUps: string[] = [];
  const failures: unknown[] = [];
  for (let first = 0; first < messageIds.length && failures.length === 0; first += AT_ONCE) {
    const now = given ?? clock.now();
    const claims = await claimMessages(messageIds.slice(first, first + AT_ONCE), workerId, now);
    const sent = await Promise.allSettled(claims.map((claim) => underWay(() => sendClaimed(claim, now))));
    for (const one of sent) one.status === "fulfilled" ? followUps.push(...one.value) : failures.push(one.reason);
  }
  if (failures.length === 0) return followUps;
  await wakeSender(...followUps);
  throw failures[0];
}

async function sendClaimed(claim: Claim, now: Date): Promise<string[]> {
  const outcome = await attempt(claim);
  if (outcome !== "fenced") return settle(claim, outcome, new Date(now.getTime() + performance.now() - claim.madeAt));
  const { id: messageId, claimedBy: workerId } = claim.message;
  log.warn({ messageId, workerId }, "another worker took this message over");
  return [];
}

async function claimMessages(messageIds: string[], workerId: string, now: Date): Promise<Claim[]> {
  const madeAt = performance.now();
  const found = await db.select().from(messages).where(inArray(messages.id, messageIds));
  const free = found.filter((message) => isFree(message, now));
  const asked: OutboxMessage[] = [];
  for (const message of free) {
    const mustWaitUntil = settlingTime(message);
    if (mustWaitUntil > now) await putOff(message, mustWaitUntil, now);
    else asked.push(message);
  }
  const turns = await Promise.all(asked.map((message) => hasTurn(message, now)));
  const leaving = asked.filter((_, index) => turns[index]);
  const claims: Claim[] = [];
  for (const attempts of new Set(leaving.map((message) => message.attempts))) {
    const alike = leaving.filter((message) => message.attempts === attempts);
    const claiming = claimAlike(alike, attempts, workerId, now, madeAt);
    claims.push(
      ...(await claiming.catch(async (error: unknown) => {
        // Those that are claimed already do not wait until their claims run out.
        if (claims.length === 0) throw error;
        log.warn({ err: error }, "messages could not be claimed");
        await wakeSender(...alike.map(({ id }) => id));
        return [];
      })),
    );
  }
  return claims;
}

/** Lets it lie until its provider knows what became of the last attempt. */
async function putOff({ id, attempts }: OutboxMessage, until: Date, now: Date): Promise<void> {
  const result = await db
    .update(messages)
    .set({ state: "queued", nextAttemptAt: until, claimToken: null, claimedBy: null, claimedUntil: null })
    .where(and(eq(messages.id, id), eq(messages.attempts, attempts), stillFree(now)));
  if (changedRows(result) > 0) await wakeSenderAt(id, until, now);
}

/** Claims messages that were attempted equally often, in one write and with one token: those that nobody else was faster with. */
async function claimAlike(
  alike: OutboxMessage[],
  attempts: number,
  workerId: string,
  now: Date,
  madeAt: number,
): Promise<Claim[]> {
  const claim = {
    state: "sending",
    attempts: attempts + 1,
    attemptedAt: now,
    mayBeSent: true,
    turnUntil: null,
    claimToken: createId(),
    claimedBy: workerId,
    claimedUntil: new Date(now.getTime() + CLAIM_MS),
  };
  const ids = alike.map(({ id }) => id);
  const result = await repeatedly(() =>
    db
      .update(messages)
      .set(claim)
      .where(and(inArray(messages.id, ids), eq(messages.attempts, attempts), stillFree(now))),
  );
  const held = changedRows(result) === alike.length ? ids : await findHeld(claim.claimToken, ids);
  return alike
    .filter(({ id }) => held.includes(id))
    .map((before) => {
      const { mayBeSent, attemptedAt: attemptedBefore } = before;
      return { message: { ...before, ...claim }, mayBeSent, attemptedBefore, madeAt };
    });
}

async function findHeld(claimToken: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.claimToken, claimToken)));
  return rows.map(({ id }) => id);
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

type Taken = { message: OutboxMessage; providerId: string; now: Date };

/** Answers of providers that come while others are being written are written together. */
const GROUP = { atMost: 25, everyMs: 30 };
const settleHandedOver = inGroups(writeHandedOver, GROUP);
const settleOthers = inGroups(writeOthers, GROUP);

/** Writes down what became of an attempt. Answers the ids of messages that follow from it. */
async function settle({ message, attemptedBefore }: Claim, outcome: SendOutcome, now: Date): Promise<string[]> {
  if (outcome.ok) {
    const taken = { message, providerId: outcome.providerId, now };
    const isHandingOver = HANDING_OVER.some((kind) => kind === message.kind);
    const [together, alone] = isHandingOver ? [settleHandedOver, writeHandedOver] : [settleOthers, writeOthers];
    // What one of a group fails by is none of the others' business.
    return together(taken).catch(async () => (await alone([taken])).flat());
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
    return changedRows(result) > 0 ? recordNotSent(tx, message, outcome, retryAt, now) : [];
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
async function writeHandedOver(group: Taken[]): Promise<string[][]> {
  const followUps = await inTransaction(async (tx) => {
    const { written, now } = await writeTaken(tx, group);
    if (written === 0) return [];
    // Of some the claim was lost. Which, shows when each is written alone.
    if (written < group.length) throw new Error("not all of these messages are still claimed");
    return recordHandedOver(
      tx,
      group.map(({ message }) => message),
      now,
    );
  });
  return group.map((_, index) => (index === 0 ? followUps : []));
}

async function writeOthers(group: Taken[]): Promise<string[][]> {
  await repeatedly(() => writeTaken(db, group));
  return group.map(() => []);
}

/** Writes down that providers took these, as far as their claims still hold. Answers of how many that is so. */
async function writeTaken(queryable: Queryable, group: Taken[]): Promise<{ written: number; now: Date }> {
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
  return now.getTime() - message.createdAt.getTime() < PATIENT_FOR_MS ? pausedUntil : undefined;
}
