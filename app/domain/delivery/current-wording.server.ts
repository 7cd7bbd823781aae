import { eq } from "drizzle-orm";
import { opensOnIfNotifiedAt } from "~/domain/legacy/legacy-requests.server";
import { listAskedOf } from "~/domain/legacy/notify-contacts.server";
import { type MessageProps, type OutboxMessage, readProps, withProps } from "~/domain/outbox/message.server";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { pastDay } from "./delivery-mail";
import { hasWaited, idInKey, timeOf } from "./still-open.server";

/**
 * A request to a legacy contact of a board names someone who is still missing, a late notice to the owner names the day
 * counted from now, and a late letter its own day instead of today.
 */
export async function withCurrentWording(message: OutboxMessage): Promise<OutboxMessage> {
  if (message.kind === "legacy_request" && message.vaultId) return withMissingRecipient(message, message.vaultId);
  const isLetter = message.kind === "delivery" || message.kind === "delivery_sms";
  if (isLetter && message.vaultId && hasWaited(message)) return withPastDay(message, message.vaultId);
  return message.kind === "legacy_wait" ? withDay(message) : message;
}

async function withPastDay(message: OutboxMessage, vaultId: string): Promise<OutboxMessage> {
  const { deliveryDate, deliveryZone } = memories;
  const [vault] = await db.select({ deliveryDate, deliveryZone }).from(memories).where(eq(memories.id, vaultId));
  const { until } = vault ? pastDay(vault, timeOf(message)) : {};
  try {
    return until ? withProps(message, { until }) : message;
  } catch {
    // A damaged message is written again, once it cannot be rendered.
    return message;
  }
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
