import { and, asc, eq, sql } from "drizzle-orm";
import { answerPasswordReset, requestPasswordReset } from "~/domain/account/password-reset.server";
import { deliveryMessages } from "~/domain/delivery/send-outcome.server";
import { type MessageKind, type MessageProps, type OutboxMessage, readProps } from "~/domain/outbox/message.server";
import * as outbox from "~/domain/outbox/send-message.server";
import { db } from "~/services/db.server";
import { messages } from "~db/schema";

export type WrittenMessage<Kind extends MessageKind> = OutboxMessage & { props: MessageProps[Kind] };

/** Returns the messages for an email or a phone number, oldest first, with their decrypted props. */
export async function writtenTo<Kind extends MessageKind>(
  address: string,
  kind: Kind,
): Promise<[WrittenMessage<Kind>, ...WrittenMessage<Kind>[]] | []> {
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.toAddress, address), eq(messages.kind, kind)))
    .orderBy(asc(messages.createdAt));
  return rows.map((row) => ({ ...row, props: row.propsEncrypted.length > 0 ? readProps(row) : undefined })) as [
    WrittenMessage<Kind>,
  ];
}

/** Asks for the link that sets a new password, and answers as the worker does. */
export async function mailPasswordReset(email: string, now?: Date): Promise<void> {
  await answerPasswordReset(await requestPasswordReset(email, undefined, now), now);
}

/** Returns the token in the newest link of this kind that was mailed to `email`. */
export async function mailedToken(
  email: string,
  kind: "verify_address" | "password_reset" | "sign_in_link" | "change_email",
): Promise<string> {
  const newest = (await writtenTo(email, kind)).at(-1);
  const token = newest && new URL(newest.props.url).searchParams.get("token");
  if (!token) throw new Error(`No ${kind} mail was written for this address.`);
  return token;
}

/** Makes the messages for this address a minute older, as if a button were pressed again later. */
export async function ageMessagesTo(address: string): Promise<void> {
  await db
    .update(messages)
    .set({ createdAt: sql`${messages.createdAt} - INTERVAL 1 MINUTE` })
    .where(eq(messages.toAddress, address));
}

/** Sends a message as the worker does. */
export function sendMessage(messageId: string, workerId: string, now?: Date): Promise<void> {
  return outbox.sendMessages([messageId], workerId, deliveryMessages, now);
}

/** Sends several messages as the worker does. */
export function sendMessages(messageIds: string[], workerId: string, now?: Date): Promise<void> {
  return outbox.sendMessages(messageIds, workerId, deliveryMessages, now);
}
