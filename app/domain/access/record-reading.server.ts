import { and, type Column, eq } from "drizzle-orm";
import { touchVaults } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { deliveryEvents, legacyContacts, legacyWaits } from "~db/schema";
import type { View } from "./can-view";

type Viewed = {
  view: View;
  seesContent: boolean;
  isReadBySender: boolean;
  vault: { id: string; sealedAt: Date | null };
};

/**
 * Records the first reading of a sealed vault by its owner, and of any vault by a legacy contact. Call it before
 * sending any content. Returns false when the contact's request has ended meanwhile: show nothing then.
 */
export async function recordReading(viewed: Viewed, now = clock.now()): Promise<boolean> {
  const { view, seesContent, isReadBySender, vault } = viewed;
  if (view.as === "owner" && seesContent && vault.sealedAt && !isReadBySender) {
    await recordSenderReading(vault.id, now);
  }
  return recordContactReading(view, vault.id, now);
}

/** Like `recordReading`, for one file: records only a legacy contact's reading. */
export async function recordContactReading(view: View, vaultId: string, now = clock.now()): Promise<boolean> {
  if (view.as !== "legacy_contact") return true;
  return inTransaction(async (tx) => {
    // Serialises a reading with the owner's stop.
    const [row] = await tx
      .select({ state: legacyWaits.state, readAt: legacyWaits.readAt, name: legacyContacts.name })
      .from(legacyWaits)
      .innerJoin(legacyContacts, eq(legacyContacts.id, legacyWaits.contactId))
      .where(eq(legacyWaits.id, view.legacyRequestId))
      .for("update");
    if (row?.state !== "waiting" && row?.state !== "open") return false;
    if (row.readAt) return true;
    await tx
      .update(legacyWaits)
      .set({ state: "open", readAt: now, nextStepAt: null })
      .where(eq(legacyWaits.id, view.legacyRequestId));
    await recordEvent(tx, { vaultId, kind: "legacy_read", detail: row.name }, now);
    return true;
  });
}

export function senderReading(vaultId: string | Column, queryable: Queryable = db) {
  return queryable
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.vaultId, vaultId), eq(deliveryEvents.kind, "read_by_sender")));
}

async function recordSenderReading(vaultId: string, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    await touchVaults(tx, [vaultId]);
    const recorded = await senderReading(vaultId, tx);
    if (recorded.length === 0) await recordEvent(tx, { vaultId, kind: "read_by_sender" }, now);
  });
}
