import { asc, eq, inArray } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { describeError, log } from "~/services/log.server";
import { deleteMedia } from "~/services/media-store.server";
import { boardMedia, discardedFiles, media, replyMedia } from "~db/schema";
import { copyKey, copyWidths, type MediaKind } from "./media";

export type StoredKeys = { storageKey: string; kind: MediaKind; width: number | null };

const BATCH = 200;

function keysOf({ storageKey, kind, width }: StoredKeys): string[] {
  // A photo whose inspection was interrupted has no width yet, but may have copies.
  const widths = kind === "photo" ? copyWidths(width ?? Number.POSITIVE_INFINITY) : [];
  return [storageKey, ...widths.map((copy) => copyKey(storageKey, copy))];
}

/** Lists files for deletion, in the transaction that deletes their rows. */
export async function discardFiles(tx: Transaction, files: StoredKeys[], now = clock.now()): Promise<string[]> {
  const rows = files.flatMap((file) =>
    keysOf(file).map((storageKey) => ({ storageKey, kind: file.kind, discardedAt: now })),
  );
  if (rows.length === 0) return [];
  await tx.insert(discardedFiles).ignore().values(rows);
  return rows.map(({ storageKey }) => storageKey);
}

/** Deletes a file that was stored after its upload was removed, unless it belongs to a vault, a reply or a post by now. */
export async function forgetFile(file: StoredKeys): Promise<void> {
  const keys = await inTransaction(async (tx) => {
    const inVaults = await tx.$count(media, eq(media.storageKey, file.storageKey));
    const inReplies = await tx.$count(replyMedia, eq(replyMedia.storageKey, file.storageKey));
    const inPosts = await tx.$count(boardMedia, eq(boardMedia.storageKey, file.storageKey));
    return inVaults + inReplies + inPosts > 0 ? [] : discardFiles(tx, [file]);
  });
  await deleteDiscarded(keys);
}

/** Deletes files before their rows, so that an interruption loses none. Failed deletions stay listed. */
export async function deleteDiscarded(keys?: string[]): Promise<{ isFull: boolean }> {
  if (keys?.length === 0) return { isFull: false };
  const listed = await db
    .select()
    .from(discardedFiles)
    .where(keys && inArray(discardedFiles.storageKey, keys))
    .orderBy(asc(discardedFiles.discardedAt), asc(discardedFiles.storageKey))
    .limit(BATCH);
  let failures = 0;
  const deleted: string[] = [];
  for (const { storageKey, kind } of listed) {
    try {
      await deleteMedia(storageKey, kind);
      deleted.push(storageKey);
    } catch (error) {
      failures += 1;
      if (failures === 1) log.warn({ err: describeError(error) }, "a discarded file could not be deleted yet");
    }
  }
  if (deleted.length > 0) await db.delete(discardedFiles).where(inArray(discardedFiles.storageKey, deleted));
  return { isFull: listed.length === BATCH && failures === 0 };
}
