import { isCuid } from "@paralleldrive/cuid2";
import { and, asc, eq, isNull } from "drizzle-orm";
import { recordReturnedQuestion } from "~/domain/address-health/confirmation.server";
import { wakeSender } from "~/domain/outbox/message.server";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { transitionForEvent } from "~/domain/vault/transitions";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { wakeAll } from "~/services/jobs.server";
import type { ProviderEvent } from "~/services/provider/event.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { messages, providerEvents } from "~db/schema";
import type { ProviderEventKind } from "~db/schema/states";
import { isCurrent, recordBounce } from "./record-bounce.server";
import { settleVaultStatuses } from "./settle-vault-status.server";

/** Returns `known` for a stored event, and `replayed`, storing nothing, when its token signed another event. */
export async function saveProviderEvent(
  event: ProviderEvent,
  now = clock.now(),
): Promise<"kept" | "known" | "replayed"> {
  const { provider, eventId, token, messageId, ...rest } = event;
  const id = createId();
  const tokenHash = hashSecretToken(token);
  const inserted = await db
    .insert(providerEvents)
    .ignore()
    .values({
      id,
      provider,
      eventId,
      tokenHash,
      messageId: messageId && isCuid(messageId) ? messageId : null,
      receivedAt: now,
      ...rest,
    });
  if (changedRows(inserted) > 0) {
    await wakeEventHandler({ id });
    return "kept";
  }
  const [known] = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)));
  return known ? "known" : "replayed";
}

export async function wakeEventHandler(...events: { id: string }[]): Promise<void> {
  await wakeAll(
    "handle_provider_event",
    events.map(({ id }) => ({ id, payload: { eventId: id } })),
  );
}

/** Oldest first. Their jobs were lost. */
export function findUnhandledEvents(atMost: number): Promise<{ id: string }[]> {
  return db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(isNull(providerEvents.handledAt))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(atMost);
}

/** Applies one event. Idempotent, and events may come in any order. */
export async function handleProviderEvent(id: string, now = clock.now()): Promise<void> {
  const followUps = await inTransaction(async (tx) => {
    const [event] = await tx.select().from(providerEvents).where(eq(providerEvents.id, id)).for("update");
    if (!event || event.handledAt) return [];
    await tx.update(providerEvents).set({ handledAt: now }).where(eq(providerEvents.id, id));
    return event.messageId ? applyEvent(tx, event.kind, event.messageId, event.detail, now) : [];
  });
  await wakeSender(...followUps);
}

async function applyEvent(
  tx: Transaction,
  kind: ProviderEventKind,
  messageId: string,
  detail: string,
  now: Date,
): Promise<string[]> {
  const [message] = await tx.select().from(messages).where(eq(messages.id, messageId));
  if (message?.kind === "recipient_confirmation") {
    return kind === "bounced" ? recordReturnedQuestion(tx, messageId, now) : [];
  }
  if (!message?.deliveryId || !message.vaultId) return [];
  if (kind === "bounced") return recordBounce(tx, message, detail, now);
  const { deliveryId, vaultId } = message;
  const locked = await lockDelivery(tx, { deliveryId, vaultId });
  // Ignores events about an email that was corrected since.
  if (!locked || !isCurrent(message, locked.delivery)) return [];
  const { vault, delivery } = locked;

  switch (kind) {
    case "arrived":
      await transitionDelivery(tx, delivery, transitionForEvent(message, "arrived"), now);
      return settleVaultStatuses(tx, [vault], now);
    case "delayed":
    case "complained":
      await recordEvent(tx, { vaultId, deliveryId, kind, detail }, now);
      return [];
    case "other":
      return [];
  }
}
