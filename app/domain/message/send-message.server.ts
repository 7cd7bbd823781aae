import { createId } from "@paralleldrive/cuid2";
import { and, eq, lte, or } from "drizzle-orm";
import { recordSendOutcome } from "~/domain/delivery/send-outcome.server";
import { type EmailKind, renderEmail } from "~/emails/catalogue";
import { env } from "~/env.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { findSent, type SendOutcome, sendMail } from "~/services/mail.server";
import { messages } from "~db/schema";
import { findMessage, type OutboxMessage, readProps, wakeSender } from "./message.server";
import { nextAttemptAt } from "./retry";

/** How long a sender may take before another one may take over. */
const CLAIM_SECONDS = 60;
/** A sender that was held up longer than this asks whether it still holds its claim before it lets the mail go. */
const STALE_AFTER_MS = 1_000;

/**
 * Sends one message of the outbox. Safe to run twice, at the same time, or to be killed at any line: the row is
 * claimed first, a claim that somebody left behind means that the provider is asked before anything is sent again,
 * and an outcome is written only by whoever still holds the claim.
 */
export async function sendMessage(messageId: string, workerId: string, now = clock.now()): Promise<void> {
  const startedAt = performance.now();
  const claimed = await claimMessage(messageId, workerId, now);
  if (!claimed) return;
  const { message, wasSendingBefore } = claimed;

  const outcome = await deliverToProvider(message, wasSendingBefore, startedAt);
  if (outcome === "fenced") {
    log.warn({ messageId, workerId }, "another worker took this message over");
    return;
  }
  await settle(message, outcome);
}

async function claimMessage(messageId: string, workerId: string, now: Date) {
  const before = await findMessage(db, messageId);
  if (!before) return undefined;
  const claimToken = createId();
  const claim = {
    state: "sending",
    attempts: before.attempts + 1,
    claimToken,
    claimedBy: workerId,
    claimedUntil: new Date(now.getTime() + CLAIM_SECONDS * 1000),
  };
  const mayClaim = or(
    and(eq(messages.state, "queued"), lte(messages.nextAttemptAt, now)),
    and(eq(messages.state, "sending"), lte(messages.claimedUntil, now)),
  );
  const unchanged = and(
    eq(messages.id, messageId),
    eq(messages.attempts, before.attempts),
    eq(messages.state, before.state),
  );
  const result = await db.update(messages).set(claim).where(and(unchanged, mayClaim));
  if (changedRows(result) === 0) return undefined;
  return {
    message: { ...before, ...claim },
    wasSendingBefore: before.state === "sending" || before.lastError === UNKNOWN,
  };
}

/** Marks a message whose last attempt may or may not have gone out. */
const UNKNOWN = "unknown";

async function deliverToProvider(
  message: OutboxMessage,
  mayBeSent: boolean,
  startedAt: number,
): Promise<SendOutcome | "fenced"> {
  const providerMessageId = messageIdOf(message);
  if (mayBeSent) {
    const lookup = await findSent(providerMessageId);
    if (lookup === "sent") return { ok: true, providerId: providerMessageId };
  }
  const email = renderEmail(message.kind as EmailKind, readProps(message));
  if (performance.now() - startedAt > STALE_AFTER_MS && !(await holdsClaim(message))) return "fenced";
  return sendMail({
    ...email,
    messageId: providerMessageId,
    outboxId: message.id,
    to: { name: message.toName, address: message.toAddress },
  });
}

/** Message-Ids are made from the row, so that every attempt at one message carries the same. */
function messageIdOf(message: OutboxMessage): string {
  return `${message.kind}.${message.id}@${new URL(env.BASE_URL).hostname}`;
}

async function holdsClaim(message: OutboxMessage): Promise<boolean> {
  const current = await findMessage(db, message.id);
  return current?.claimToken === message.claimToken;
}

async function settle(message: OutboxMessage, outcome: SendOutcome): Promise<void> {
  const now = clock.now();
  const retryAt = outcome.ok ? undefined : nextAttemptAt(message.attempts, outcome, now);
  const followUps = await inTransaction(async (tx) => {
    const result = await tx
      .update(messages)
      .set({
        state: outcome.ok ? "sent" : retryAt ? "queued" : "failed",
        claimToken: null,
        claimedBy: null,
        claimedUntil: null,
        ...(outcome.ok
          ? { sentAt: now, providerId: outcome.providerId, lastError: null }
          : { nextAttemptAt: retryAt ?? now, lastError: outcome.failure === "unknown" ? UNKNOWN : outcome.reason }),
      })
      .where(and(eq(messages.id, message.id), eq(messages.claimToken, message.claimToken ?? "")));
    if (changedRows(result) === 0) return [];
    return recordSendOutcome(tx, message, outcome, retryAt, now);
  });
  await wakeSender(...followUps);
}
