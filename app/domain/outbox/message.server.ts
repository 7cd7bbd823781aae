import { and, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { EmailKind, EmailProps } from "~/emails/catalogue";
import { safePersonName } from "~/emails/person-name";
import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import { lookAfterCommit, type Queryable, startsWith, type Transaction } from "~/services/db.server";
import { deriveId } from "~/services/id.server";
import { pressedTwiceSince } from "~/services/repeats.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { isSmsKind, type SmsKind, type SmsProps } from "~/sms/catalogue";
import { messages } from "~db/schema";
import { isErasedEmail } from "./erased-email";
import { laneOf } from "./lane";
import { emailPreferences } from "./optional-mail.server";

export type MessageKind = EmailKind | SmsKind;
export type MessageProps = EmailProps & SmsProps;

export type MessageDraft<Kind extends MessageKind = MessageKind> = {
  kind: Kind;
  /** A second message with the same key is not written. The id is derived from it. */
  uniqueKey: string;
  to: Kind extends SmsKind ? { name: string; phone: PhoneNumber } : { name: string; email: string };
  props: MessageProps[Kind];
  /** For a mail that an account causes to another person, who can stop all mails from that account. */
  senderId?: string | undefined;
  vaultId?: string;
  deliveryId?: string;
  /** After this instant the message is not sent. */
  expiresAt?: Date;
};

/**
 * Writes a message to the outbox in the caller's transaction; a worker sends it after the commit. Writes no row for a
 * known key, a recipient who opted out or stopped the sender, or an erased account. Returns the id that the row has, or
 * would have.
 */
export async function writeMessage<Kind extends MessageKind>(
  tx: Transaction,
  draft: MessageDraft<Kind>,
  now: Date,
): Promise<string> {
  const [id] = await writeMessages(tx, [draft], now);
  if (id === undefined) throw new Error("The inserted message has no id.");
  return id;
}

/** Returns the ids in their order. */
export async function writeMessages(
  tx: Transaction,
  drafts: MessageDraft<MessageKind>[],
  now: Date,
): Promise<string[]> {
  const queued = drafts.map((draft) => ({ id: deriveId("message", draft.uniqueKey), draft, to: recipientOf(draft) }));
  const mails = queued.map(({ draft: { kind, senderId }, to }) => ({ kind, email: to.email ?? "", senderId }));
  const preferences = await emailPreferences(tx, mails);
  const rows = queued.flatMap(({ id, draft, to }, index) => {
    const { isOptedIn = true, unsubscribeUrl } = preferences[index] ?? {};
    return isOptedIn && !isErasedEmail(to.email ?? "") ? [rowOf(id, draft, to, unsubscribeUrl, now)] : [];
  });
  for (const slice of slicesOf(rows)) {
    await tx
      .insert(messages)
      .values(slice)
      .onDuplicateKeyUpdate({ set: { uniqueKey: sql`unique_key` } });
  }
  if (rows.length > 0) lookAfterCommit(tx, "send_due");
  return queued.map(({ id }) => id);
}

type MessageRow = Omit<typeof messages.$inferInsert, "nextAttemptAt"> & { nextAttemptAt: SQL };

/** Bytes of props per statement: servers refuse statements of a few megabytes. */
const SLICE_BYTES = 500_000;

function slicesOf(rows: MessageRow[]): MessageRow[][] {
  const slices: MessageRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    bytes += row.propsEncrypted.length;
    if (bytes > SLICE_BYTES) {
      slices.push([]);
      bytes = row.propsEncrypted.length;
    }
    slices.at(-1)?.push(row);
  }
  return slices;
}

type Recipient = { name: string; email?: string; phone?: string };

const recipientOf = ({ to }: MessageDraft<MessageKind>): Recipient => to;

function rowOf(
  id: string,
  draft: MessageDraft<MessageKind>,
  { name, email, phone }: Recipient,
  unsubscribeUrl: string | undefined,
  now: Date,
): MessageRow {
  const { key, wrappedKey, masterKeyId } = createDataKey(placeOf(messages.wrappedKey, id));
  const props = JSON.stringify({ ...draft.props, ...(unsubscribeUrl && { unsubscribeUrl }) });
  return {
    id,
    kind: draft.kind,
    channel: isSmsKind(draft.kind) ? "sms" : "mail",
    uniqueKey: draft.uniqueKey,
    toName: safePersonName(name),
    toAddress: phone ?? email ?? "",
    propsEncrypted: encrypt(key, props, placeOf(messages.propsEncrypted, id)),
    wrappedKey,
    masterKeyId,
    vaultId: draft.vaultId,
    deliveryId: draft.deliveryId,
    expiresAt: draft.expiresAt,
    state: "queued",
    lane: laneOf(draft.kind),
    // A web process whose clock is ahead delays nothing.
    nextAttemptAt: sql`LEAST(${now}, UTC_TIMESTAMP(3))`,
    createdAt: now,
  };
}

/**
 * Whether a message with such a key was written to this address seconds ago: the button may be pressed twice. The
 * caller has locked the row of its recipient.
 */
export async function wasJustWritten(
  tx: Transaction,
  { keyPrefix, address }: { keyPrefix: string; address: string },
  now: Date,
): Promise<boolean> {
  const isMatch = and(startsWith(messages.uniqueKey, keyPrefix), eq(messages.toAddress, address));
  const lately = gt(messages.createdAt, pressedTwiceSince(now));
  return (await tx.$count(messages, and(isMatch, lately, ne(messages.state, "failed")))) > 0;
}

export type OutboxMessage = typeof messages.$inferSelect;

export async function findMessage(queryable: Queryable, id: string): Promise<OutboxMessage | undefined> {
  const [row] = await queryable.select().from(messages).where(eq(messages.id, id));
  return row;
}

/** Whether it waits to be sent, or is being sent. */
export function hasNotLeft({ state }: Pick<OutboxMessage, "state">): boolean {
  return state === "queued" || state === "sending";
}

/** Not stored; used for one attempt to send it. */
export function withProps(message: OutboxMessage, changes: object): OutboxMessage {
  const props = JSON.stringify({ ...(readProps(message) as object), ...changes });
  const place = placeOf(messages.propsEncrypted, message.id);
  return { ...message, propsEncrypted: encrypt(dataKeyOf(message), props, place) };
}

const dataKeyOf = (message: OutboxMessage) => unwrapDataKey(message, placeOf(messages.wrappedKey, message.id));

export function readProps(message: OutboxMessage): unknown {
  return JSON.parse(
    decrypt(dataKeyOf(message), message.propsEncrypted, placeOf(messages.propsEncrypted, message.id)).toString("utf8"),
  );
}
