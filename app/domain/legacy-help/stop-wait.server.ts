import { eq } from "drizzle-orm";
import { dateIn } from "~/domain/calendar/delivery-date";
import type { WaitKind, WaitState } from "~/domain/legacy/legacy";
import { idsInLink } from "~/domain/legacy/legacy-links.server";
import { recordEvent } from "~/domain/vault/history.server";
import { DISPLAY_TITLE } from "~/domain/vault/vault";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Queryable } from "~/services/db.server";
import { legacyContacts, legacyWaits, memories } from "~db/schema";

/** What the owner of a vault reads before they stop a wait. */
export type StoppableWait = {
  id: string;
  contactName: string;
  title: string;
  recipientName: string;
  kind: WaitKind;
  state: WaitState;
  /** In the vault's zone. */
  opensOn: string;
  isRead: boolean;
};

/** The wait behind the link that was mailed to a vault's owner; undefined for guessed links, and once it is gone. */
export async function findWaitByLink(link: string): Promise<StoppableWait | undefined> {
  const [id] = idsInLink("stop", link) ?? [];
  const row = id ? await findWait(db, id) : undefined;
  if (!row) return undefined;
  const { wait, vault, contactName } = row;
  return {
    id: wait.id,
    contactName,
    title: decryptTitle(vault) || DISPLAY_TITLE,
    recipientName: vault.recipient ?? "",
    kind: wait.kind,
    state: wait.state,
    opensOn: dateIn(vault.deliveryZone, wait.opensAt),
    isRead: wait.readAt !== null,
  };
}

/**
 * Stops a wait for good, and reading from then on where it had opened already. The link in the mail to the owner is
 * leave enough: it can do nothing but this. False when there is nothing to stop.
 */
export async function stopWait(id: string, now = clock.now()): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [locked] = await tx.select().from(legacyWaits).where(eq(legacyWaits.id, id)).for("update");
    if (locked?.state !== "waiting" && locked?.state !== "open") return false;
    const row = await findWait(tx, id);
    if (!row) return false;
    await tx.update(legacyWaits).set({ state: "stopped", nextStepAt: null }).where(eq(legacyWaits.id, id));
    const detail = row.contactName;
    await recordEvent(tx, { vaultId: locked.vaultId, kind: "legacy_stopped", detail }, now);
    return true;
  });
}

async function findWait(queryable: Queryable, id: string) {
  const [row] = await queryable
    .select({ wait: legacyWaits, vault: memories, contactName: legacyContacts.name })
    .from(legacyWaits)
    .innerJoin(legacyContacts, eq(legacyContacts.id, legacyWaits.contactId))
    .innerJoin(memories, eq(memories.id, legacyWaits.vaultId))
    .where(eq(legacyWaits.id, id));
  return row;
}
