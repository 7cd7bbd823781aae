import { subHours } from "date-fns";
import { and, asc, eq, gt, inArray, lt, notExists } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { memories, uploads, visitorDrafts } from "~db/schema";
import { deleteDiscarded, discardFiles } from "./discarded-files.server";

/** How long the files of a form wait for it to be saved, in hours since something last happened to them. */
export const ABANDONED_AFTER_HOURS = 24;
const BATCH = 100;

/**
 * Lets go of uploads whose form was abandoned, and deletes what the store no longer needs. Files of a draft, a guest's
 * as well, wait as long as the draft does. Says whether there is more to do. Safe to run twice, at once, and to be killed at
 * any line.
 */
export async function sweepUploads(now = clock.now()): Promise<{ isFull: boolean }> {
  const draft = db
    .select({ formId: visitorDrafts.formId })
    .from(visitorDrafts)
    .where(and(eq(visitorDrafts.formId, uploads.formId), gt(visitorDrafts.expiresAt, now)));
  const kept = db
    .select({ formId: memories.formId })
    .from(memories)
    .where(and(eq(memories.formId, uploads.formId), eq(memories.state, "draft")));
  const abandoned = await inTransaction(async (tx) => {
    const rows = await tx
      .select({ id: uploads.id, storageKey: uploads.storageKey, kind: uploads.kind, width: uploads.width })
      .from(uploads)
      .where(and(lt(uploads.updatedAt, subHours(now, ABANDONED_AFTER_HOURS)), notExists(draft), notExists(kept)))
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
  const deleted = await deleteDiscarded();
  return { isFull: abandoned === BATCH || deleted.isFull };
}
