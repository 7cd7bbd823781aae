import { log } from "~/services/log.server";
import type { SendOutcome } from "~/services/provider/outcome.server";
import { createSendRight, sendWithRight } from "~/services/provider/send-right.server";
import { channelOf } from "./channel.server";
import { type Claim, claimByIds, renewClaim } from "./claim-messages.server";
import { findEarlierAttempt, notAttempted, notRendered } from "./earlier-attempt.server";
import { recordFollowUps } from "./follow-up.server";
import type { OutboxMessage } from "./message.server";
import {
  type MessageOwner,
  type NotAttempted,
  type Obsolete,
  recordSendResult,
  type SentBefore,
} from "./record-send-result.server";
import { MAX_ATTEMPTS } from "./retry";

/** After a longer delay the claim is renewed before sending. */
const STALE_AFTER_MS = 1_000;

/** Sends due messages, at `given` or by the database's clock. Safe to repeat, to run concurrently and to kill. */
export async function sendMessages(
  messageIds: string[],
  workerId: string,
  owner: MessageOwner,
  given?: Date,
): Promise<void> {
  const claims = await claimByIds(messageIds, workerId, given);
  await Promise.all(
    claims.map(async (claim) => recordAttempt(claim, await attemptClaimed(claim, owner, given), owner, given)),
  );
  const ids = claims.map(({ message }) => message.id);
  if (ids.length > 0) await recordFollowUps(owner, { given, ids });
}

export type Attempt = SendOutcome | SentBefore | NotAttempted | Obsolete | "fenced";

/**
 * Sends a claimed message, whose result the caller records. An error before the message leaves, such as of a query,
 * gives the claim back.
 */
export async function attemptClaimed(claim: Claim, owner: MessageOwner, given?: Date): Promise<Attempt> {
  const { message, mayBeSent } = claim;
  const prepared = await prepare(claim, owner, given).catch((error: unknown) => {
    log.warn({ err: error, messageId: message.id }, "an attempt could not be prepared");
    return notAttempted("the attempt could not be prepared", message, mayBeSent);
  });
  return typeof prepared === "function" ? prepared() : prepared;
}

/** Records the result, if the claim is still held. */
export async function recordAttempt(claim: Claim, attempt: Attempt, owner: MessageOwner, given?: Date): Promise<void> {
  if (attempt !== "fenced") return recordSendResult(claim, attempt, owner, given);
  const { id: messageId, claimedBy: workerId } = claim.message;
  log.warn({ messageId, workerId }, "another worker took this message over");
}

async function prepare(
  claim: Claim,
  owner: MessageOwner,
  given: Date | undefined,
): Promise<Attempt | (() => Promise<SendOutcome>)> {
  const { message, mayBeSent } = claim;
  const known = await findEarlierAttempt(claim, given);
  if (known) return known;
  const { expiresAt, attemptedAt } = message;
  if (expiresAt && attemptedAt && expiresAt <= attemptedAt) return EXPIRED;
  if (message.attempts > MAX_ATTEMPTS) return EXHAUSTED;
  if (!(await owner.stillApplies(message))) return { obsolete: true };
  const send = write(await owner.withCurrentWording(message));
  if (!send) return notRendered(message, mayBeSent);
  const right = createSendRight(claim.stopwatch, () => renewClaim(message));
  if (!(await right.ensureHeld(STALE_AFTER_MS))) return "fenced";
  // The worker may be suspended between here and the last byte.
  return () => sendWithRight(right, send);
}

const EXPIRED: SendOutcome = { ok: false, failure: "unavailable", reason: "it had expired before it could be sent" };
const EXHAUSTED: SendOutcome = { ok: false, failure: "unavailable", reason: "too many attempts without a result" };

function write(message: OutboxMessage) {
  try {
    return channelOf(message).write(message);
  } catch (error) {
    log.error({ err: error, messageId: message.id }, "a message could not be rendered");
    return undefined;
  }
}
