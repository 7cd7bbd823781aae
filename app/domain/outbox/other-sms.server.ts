import { and, eq, ne } from "drizzle-orm";
import { db } from "~/services/db.server";
import { messages, providerEvents } from "~db/schema";
import type { OutboxMessage } from "./message.server";

/**
 * The provider's ids of other text messages about the same vault, as it returned or reported them: they may have the
 * same number and link.
 */
export async function listOtherSmsIds({ id, vaultId }: OutboxMessage): Promise<string[]> {
  const rows = await db
    .select({ providerId: messages.providerId, eventId: providerEvents.eventId })
    .from(messages)
    .leftJoin(providerEvents, eq(providerEvents.messageId, messages.id))
    .where(and(eq(messages.vaultId, vaultId ?? ""), eq(messages.channel, "sms"), ne(messages.id, id)));
  return rows.flatMap(({ providerId, eventId }) => [providerId, eventId?.split(":")[0]]).filter((sid) => sid != null);
}
