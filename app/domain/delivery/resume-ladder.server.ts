import { eq } from "drizzle-orm";
import type { DeliveryRow } from "~/domain/vault/delivery-rows.server";
import { isFailed } from "~/domain/vault/events";
import type { Transaction } from "~/services/db.server";
import { deliveries, proposedAddresses } from "~db/schema";
import type { ProposalState } from "~db/schema/states";

type ProposalRow = typeof proposedAddresses.$inferSelect;

/** Ends an unused proposal and restores the time of the delivery's next step. */
export async function resumeLadder(
  tx: Transaction,
  delivery: DeliveryRow,
  proposal: ProposalRow,
  state: Extract<ProposalState, "stopped" | "over">,
): Promise<void> {
  await tx.update(proposedAddresses).set({ state, nextStepAt: null }).where(eq(proposedAddresses.id, proposal.id));
  if (!isUnchangedSince(delivery, proposal) || delivery.nextStepAt === null) return;
  await tx.update(deliveries).set({ nextStepAt: proposal.heldStepAt }).where(eq(deliveries.id, delivery.id));
}

/** Whether the delivery is as it was at the proposal: still failed, and no newer message. */
export function isUnchangedSince(delivery: DeliveryRow, proposal: ProposalRow): boolean {
  return isFailed(delivery.state) && delivery.messageId === proposal.messageId;
}
