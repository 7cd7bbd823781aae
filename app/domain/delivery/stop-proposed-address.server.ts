import { eq } from "drizzle-orm";
import { lockDelivery } from "~/domain/vault/delivery-rows.server";
import { recordEvent } from "~/domain/vault/history.server";
import { displayTitleOf } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, memories, proposedAddresses } from "~db/schema";
import type { ProposalState } from "~db/schema/states";
import { proposalIn } from "./proposed-address-link.server";
import { resumeLadder } from "./resume-ladder.server";

export type ProposedAddress = {
  id: string;
  vaultId: string;
  title: string;
  recipientName: string;
  email: string;
  contactName: string;
  isLegacy: boolean;
  state: ProposalState;
};

/** Undefined for forged links. */
export async function findProposedAddress(link: string): Promise<ProposedAddress | undefined> {
  const id = proposalIn(link);
  if (!id) return undefined;
  const [row] = await db
    .select({ proposal: proposedAddresses, vault: memories, recipientName: deliveries.recipientName })
    .from(proposedAddresses)
    .innerJoin(memories, eq(memories.id, proposedAddresses.vaultId))
    .innerJoin(deliveries, eq(deliveries.id, proposedAddresses.deliveryId))
    .where(eq(proposedAddresses.id, id));
  if (!row) return undefined;
  const { proposal, vault, recipientName } = row;
  const { email, contactId, contactName, state } = proposal;
  return {
    id,
    vaultId: vault.id,
    title: displayTitleOf(vault),
    recipientName,
    email,
    contactName: contactId ? contactName : vault.backupName || vault.backupEmail || "",
    isLegacy: contactId !== null,
    state,
  };
}

/** Stops an unused proposal for good; the ladder goes on. False when there is nothing to stop. */
export async function stopProposedAddress(
  { id, vaultId }: Pick<ProposedAddress, "id" | "vaultId">,
  now = clock.now(),
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [{ deliveryId } = { deliveryId: "" }] = await tx
      .select({ deliveryId: proposedAddresses.deliveryId })
      .from(proposedAddresses)
      .where(eq(proposedAddresses.id, id));
    const locked = await lockDelivery(tx, { vaultId, deliveryId });
    const [proposal] = await tx.select().from(proposedAddresses).where(eq(proposedAddresses.id, id)).for("update");
    if (!locked || proposal?.state !== "waiting") return false;
    await resumeLadder(tx, locked.delivery, proposal, "stopped");
    await recordEvent(tx, { vaultId, deliveryId, kind: "address_stopped", detail: proposal.contactName }, now);
    return true;
  });
}
