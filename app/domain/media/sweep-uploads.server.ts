import { subHours } from "date-fns";
import { and, asc, eq, gt, inArray, lt, notExists } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { editDrafts, memories, uploads, visitorDrafts } from "~db/schema";
import { deleteDiscarded, discardFiles } from "./discarded-files.server";

const ABANDONED_AFTER_HOURS = 24;
const BATCH = 100;

/**
 * Drafts, including visitors' and those of scheduled vaults, keep their files. Safe to run concurrently and to
 * interrupt.
 */
export async function sweepUploads(now = clock.now()): Promise<{ isFull: boolean }> {
  const draft = db
    .select({ formId: visitorDrafts.formId })
    .from(visitorDrafts)
    .where(and(eq(visitorDrafts.formId, uploads.formId), gt(visitorDrafts.expiresAt, now)));
  // A count is looked up for each upload: `notExists` would read all vaults first.
  const drafts = db.$count(memories, and(eq(memories.formId, uploads.formId), eq(memories.state, "draft")));
  const edited = db.select({ formId: editDrafts.formId }).from(editDrafts).where(eq(editDrafts.formId, uploads.formId));
  const isAbandoned = and(
    lt(uploads.updatedAt, subHours(now, ABANDONED_AFTER_HOURS)),
    notExists(draft),
    eq(drafts, 0),
    notExists(edited),
  );
  const abandoned = await inTransaction(async (tx) => {
    const rows = await tx
      .select()
      .from(uploads)
      .where(isAbandoned)
      .orderBy(asc(uploads.updatedAt))
      .limit(BATCH)
      .for("update", { skipLocked: true });
    if (rows.length === 0) return 0;
    await discardFiles(tx, rows, now);
    await tx.delete(uploads).where(
      inArray(
        uploads.id,
        rows.map(({ id }) => id),
      ),
    );
    return rows.length;
  });
  const deleted = await deleteDiscarded(undefined, now);
  return { isFull: abandoned === BATCH || deleted.isFull };
}
