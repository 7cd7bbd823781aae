import { addDays, subDays } from "date-fns";
import { and, eq, inArray, lt, ne, or } from "drizzle-orm";
import { env } from "~/env.server";
import { databaseNow, db, nowIn } from "~/services/db.server";
import { log } from "~/services/log.server";
import type { SentLookup } from "~/services/provider/outcome.server";
import { messages, providerEvents } from "~db/schema";
import type { ProviderEventKind } from "~db/schema/states";
import { channelOf, messageIdOf } from "./channel.server";
import type { Claim } from "./claim-messages.server";
import { isDeliveryMessage, URGENT_LANES } from "./lane";
import type { OutboxMessage } from "./message.server";
import type { NotAttempted, SentBefore } from "./record-send-result.server";
import { FINAL_REPORTS } from "./repeat-message.server";
import { nextLookupAt } from "./retry";

/** After a failure on our side. */
const AGAIN_AFTER_MS = 30_000;
/** The longest wait of a message that cannot be rendered. */
const UNRENDERED_MAX_MS = 3_600_000;
/** The greatest age of the backup, and how long after the restore messages of the lost days are written again. */
const RESTORE_DAYS = { before: 5, after: 7 };

/** For how long a message waits while the provider's log cannot be read. */
const UNREADABLE_DAYS = 1;

/** When earlier attempts may have been made. `until` is the last one known, or the restore. */
type Period = { from: Date; until: Date | undefined };

/**
 * Asks the provider about a message that may have been sent before: by an attempt of unknown outcome, or after the
 * backup from which the database was restored. Undefined when it was not sent, or when this cannot be known, as with a
 * log that cannot be read for a day.
 */
export async function findEarlierAttempt(
  claim: Claim,
  given: Date | undefined,
): Promise<SentBefore | NotAttempted | undefined> {
  const { message } = claim;
  const period = lookupPeriod(claim);
  if (!period) return undefined;
  const lookup = await lookUp(message, period.from);
  if (lookup === "sent" || lookup === "reported") {
    const isReported = lookup === "reported";
    return { ok: true, providerId: messageIdOf(message), attemptedAt: claim.attemptedBefore, isReported };
  }
  const now = given ?? (await databaseNow(db));
  if (lookup === "no_answer") {
    const waitedSince = period.until ?? message.createdAt;
    if (now < addDays(waitedSince, UNREADABLE_DAYS))
      return notAttempted("the provider could not be asked", message, true);
    log.error({ messageId: message.id }, "the provider's log cannot be read; the message is sent again");
    return undefined;
  }
  const retryAt = period.until && nextLookupAt(period.until, channelOf(message).consistencyDelayMs, now);
  return retryAt && { notAttempted: "the provider does not know of it yet", retryAt, mayBeSent: true };
}

function lookupPeriod({ message, mayBeSent, attemptedBefore }: Claim): Period | undefined {
  const restoredAt = env.RESTORED_AT;
  const now = message.attemptedAt ?? new Date(0);
  const isRestored =
    restoredAt !== undefined &&
    now < addDays(restoredAt, RESTORE_DAYS.after) &&
    !URGENT_LANES.includes(message.lane) &&
    channelOf(message).hasSendLog;
  // Not from the last attempt, which may have been a lookup that was interrupted.
  const from = isRestored ? subDays(restoredAt, RESTORE_DAYS.before) : message.createdAt;
  if (isRestored && (attemptedBefore === null || attemptedBefore <= restoredAt)) return { from, until: restoredAt };
  return mayBeSent ? { from, until: attemptedBefore ?? undefined } : undefined;
}

/** No attempt was made: the provider's log may be unavailable. */
export function notAttempted(reason: string, { attemptedAt }: OutboxMessage, mayBeSent: boolean): NotAttempted {
  const retryAt = new Date((attemptedAt ?? new Date(0)).getTime() + AGAIN_AFTER_MS);
  return { notAttempted: reason, retryAt, mayBeSent };
}

export const NOT_RENDERED = "the message could not be rendered";

/** A key may be missing from the settings, or the row is damaged: the older it is, the rarer the attempts. */
export function notRendered(message: OutboxMessage, mayBeSent: boolean): NotAttempted {
  const now = message.attemptedAt ?? new Date(0);
  const tenth = (now.getTime() - message.createdAt.getTime()) / 10;
  const waitMs = Math.min(Math.max(tenth, AGAIN_AFTER_MS), UNRENDERED_MAX_MS);
  return { notAttempted: NOT_RENDERED, retryAt: new Date(now.getTime() + waitMs), mayBeSent };
}

/** For operators. */
export const countUnrendered = (): Promise<number> =>
  db.$count(messages, and(eq(messages.state, "queued"), eq(messages.lastError, NOT_RENDERED)));

async function lookUp(message: OutboxMessage, since: Date): Promise<SentLookup | "reported"> {
  const reports = await listReports(message.id);
  // An event proves that the provider has it.
  if (reports.length > 0) {
    await repeatUnusedEvents(message);
    return reports.some((kind) => FINAL_REPORTS.includes(kind)) ? "reported" : "sent";
  }
  try {
    return await channelOf(message).findSent(message, since);
  } catch (error) {
    log.error({ err: error, messageId: message.id }, "a message could not be rendered");
    return "no_answer";
  }
}

async function listReports(messageId: string): Promise<ProviderEventKind[]> {
  const { kind, provider } = providerEvents;
  // Twilio's other events are steps of a text that it has accepted.
  const isProof = or(ne(kind, "other"), eq(provider, "twilio"));
  const rows = await db
    .selectDistinct({ kind })
    .from(providerEvents)
    .where(and(eq(providerEvents.messageId, messageId), isProof));
  return rows.map((row) => row.kind);
}

/**
 * An event that was handled while its message was lost, or not yet written again after a restore, had no effect.
 * Delivery events are idempotent.
 */
async function repeatUnusedEvents(message: OutboxMessage): Promise<void> {
  const isUnused = isDeliveryMessage(message) ? undefined : lt(providerEvents.receivedAt, message.createdAt);
  await db
    .update(providerEvents)
    .set({ handleAt: nowIn(undefined) })
    .where(
      and(
        eq(providerEvents.messageId, message.id),
        inArray(providerEvents.kind, ["arrived", "bounced", "undelivered"]),
        isUnused,
      ),
    );
}
