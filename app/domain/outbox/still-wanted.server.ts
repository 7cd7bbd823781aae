import { db } from "~/services/db.server";
import { isDeliveryMessage } from "./lane";
import { type MessageKind, type OutboxMessage, readProps } from "./message.server";
import { emailPreferences } from "./optional-mail.server";
import { senderIn } from "./stop-link.server";

/**
 * Whether its recipient has neither opted out nor stopped its sender since it was written. Letters have other rules.
 */
export async function isStillWanted(message: OutboxMessage): Promise<boolean> {
  const { kind, channel, toAddress: email } = message;
  if (channel !== "mail" || isDeliveryMessage(message)) return true;
  const mail = { kind: kind as MessageKind, email, senderId: senderIn(readProps(message) as object) };
  const [preference] = await emailPreferences(db, [mail]);
  return preference?.isOptedIn ?? true;
}
