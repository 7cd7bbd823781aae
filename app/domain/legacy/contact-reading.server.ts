import { eq } from "drizzle-orm";
import { recordEvent } from "~/domain/vault/history.server";
import { inTransaction } from "~/services/db.server";
import { legacyContacts, legacyWaits } from "~db/schema";

/**
 * Puts a contact's first look into a vault on its record. False when the wait was stopped or ended in this very moment:
 * then the contact sees nothing. Whoever stops it and whoever reads are one after the other, never both at once.
 */
export async function beginContactReading(waitId: string, vaultId: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select({ state: legacyWaits.state, readAt: legacyWaits.readAt, name: legacyContacts.name })
      .from(legacyWaits)
      .innerJoin(legacyContacts, eq(legacyContacts.id, legacyWaits.contactId))
      .where(eq(legacyWaits.id, waitId))
      .for("update");
    if (row?.state !== "waiting" && row?.state !== "open") return false;
    if (row.readAt) return true;
    await tx
      .update(legacyWaits)
      .set({ state: "open", readAt: now, nextStepAt: null })
      .where(eq(legacyWaits.id, waitId));
    await recordEvent(tx, { vaultId, kind: "legacy_read", detail: row.name }, now);
    return true;
  });
}
