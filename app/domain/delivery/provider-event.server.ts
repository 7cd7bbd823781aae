import { randomInt } from "node:crypto";
import { isCuid } from "@paralleldrive/cuid2";
import { and, asc, eq, lte, or, type SQL, sql } from "drizzle-orm";
import { noteArrivedMail } from "~/domain/account/failed-mail.server";
import { recordReturnedQuestion } from "~/domain/address-health/confirmation.server";
import { trustedNow } from "~/domain/clock/clock-check.server";
import { removeSubscriber } from "~/domain/newsletter/subscribe.server";
import { isDeliveryMessage } from "~/domain/outbox/lane";
import type { OutboxMessage } from "~/domain/outbox/message.server";
import { FINAL_REPORTS, forgetContent } from "~/domain/outbox/repeat-message.server";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { transitionDelivery } from "~/domain/vault/transition.server";
import { transitionForEvent } from "~/domain/vault/transitions";
import { isOpen } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import {
  changedRows,
  databaseNow,
  db,
  inTransaction,
  isWrittenAhead,
  nowIn,
  type Transaction,
} from "~/services/db.server";
import { createId } from "~/services/id.server";
import { requestLook } from "~/services/jobs.server";
import { log } from "~/services/log.server";
import { readMailgunEvent } from "~/services/mail/mailgun-webhook.server";
import type { ProviderEvent } from "~/services/provider/event.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { messages, providerEvents } from "~db/schema";
import { isCurrentMessage, recordBounce, recordGivenUp } from "./record-bounce.server";
import { recordUndelivered } from "./record-undelivered.server";
import { settleVaultStatuses } from "./settle-vault-status.server";
import { idInKey } from "./still-open.server";

/**
 * By the database's clock if a signature seems stale: Mailgun never repeats what a machine with a wrong clock refuses.
 */
export async function readMailgunWebhook(body: string, key: string): Promise<ReturnType<typeof readMailgunEvent>> {
  const read = readMailgunEvent(body, { key, now: clock.now() });
  const seemsStale = !read.ok && read.reason === "stale";
  return seemsStale ? readMailgunEvent(body, { key, now: await databaseNow(db) }) : read;
}

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
      handleAt: nowIn(undefined),
      ...rest,
    });
  if (changedRows(inserted) > 0) {
    await requestLook("handle_provider_events");
    return "kept";
  }
  const [known] = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)));
  return known ? "known" : "replayed";
}

/** Per pass. */
const EVENTS_AT_ONCE = 100;
/** In seconds. */
const SHORTEST_WAIT = 5;
const LONGEST_WAIT = 3_600;
const inSeconds = (seconds: number | SQL) => sql`UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND`;

/**
 * Handles reported events, the oldest in one pass. A failed event is retried after as long as it has waited.
 * @returns whether more may wait
 * @throws UntrustedClock when the clocks disagree
 */
export async function handleProviderEvents(): Promise<boolean> {
  const now = await trustedNow();
  const { handleAt } = providerEvents;
  const waiting = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(or(lte(handleAt, nowIn(undefined)), isWrittenAhead(handleAt, LONGEST_WAIT)))
    .orderBy(asc(handleAt))
    .limit(EVENTS_AT_ONCE);
  // On a cluster, workers do not see each other's locks: each begins elsewhere.
  const from = randomInt(waiting.length + 1);
  for (const { id } of [...waiting.slice(from), ...waiting.slice(0, from)]) {
    await handleProviderEvent(id, now).catch((error: unknown) => postpone(id, error));
  }
  return waiting.length === EVENTS_AT_ONCE;
}

async function postpone(id: string, error: unknown): Promise<void> {
  log.error({ err: error, eventId: id }, "a provider's event could not be handled");
  const age = sql`TIMESTAMPDIFF(SECOND, ${providerEvents.receivedAt}, UTC_TIMESTAMP(3))`;
  await db
    .update(providerEvents)
    .set({ handleAt: inSeconds(sql`LEAST(${LONGEST_WAIT}, GREATEST(${SHORTEST_WAIT}, ${age}))`) })
    .where(eq(providerEvents.id, id));
}

/** Applies one event. Idempotent, and events may come in any order. */
export async function handleProviderEvent(id: string, now = clock.now()): Promise<void> {
  await inTransaction(async (tx) => {
    const [event] = await tx
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.id, id))
      .for("update", { skipLocked: true });
    if (!event?.handleAt) return;
    const message = event.messageId ? await lockMessage(tx, event.messageId) : undefined;
    const handleAt = message && hasToWait(message, event) ? inSeconds(SHORTEST_WAIT) : null;
    await tx.update(providerEvents).set({ handleAt }).where(eq(providerEvents.id, id));
    if (message && !handleAt) await applyEvent(tx, event, message, now);
  });
}

/** So that no worker claims it meanwhile. */
async function lockMessage(tx: Transaction, id: string): Promise<OutboxMessage | undefined> {
  const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for("update");
  return message;
}

/**
 * While a message is being sent or looked up, it is not known whether its content is still required, nor which of its
 * attempts came back. A letter's content is not kept, so its arrival or bounce is recorded at once.
 */
function hasToWait(message: OutboxMessage, { kind }: Pick<ProviderEvent, "kind">): boolean {
  return message.state === "sending" && (kind === "undelivered" || !isDeliveryMessage(message));
}

async function applyEvent(
  tx: Transaction,
  { kind, detail, at }: Pick<ProviderEvent, "kind" | "detail" | "at">,
  message: OutboxMessage,
  now: Date,
): Promise<void> {
  if (kind === "undelivered") return recordUndelivered(tx, message, { detail, at }, now);
  if (FINAL_REPORTS.includes(kind)) await forgetContent(tx, message);
  if (message.kind === "recipient_confirmation") {
    if (kind === "bounced") await recordReturnedQuestion(tx, message.id, now);
    return;
  }
  if (kind === "bounced") {
    if (isDeliveryMessage(message)) await recordBounce(tx, message, detail, now);
    else await recordGivenUp(tx, message, { isRefused: true, detail }, now);
    return;
  }
  if (kind === "arrived") await noteArrivedMail(tx, message);
  if (kind === "complained" && message.kind === "newsletter_issue") await removeSubscriber(tx, idInKey(message));
  if (!message.deliveryId || !message.vaultId) return;
  const { deliveryId, vaultId } = message;
  const locked = await lockDelivery(tx, { deliveryId, vaultId });
  // Ignores events about a vault that was cancelled, or an email that was corrected since.
  if (!locked || !isOpen(locked.vault) || !isCurrentMessage(message, locked.delivery)) return;
  const { vault, delivery } = locked;

  switch (kind) {
    case "arrived":
      await transitionDelivery(tx, delivery, transitionForEvent(message, "arrived"), now);
      return settleVaultStatuses(tx, [vault], now);
    case "delayed":
    case "complained":
      await recordEvent(tx, { vaultId, deliveryId, kind, detail }, now);
      return;
    default:
  }
}
