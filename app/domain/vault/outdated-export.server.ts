import { eq } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { dataExports } from "~db/schema";

/**
 * For the transaction that seals, cancels or deletes a vault, of which an archive may still have the text. One that is
 * being prepared begins anew, also if a worker has read the vault just before.
 */
export async function endOutdatedExport(tx: Transaction, userId: string, now: Date): Promise<void> {
  const ofUser = eq(dataExports.userId, userId);
  const [known] = await tx.select().from(dataExports).where(ofUser).for("update");
  if (!known) return;
  await tx.delete(dataExports).where(ofUser);
  if (known.state === "ready") return;
  const { requestedAt } = known;
  await tx.insert(dataExports).values({ id: createId(), userId, state: "waiting", requestedAt, nextStepAt: now });
}
