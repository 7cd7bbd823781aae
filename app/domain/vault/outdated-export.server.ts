import { eq } from "drizzle-orm";
import type { Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { dataExports } from "~db/schema";

/**
 * For the transaction that seals, cancels or deletes a vault, a draft or unsaved changes, since an archive may still
 * contain the text. An archive in preparation starts again, even if a worker has just read the vault.
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
