import { listAskedOf } from "~/domain/legacy/notify-contacts.server";
import { type MessageProps, type OutboxMessage, readProps, withProps } from "~/domain/outbox/message.server";

/** A request to a legacy contact of a board names someone who is still missing. */
export async function reworded(message: OutboxMessage): Promise<OutboxMessage> {
  if (message.kind !== "legacy_request" || !message.vaultId) return message;
  const { recipientName: named } = readProps(message) as MessageProps["legacy_request"];
  const names = (await listAskedOf(message.toAddress, message.vaultId)).map(({ recipientName }) => recipientName);
  const [recipientName] = names;
  return recipientName === undefined || names.includes(named) ? message : withProps(message, { recipientName });
}
