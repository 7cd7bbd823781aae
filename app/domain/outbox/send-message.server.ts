import { and, eq, ne } from "drizzle-orm";
import { databaseNow, db } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { SendOutcome, SentLookup } from "~/services/provider/outcome.server";
import { providerEvents } from "~db/schema";
import { channelOf, messageIdOf } from "./channel.server";
import { type Claim, claimByIds, renewClaim } from "./claim-messages.server";
import { recordFollowUps } from "./follow-up.server";
import type { OutboxMessage } from "./message.server";
import { type MessageOwner, type NotAttempted, type Obsolete, recordSendResult } from "./record-send-result.server";
import { MAX_ATTEMPTS, nextLookupAt } from "./retry";

/** After a longer delay the claim is renewed before sending. */
const STALE_AFTER_MS = 1_000;
/** In milliseconds, after trouble of ours. */
const AGAIN_AFTER_MS = 30_000;

/**
 * Sends messages that are due, at `given` or by the database's clock, with their consequences. Safe to run twice,
 * concurrently, or to be killed at any line.
 */
export async function sendMessages(
  messageIds: string[],
  workerId: string,
  owner: MessageOwner,
  given?: Date,
): Promise<void> {
  const claims = await claimByIds(messageIds, workerId, given);
  await Promise.all(claims.map((claim) => sendClaimed(claim, owner, given)));
  const ids = claims.map(({ message }) => message.id);
  if (ids.length > 0) await recordFollowUps(owner, { given, ids });
}

/** The row is claimed, and a result is recorded only under the same claim. */
export async function sendClaimed(claim: Claim, owner: MessageOwner, given?: Date): Promise<void> {
  const outcome = await attempt(claim, owner, given);
  if (outcome !== "fenced") return recordSendResult(claim, outcome, owner, given);
  const { id: messageId, claimedBy: workerId } = claim.message;
  log.warn({ messageId, workerId }, "another worker took this message over");
}

async function attempt(
  { message, mayBeSent, attemptedBefore, madeAt }: Claim,
  owner: MessageOwner,
  given: Date | undefined,
): Promise<SendOutcome | NotAttempted | Obsolete | "fenced"> {
  if (mayBeSent) {
    const known = await findEarlierAttempt(message, attemptedBefore ?? undefined, given);
    if (known) return known;
  }
  const { expiresAt, attemptedAt } = message;
  if (expiresAt && attemptedAt && expiresAt <= attemptedAt) return EXPIRED;
  if (message.attempts > MAX_ATTEMPTS) return EXHAUSTED;
  if (!(await owner.stillApplies(message))) return { obsolete: true };
  const send = write(message);
  if (!send) return notAttempted("the message could not be written", message, mayBeSent);
  if (performance.now() - madeAt > STALE_AFTER_MS && !(await renewClaim(message))) return "fenced";
  return send();
}

const EXPIRED: SendOutcome = { ok: false, failure: "refused", reason: "it had expired before it could be sent" };
const EXHAUSTED: SendOutcome = { ok: false, failure: "unavailable", reason: "too many attempts without a result" };

/** A key may be missing from the settings, or the provider's log may not answer: no attempt was made. */
function notAttempted(reason: string, { attemptedAt }: OutboxMessage, mayBeSent: boolean): NotAttempted {
  const retryAt = new Date((attemptedAt ?? new Date(0)).getTime() + AGAIN_AFTER_MS);
  return { notAttempted: reason, retryAt, mayBeSent };
}

/** Undefined when it was not sent, or when nobody can tell. */
async function findEarlierAttempt(
  message: OutboxMessage,
  attemptedAt: Date | undefined,
  given: Date | undefined,
): Promise<SendOutcome | NotAttempted | undefined> {
  const lookup = await lookUp(message, attemptedAt);
  if (lookup === "sent") return { ok: true, providerId: messageIdOf(message) };
  if (lookup === "no_answer") return notAttempted("the provider could not be asked", message, true);
  const now = given ?? (await databaseNow(db));
  const retryAt = attemptedAt && nextLookupAt(attemptedAt, channelOf(message).consistencyDelayMs, now);
  return retryAt && { notAttempted: "the provider does not know of it yet", retryAt, mayBeSent: true };
}

async function lookUp(message: OutboxMessage, attemptedAt: Date | undefined): Promise<SentLookup> {
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

function write(message: OutboxMessage) {
  try {
    return channelOf(message).write(message);
  } catch (error) {
    log.error({ err: error, messageId: message.id }, "a message could not be written");
    return undefined;
  }
}
