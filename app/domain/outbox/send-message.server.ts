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

/** After a longer delay the claim is renewed before sending. */
const STALE_AFTER_MS = 1_000;
/** Messages per claim, and concurrent sends per process. */
const AT_ONCE = env.WORKER_CONCURRENCY;
const underWay = pLimit(AT_ONCE);

/**
 * Safe to run twice, concurrently, or to be killed at any line: the row is claimed first, the provider is asked about
 * an attempt without a recorded result, and a result is recorded only under the same claim.
 */
export async function sendMessage(
  messageId: string,
  workerId: string,
  recorder: ResultRecorder,
  given?: Date,
): Promise<void> {
  await wakeSender(...(await sendMessages([messageId], workerId, recorder, given)));
}

/** Returns the ids of follow-up messages, which are not enqueued yet. `given` replaces the clock. */
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
  // An event proves that the provider has it.
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

/** Retried like any failure: a key may be missing from the settings for a while. */
const UNWRITABLE: SendOutcome = { ok: false, failure: "unavailable", reason: "the message could not be written" };

const EXPIRED: SendOutcome = { ok: false, failure: "refused", reason: "it had expired before it could be sent" };

function write(message: OutboxMessage) {
  try {
    return channelOf(message).write(message);
  } catch (error) {
    log.error({ err: error, messageId: message.id }, "a message could not be written");
    return undefined;
  }
}
