import { and, eq, ne } from "drizzle-orm";
import pLimit from "p-limit";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import { providerEvents } from "~db/schema";
import { channelOf, messageIdOf } from "./channel.server";
import { type Claim, claimMessages, renewClaim } from "./claim-messages.server";
import { type OutboxMessage, wakeSender } from "./message.server";
import { type ResultRecorder, recordSendResult, UNANSWERED } from "./record-send-result.server";

/** A sender that was held up for longer than this renews its claim before it lets the mail go, if it still has it. */
const STALE_AFTER_MS = 1_000;
/** How many messages are claimed at a time, and how many a process has under way to providers at once. */
const AT_ONCE = env.WORKER_CONCURRENCY;
const underWay = pLimit(AT_ONCE);

/**
 * Sends one message of the outbox. Safe to run twice, at the same time, or to be killed at any line: the row is
 * claimed first, an attempt whose answer nobody wrote down means that the provider is asked before the next one, and
 * an answer is written only by whoever still holds the claim.
 * @param recorder records what the result means for a delivery
 */
export async function sendMessage(
  messageId: string,
  workerId: string,
  recorder: ResultRecorder,
  given?: Date,
): Promise<void> {
  await wakeSender(...(await sendMessages([messageId], workerId, recorder, given)));
}

/**
 * The same for several messages, some at a time, which share what they ask of the database. Answers the ids of messages
 * that follow from them, which nobody has been woken for.
 * @param given stands for the clock
 */
export async function sendMessages(
  messageIds: string[],
  workerId: string,
  recorder: ResultRecorder,
  given?: Date,
): Promise<string[]> {
  const followUps: string[] = [];
  const failures: unknown[] = [];
  for (let first = 0; first < messageIds.length && failures.length === 0; first += AT_ONCE) {
    const now = given ?? clock.now();
    const claims = await claimMessages(messageIds.slice(first, first + AT_ONCE), workerId, now);
    const sent = await Promise.allSettled(claims.map((claim) => underWay(() => sendClaimed(claim, recorder, now))));
    for (const one of sent) one.status === "fulfilled" ? followUps.push(...one.value) : failures.push(one.reason);
  }
  if (failures.length === 0) return followUps;
  await wakeSender(...followUps);
  throw failures[0];
}

async function sendClaimed(claim: Claim, recorder: ResultRecorder, now: Date): Promise<string[]> {
  const outcome = await attempt(claim);
  if (outcome !== "fenced") {
    return recordSendResult(claim, outcome, recorder, new Date(now.getTime() + performance.now() - claim.madeAt));
  }
  const { id: messageId, claimedBy: workerId } = claim.message;
  log.warn({ messageId, workerId }, "another worker took this message over");
  return [];
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
  if (await hasProviderEvent(message.id)) return "sent";
  try {
    return await channelOf(message).findSent(message, attemptedAt);
  } catch (error) {
    log.error({ err: error, messageId: message.id }, "a message could not be written");
    return "no_answer";
  }
}

async function hasProviderEvent(messageId: string): Promise<boolean> {
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
