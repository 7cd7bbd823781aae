import { asc, eq, inArray } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { describeError, log } from "~/services/log.server";
import { deleteMedia } from "~/services/media-store.server";
import { discardedFiles, media, replyMedia } from "~db/schema";
import { copyKey, copyWidths, type MediaKind } from "./media";

/** A file of the store as its row describes it; `width` says which copies it may have. */
export type StoredKeys = { storageKey: string; kind: string; width: number | null };

const BATCH = 200;

/** Every key under which the store may hold something of a file. */
function keysOf({ storageKey, kind, width }: StoredKeys): string[] {
  // A photo that was never judged has no width on record yet, but may have copies already.
  const widths = kind === "photo" ? copyWidths(width ?? Number.POSITIVE_INFINITY) : [];
  return [storageKey, ...widths.map((copy) => copyKey(storageKey, copy))];
}

/** Puts files on the list of those to be deleted, in the transaction that deletes their rows. Answers their keys. */
export async function discardFiles(tx: Transaction, files: StoredKeys[], now = clock.now()): Promise<string[]> {
  const rows = files.flatMap((file) =>
    keysOf(file).map((storageKey) => ({ storageKey, kind: file.kind, discardedAt: now })),
  );
  if (rows.length === 0) return [];
  await tx.insert(discardedFiles).ignore().values(rows);
  return rows.map(({ storageKey }) => storageKey);
}

/** Deletes what was written for a file after its row had gone; not when the file has become part of a vault or a reply. */
export async function forgetFile(file: StoredKeys): Promise<void> {
  const keys = await inTransaction(async (tx) => {
    const inVaults = await tx.$count(media, eq(media.storageKey, file.storageKey));
    const inReplies = await tx.$count(replyMedia, eq(replyMedia.storageKey, file.storageKey));
    return inVaults + inReplies > 0 ? [] : discardFiles(tx, [file]);
  });
  await deleteDiscarded(keys);
}

/**
 * Deletes listed files from the store, those under `keys` or the oldest ones, and says whether more are waiting. What
 * cannot be deleted now stays on the list. The file goes first, then its line: whenever this stops, nothing is lost
 * track of.
 */
export async function deleteDiscarded(keys?: string[]): Promise<{ isFull: boolean }> {
  if (keys?.length === 0) return { isFull: false };
  const listed = await db
    .select()
    .from(discardedFiles)
    .where(keys && inArray(discardedFiles.storageKey, keys))
    .orderBy(asc(discardedFiles.discardedAt), asc(discardedFiles.storageKey))
    .limit(BATCH);
  let failures = 0;
  for (const { storageKey, kind } of listed) {
    try {
      await deleteMedia(storageKey, kind as MediaKind);
      await db.delete(discardedFiles).where(eq(discardedFiles.storageKey, storageKey));
    } catch (error) {
      failures += 1;
      if (failures === 1) log.warn({ err: describeError(error) }, "a discarded file could not be deleted yet");
    }
  }
  return { isFull: listed.length === BATCH && failures === 0 };
}
