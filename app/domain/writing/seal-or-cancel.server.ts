import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { ownerOfReceived, ownerOfSent } from "~/domain/account/list-owner.server";
import { deleteBoard } from "~/domain/board/invitation.server";
import { closeLegacyRequestsFor } from "~/domain/legacy/legacy-requests.server";
import { discardMedia } from "~/domain/media/media.server";
import { dropDeliveryMessages } from "~/domain/outbox/drop-messages.server";
import { forgetMoved } from "~/domain/recipients/moved-deliveries.server";
import { certifySeal } from "~/domain/seal/certify-seal.server";
import { endProposals } from "~/domain/vault/end-proposals.server";
import { endOutdatedExport } from "~/domain/vault/outdated-export.server";
import { forgetMessage, forgetVault } from "~/domain/vault/search-terms.server";
import { returnSlot } from "~/domain/vault/tally.server";
import { transitionDeliveries, transitionVaults } from "~/domain/vault/transition.server";
import { allows, DELIVERY_TRANSITIONS, VAULT_TRANSITIONS, type VaultTransition } from "~/domain/vault/transitions";
import { ERASED } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { deliveries, memories, proposedAddresses } from "~db/schema";
import { forgetEditDraft } from "./edit-draft.server";
import { toResult, VaultRefusedError, type VaultResult } from "./vault-result.server";

/** Hides the content until delivery, also from its owner, and mails the certificate. */
export async function sealVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  return changeState(user, id, "sealed", (tx) => closeVault(tx, user, id, now));
}

/** The caller has locked the vault, which is scheduled. */
export async function closeVault(tx: Transaction, user: User, id: string, now: Date): Promise<void> {
  await forgetMessage(tx, id);
  await forgetEditDraft(tx, id);
  await certifySeal(tx, user, id, now);
  await transitionVaults(tx, [id], "sealed", now, { sealedAt: now });
  await endOutdatedExport(tx, user.id, now);
}

/**
 * Frees the slot and the title; erases the text with its key, the files with their names, and all guests' pieces of a
 * board. The form's id stays, to refuse late saves. Ends every attempt to deliver a held vault.
 */
export async function cancelVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  return changeState(user, id, "cancelled", (tx) => erase(tx, { id, userId: user.id }, "cancelled", now));
}

/** Like `cancelVault`, for a vault whose sender never verified. The caller has locked it. */
export async function endVault(tx: Transaction, vault: { id: string; userId: string }, now: Date): Promise<void> {
  await erase(tx, vault, "ended", now);
}

async function erase(
  tx: Transaction,
  { id, userId }: { id: string; userId: string },
  move: "cancelled" | "ended",
  now: Date,
): Promise<void> {
  await returnSlot(tx, userId);
  await forgetVault(tx, id, ownerOfSent(userId));
  await discardMedia(tx, id, now);
  await forgetEditDraft(tx, id);
  await deleteBoard(tx, id, now);
  await transitionVaults(tx, [id], move, now, {
    ...ERASED,
    cancelledAt: now,
    heldUntil: null,
    waitingTitle: null,
    idempotencyKey: null,
  });
  await endDeliveries(tx, id, now);
  await endOutdatedExport(tx, userId, now);
}

/** The rows stay for the record. */
async function endDeliveries(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  const rows = await tx.select().from(deliveries).where(eq(deliveries.vaultId, vaultId)).for("update");
  if (rows.length === 0) return;
  for (const email of new Set(rows.flatMap(({ recipientEmail, firstEmail }) => [recipientEmail, firstEmail ?? ""]))) {
    await forgetVault(tx, vaultId, ownerOfReceived(email));
  }
  // The host's copy of a held board may be on its way.
  const underWay = rows.filter(({ state }) => allows(DELIVERY_TRANSITIONS.withdrawn, state));
  await transitionDeliveries(tx, underWay, "withdrawn", now);
  await dropDeliveryMessages(tx, vaultId);
  await forgetMoved(
    tx,
    vaultId,
    rows.map(({ id }) => id),
  );
  await tx
    .update(deliveries)
    .set({ nextStepAt: null, remindAt: null, isIndexed: true, isFirstIndexed: true })
    .where(eq(deliveries.vaultId, vaultId));
  await endProposals(tx, eq(proposedAddresses.vaultId, vaultId));
  await closeLegacyRequestsFor(tx, vaultId);
}

async function changeState(
  user: User,
  id: string,
  move: VaultTransition,
  change: (tx: Transaction) => Promise<void>,
): Promise<VaultResult> {
  return toResult(user, undefined, () =>
    inTransaction(async (tx) => {
      const [vault] = await tx
        .select({ state: memories.state })
        .from(memories)
        .where(and(eq(memories.id, id), eq(memories.userId, user.id)))
        .for("update");
      if (!vault) throw new VaultRefusedError("not_found");
      if (!allows(VAULT_TRANSITIONS[move], vault.state)) throw new VaultRefusedError("not_editable");
      await change(tx);
      return id;
    }),
  );
}
