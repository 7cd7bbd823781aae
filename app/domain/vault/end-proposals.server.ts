import { and, eq, type SQL } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { proposedAddresses } from "~db/schema";

/** Drops addresses that contacts gave and that still wait for the sender's veto. */
export async function endProposals(tx: Transaction, which: SQL): Promise<void> {
  await tx
    .update(proposedAddresses)
    .set({ state: "over", nextStepAt: null })
    .where(and(which, eq(proposedAddresses.state, "waiting")));
}
