import { addDays, addHours } from "date-fns";
import { and, asc, eq, lte } from "drizzle-orm";
import { isUndelivered, type LegacyRequestState, reminderBefore } from "~/domain/legacy/legacy";
import { helpUrl } from "~/domain/legacy/legacy-links.server";
import { notifyOwner, opensAfterNotice } from "~/domain/legacy/legacy-requests.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { messagesTo } from "~/domain/outbox/messages-to-contact.server";
import { countedDeliveries, isHandedOver } from "~/domain/vault/events";
import { recordEvent } from "~/domain/vault/history.server";
import { recipientInWords } from "~/domain/vault/own-kind";
import { isOpen } from "~/domain/vault/vault";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveries, legacyContacts, legacyWaits, memories, profiles } from "~db/schema";

const BATCH = 200;

/**
 * Reminds owners a week before a request opens, and notifies contacts when it opens. Safe after any downtime and on
 * several machines at once. `isFull` means that more may be due.
 */
export async function advanceLegacyRequests(now = clock.now()): Promise<{ isFull: boolean }> {
  const due = await db
    .select({ id: legacyWaits.id, vaultId: legacyWaits.vaultId })
    .from(legacyWaits)
    .where(lte(legacyWaits.nextStepAt, now))
    .orderBy(asc(legacyWaits.nextStepAt))
    .limit(BATCH);
  for (const request of due) {
    await advance(request, now).catch(async (error: unknown) => {
      log.error(
        { err: error, requestId: request.id },
        "a legacy request could not be advanced; it is tried again in an hour",
      );
      await db
        .update(legacyWaits)
        .set({ nextStepAt: addHours(now, 1) })
        .where(and(eq(legacyWaits.id, request.id), lte(legacyWaits.nextStepAt, now)));
    });
  }
  return { isFull: due.length === BATCH };
}

async function advance({ id, vaultId }: { id: string; vaultId: string }, now: Date): Promise<void> {
  return inTransaction(async (tx) => {
    const [vault] = await tx.select().from(memories).where(eq(memories.id, vaultId)).for("update");
    const [request] = await tx.select().from(legacyWaits).where(eq(legacyWaits.id, id)).for("update");
    if (!vault || !request?.nextStepAt || request.nextStepAt > now) return;
    const [contact] = await tx.select().from(legacyContacts).where(eq(legacyContacts.id, request.contactId));
    if (!contact) return;
    const earliest = await opensAfterNotice(tx, request, now);
    if (earliest.opensAt > request.opensAt) {
      await tx.update(legacyWaits).set(earliest).where(eq(legacyWaits.id, id));
      return;
    }
    const nextStepAt = reminderBefore(request.opensAt);
    if (nextStepAt > now) {
      await tx.update(legacyWaits).set({ nextStepAt }).where(eq(legacyWaits.id, id));
      return;
    }
    if (request.opensAt > now) {
      await tx.update(legacyWaits).set({ remindedAt: now, nextStepAt: request.opensAt }).where(eq(legacyWaits.id, id));
      await notifyOwner(tx, { vault, contact, request }, { isReminder: true }, now);
      return;
    }
    return open(tx, vault, request, contact, now);
  });
}

async function open(
  tx: Transaction,
  vault: typeof memories.$inferSelect,
  request: typeof legacyWaits.$inferSelect,
  contact: typeof legacyContacts.$inferSelect,
  now: Date,
): Promise<void> {
  const set = (columns: { state?: LegacyRequestState; nextStepAt: Date | null }) =>
    tx.update(legacyWaits).set(columns).where(eq(legacyWaits.id, request.id));
  const rows = await tx.select().from(deliveries).where(eq(deliveries.vaultId, vault.id));
  if (!isUndelivered(vault.state, rows)) {
    const isOver = !isOpen(vault) || countedDeliveries(rows).some(({ state }) => isHandedOver(state));
    await set(isOver ? { state: "over", nextStepAt: null } : { nextStepAt: addDays(now, 1) });
    return;
  }
  const isCopy = request.kind === "duplicate";
  await set({ state: "open", nextStepAt: null });
  const event = isCopy ? "legacy_copy_sent" : "legacy_opened";
  await recordEvent(tx, { vaultId: vault.id, kind: event, detail: contact.name }, now);
  const [owner] = await tx.select().from(profiles).where(eq(profiles.id, vault.userId));
  const ownerName = owner?.fullName ?? "";
  await writeMessage(
    tx,
    {
      kind: "legacy_open",
      senderId: vault.userId,
      uniqueKey: `${messagesTo(contact.id)}open:${request.id}:${request.opensAt.getTime()}`,
      to: { name: contact.name, email: contact.email },
      props: {
        name: contact.name,
        ownerName,
        recipientName: vault.isFutureSelf ? ownerName : recipientInWords(vault),
        kind: request.kind,
        url: helpUrl({ contactId: contact.id, vaultId: vault.id, linkVersion: contact.linkVersion }),
      },
      vaultId: vault.id,
    },
    now,
  );
}
