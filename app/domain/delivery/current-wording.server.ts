import { opensOnIfNotifiedAt } from "~/domain/legacy/legacy-requests.server";
import { listAskedOf } from "~/domain/legacy/notify-contacts.server";
import { type MessageProps, type OutboxMessage, readProps, withProps } from "~/domain/outbox/message.server";
import { idInKey, timeOf } from "./still-open.server";

/**
 * A request to a legacy contact of a board names someone who is still missing, and a late notice to the owner names the
 * day counted from now.
 */
export async function withCurrentWording(message: OutboxMessage): Promise<OutboxMessage> {
  if (message.kind === "legacy_request" && message.vaultId) return withMissingRecipient(message, message.vaultId);
  return message.kind === "legacy_wait" ? withDay(message) : message;
}

async function withMissingRecipient(message: OutboxMessage, vaultId: string): Promise<OutboxMessage> {
  const { recipientName: named } = readProps(message) as MessageProps["legacy_request"];
  const names = (await listAskedOf(message.toAddress, vaultId)).map(({ recipientName }) => recipientName);
  const [recipientName] = names;
  return recipientName === undefined || names.includes(named) ? message : withProps(message, { recipientName });
}

async function withDay(message: OutboxMessage): Promise<OutboxMessage> {
  const { isReminder, opensOn } = readProps(message) as MessageProps["legacy_wait"];
  const day = isReminder ? undefined : await opensOnIfNotifiedAt(idInKey(message), timeOf(message));
  return day === undefined || day === opensOn ? message : withProps(message, { opensOn: day });
}
