import { and, asc, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { ownerOfSent } from "~/domain/account/list-owner.server";
import { recordSecurityEvent } from "~/domain/account/security-events.server";
import type { VaultRow } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { headingOf, indexVault } from "~/domain/vault/search-terms.server";
import { checkNewAddress } from "~/domain/vault/transition.server";
import { isDeliverable } from "~/domain/vault/vault";
import { decryptContent } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { inTransaction, type Queryable, type Transaction } from "~/services/db.server";
import { memories, recipients } from "~db/schema";

export type BoardAddress = { position: number; recipientName: string; recipientEmail: string };

/** The emails on a board's list, in its order; empty for other vaults. */
export function listBoardAddresses(queryable: Queryable, vaultId: string): Promise<BoardAddress[]> {
  return queryable
    .select({ position: recipients.position, recipientName: recipients.name, recipientEmail: recipients.email })
    .from(recipients)
    .where(eq(recipients.vaultId, vaultId))
    .orderBy(asc(recipients.position));
}

/** `list_changed`: the person whom the form showed has another place or email by now. */
export type BoardAddressResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_needed" | "taken" | "list_changed" };

/**
 * Changes one email on a board's list before its day, also when the board is sealed (product decision 5).
 * @param change `opened` is the email that the form showed at this position
 */
export async function changeBoardAddress(
  user: User,
  vaultId: string,
  { position, email, opened }: { position: number; email: string; opened?: string | undefined },
  now = clock.now(),
): Promise<BoardAddressResult> {
  return inTransaction(async (tx): Promise<BoardAddressResult> => {
    const ofUser = and(eq(memories.id, vaultId), eq(memories.userId, user.id));
    const [vault] = await tx.select().from(memories).where(ofUser).for("update");
    if (!vault) return { ok: false, reason: "not_found" };
    const listed = await listBoardAddresses(tx, vaultId);
    const changed = listed.find((one) => one.position === position);
    if (!changed || !isDeliverable(vault)) return { ok: false, reason: "not_needed" };
    // Such as by the first of two presses of the button.
    if (changed.recipientEmail === email) return { ok: true };
    if (opened !== undefined && changed.recipientEmail !== opened) return { ok: false, reason: "list_changed" };
    if (listed.some(({ recipientEmail }) => recipientEmail === email)) return { ok: false, reason: "taken" };
    await tx
      .update(recipients)
      .set({ email })
      .where(and(eq(recipients.vaultId, vaultId), eq(recipients.position, position)));
    const changes = { ...checkNewAddress(now), updatedAt: now };
    await tx.update(memories).set(changes).where(eq(memories.id, vaultId));
    await reindexBoard(tx, user, vault, now);
    await recordAddressChange(tx, vault, now);
    return { ok: true };
  });
}

/** Mails the owner if the vault is sealed: someone else may be using their open session to redirect it. */
export async function recordAddressChange(tx: Transaction, { id, userId, state }: VaultRow, now: Date): Promise<void> {
  await recordEvent(tx, { vaultId: id, kind: "address_changed" }, now);
  if (state === "sealed") {
    await recordSecurityEvent(tx, userId, { kind: "sealed_readdressed", path: `/memories/${id}` }, now);
  }
}

async function reindexBoard(tx: Transaction, user: User, vault: VaultRow, now: Date): Promise<void> {
  const { title, message } = decryptContent(vault);
  const listed = await listBoardAddresses(tx, vault.id);
  const people = listed.map(({ recipientName: name, recipientEmail: email }) => ({ name, email }));
  await indexVault(tx, {
    vaultId: vault.id,
    owner: ownerOfSent(user.id),
    deliveryAt: vault.deliveryAt ?? now,
    heading: headingOf(title, people),
    message: vault.state === "sealed" ? "" : message,
  });
}
