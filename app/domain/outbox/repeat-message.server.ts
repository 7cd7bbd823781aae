import { and, eq, inArray, isNotNull, lte, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { changedRows, db, type Transaction } from "~/services/db.server";
import { deriveId } from "~/services/id.server";
import { messages } from "~db/schema";
import { CHANNELS, type ProviderEventKind } from "~db/schema/states";
import { channelOf } from "./channel.server";
import { DELIVERY_KINDS } from "./lane";
import {
  findMessage,
  type MessageDraft,
  type MessageKind,
  type OutboxMessage,
  readProps,
  writeMessages,
} from "./message.server";
import { senderIn } from "./stop-link.server";

/** Letters are written again from their vault, and a preview can be asked for again: their content is never kept. */
const NOT_KEPT: MessageKind[] = [...DELIVERY_KINDS, "rehearsal"];
/** As many as the days of silence after which a letter counts as arrived. */
const KEPT_DAYS = 3;
const UNIQUE_KEY_MAX = 100;
const EMPTY = Buffer.alloc(0);
const FORGOTTEN = { propsEncrypted: EMPTY, contentUntil: null };

/** After one of these reports a message is not sent again. */
export const FINAL_REPORTS: ProviderEventKind[] = ["arrived", "bounced", "complained"];

/**
 * Columns of messages that were sent at `now`. Where the provider reports what became of them, they may have to be
 * repeated, unless it has already done so: those are `reported`.
 */
export function contentAfterSending(now: Date | SQL, reported: string[]) {
  const reporting = CHANNELS.filter((channel) => channelOf({ channel }).hasReports);
  const isKept = and(
    inArray(messages.channel, reporting),
    notInArray(messages.kind, NOT_KEPT),
    notInArray(messages.id, reported),
    ne(messages.propsEncrypted, EMPTY),
  );
  const until = sql`${now} + INTERVAL ${KEPT_DAYS} DAY`;
  return {
    propsEncrypted: sql`case when ${isKept} then ${messages.propsEncrypted} else ${EMPTY} end`,
    contentUntil: sql`case when ${isKept} then LEAST(${until}, COALESCE(${messages.expiresAt}, ${until})) end`,
  };
}

/**
 * For a message that has arrived or bounced, or is replaced by a repeated one. If its sending is still unconfirmed, the
 * report confirms it, and the content is not read again.
 */
export async function forgetContent(tx: Transaction, { id, contentUntil, mayBeSent }: OutboxMessage): Promise<void> {
  if (!contentUntil && !mayBeSent) return;
  const isUnconfirmed = and(eq(messages.state, "queued"), eq(messages.mayBeSent, true));
  await tx
    .update(messages)
    .set(FORGOTTEN)
    .where(and(eq(messages.id, id), or(isNotNull(messages.contentUntil), isUnconfirmed)));
}

/** Empties messages about which there were no reports, at most `atMost`. Returns how many. */
export async function forgetOldContent(now: Date, atMost: number): Promise<number> {
  return changedRows(await db.update(messages).set(FORGOTTEN).where(lte(messages.contentUntil, now)).limit(atMost));
}

/** `attempts` so far; `reason` is the provider's, for not delivering the message. */
export type NextAttempt = { retryAt: Date; attempts: number; reason: string };

/**
 * Writes a message again that the provider accepted and then did not deliver, as a new one with a Message-Id of its
 * own, unless the recipient has opted out since. Returns its id; undefined if it would have expired, or its content is
 * not kept.
 */
export async function repeatMessage(
  tx: Transaction,
  message: OutboxMessage,
  next: NextAttempt,
): Promise<string | undefined> {
  const { id, toName: name, toAddress, vaultId, deliveryId, expiresAt, createdAt } = message;
  // Another attempt at it was not accepted.
  if (message.state === "queued" && !message.mayBeSent) return id;
  const uniqueKey = repeatedKey(message);
  const again = deriveId("message", uniqueKey);
  if (await findMessage(tx, again)) return again;
  if (message.propsEncrypted.length === 0 || NOT_KEPT.some((kind) => kind === message.kind)) return undefined;
  if (expiresAt && expiresAt <= next.retryAt) return undefined;
  const props = readProps(message) as MessageDraft["props"];
  const draft = {
    kind: message.kind as MessageKind,
    uniqueKey,
    to: message.channel === "sms" ? { name, phone: toAddress } : { name, email: toAddress },
    props,
    senderId: senderIn(props),
    ...(vaultId && { vaultId }),
    ...(deliveryId && { deliveryId }),
    ...(expiresAt && { expiresAt }),
  } as MessageDraft;
  await writeMessages(tx, [draft], createdAt);
  await continueAttempts(tx, again, next);
  await forgetContent(tx, message);
  return again;
}

/** Keeps the beginning, by which messages are found. */
function repeatedKey({ uniqueKey, attempts }: OutboxMessage): string {
  const suffix = `~${attempts}`;
  return firstKey(uniqueKey).slice(0, UNIQUE_KEY_MAX - suffix.length) + suffix;
}

/** Of the message that a repeated one replaces. */
export const firstKey = (uniqueKey: string) => uniqueKey.replace(/~\d+$/, "");

/** For a message that replaces another. */
export async function continueAttempts(
  tx: Transaction,
  id: string,
  { retryAt, attempts, reason }: NextAttempt,
): Promise<void> {
  await tx.update(messages).set({ attempts, nextAttemptAt: retryAt, lastError: reason }).where(eq(messages.id, id));
}
