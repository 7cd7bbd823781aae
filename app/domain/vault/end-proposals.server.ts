import { and, eq, type SQL } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { proposedAddresses } from "~db/schema";

/** Addresses that contacts gave and that wait for the sender's veto are not used any more. */
export async function endProposals(tx: Transaction, which: SQL): Promise<void> {
  await tx
    .update(proposedAddresses)
    .set({ state: "over", nextStepAt: null })
    .where(and(which, eq(proposedAddresses.state, "waiting")));
}
