import { randomInt } from "node:crypto";
import { addHours, addSeconds, max } from "date-fns";
import { and, asc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deleteMedia, directUploadOrigin } from "~/services/media-store.server";
import { boardMedia, discardedFiles, media, replyMedia } from "~db/schema";
import { copyKey, copyWidths, type MediaKind } from "./media";

export type StoredKeys = {
  storageKey: string;
  kind: MediaKind;
  width: number | null;
  /** Only for uploads. */
  state?: "receiving" | "ready";
};

const BATCH = 200;
/**
 * How long a file may still arrive: a browser's signatures for the store are valid for an hour, and a process that stores
 * the file or its copies meanwhile may be killed before it deletes them.
 */
const ARRIVING_HOURS = 2;

/** Of the file itself, first, and of the copies of a photo. */
export function keysOf({ storageKey, kind, width }: StoredKeys): string[] {
  // A photo whose inspection was interrupted has no width yet, but may have copies.
  const widths = kind === "photo" ? copyWidths(width ?? Number.POSITIVE_INFINITY) : [];
  return [storageKey, ...widths.map((copy) => copyKey(storageKey, copy))];
}

/**
 * Lists files for deletion, in the transaction that deletes their rows.
 * @param options.isArriving whether those of unfinished uploads may still be stored
 */
export async function discardFiles(
  tx: Transaction,
  files: StoredKeys[],
  now = clock.now(),
  { isArriving = directUploadOrigin !== undefined } = {},
): Promise<string[]> {
  const rows = files.flatMap((file) => {
    const mayArrive = file.state === "receiving" && isArriving;
    const nextAttemptAt = mayArrive ? addHours(now, ARRIVING_HOURS) : sql`LEAST(${now}, UTC_TIMESTAMP(3))`;
    return keysOf(file).map((storageKey) => ({ storageKey, kind: file.kind, discardedAt: now, nextAttemptAt }));
  });
  if (rows.length === 0) return [];
  await tx.insert(discardedFiles).ignore().values(rows);
  return rows.map(({ storageKey }) => storageKey);
}

/** Deletes a file that was stored after its upload was removed, unless a vault, a reply or a post has it by now. */
export async function forgetFile(file: StoredKeys & { id: string }): Promise<void> {
  const keys = await inTransaction(async (tx) => {
    // Each row has the id of its upload.
    const inVaults = await tx.$count(media, eq(media.id, file.id));
    const inReplies = await tx.$count(replyMedia, eq(replyMedia.id, file.id));
    const inPosts = await tx.$count(boardMedia, eq(boardMedia.id, file.id));
    return inVaults + inReplies + inPosts > 0 ? [] : discardFiles(tx, [file]);
  });
  await deleteDiscarded(keys);
}

/**
 * Deletes files before their rows, so that an interruption loses none. Files that the store refuses to delete are
 * retried after growing waits, and do not delay the others.
 * @param keys only these, even if they are not due yet; those stay listed, as the file may still arrive again
 */
export async function deleteDiscarded(keys?: string[], now = clock.now()): Promise<{ isFull: boolean }> {
  if (keys?.length === 0) return { isFull: false };
  const listed = await db
    .select()
    .from(discardedFiles)
    .where(keys ? inArray(discardedFiles.storageKey, keys) : lte(discardedFiles.nextAttemptAt, now))
    .orderBy(asc(discardedFiles.nextAttemptAt), asc(discardedFiles.storageKey))
    .limit(BATCH);
  const deleted: string[] = [];
  const refused: Refused[] = [];
  for (const file of listed) {
    try {
      await deleteMedia(file.storageKey, file.kind);
      deleted.push(file.storageKey);
    } catch (error) {
      refused.push({ storageKey: file.storageKey, attempts: file.attempts + 1, error });
      await postpone(file, now);
    }
  }
  report(refused);
  const isDone = and(inArray(discardedFiles.storageKey, deleted), lte(discardedFiles.nextAttemptAt, now));
  if (deleted.length > 0) await db.delete(discardedFiles).where(isDone);
  return { isFull: listed.length === BATCH };
}

/** In minutes: ten, doubled for each failure, up to a day. */
const WAIT_MINUTES = { first: 10, longest: 24 * 60 };
/** From this failure on, about half a day after the first, the operator is warned. */
export const STUCK_AFTER = 7;

type Refused = { storageKey: string; attempts: number; error: unknown };

/** Warns once about each file, in one line per run. */
function report(refused: Refused[]): void {
  const about = (files: Refused[]) => ({
    err: files[0]?.error,
    files: files.length,
    storageKeys: files.slice(0, 10).map(({ storageKey }) => storageKey),
  });
  const stuck = refused.filter(({ attempts }) => attempts === STUCK_AFTER);
  const fresh = refused.filter(({ attempts }) => attempts === 1);
  if (stuck.length > 0) log.error(about(stuck), "discarded files cannot be deleted; they are tried again every day");
  if (fresh.length > 0) log.warn(about(fresh), "discarded files could not be deleted yet");
}

async function postpone(file: typeof discardedFiles.$inferSelect, now: Date): Promise<void> {
  const attempts = file.attempts + 1;
  const waited = Math.min(WAIT_MINUTES.longest, WAIT_MINUTES.first * 2 ** Math.min(attempts - 1, 10));
  const minutes = waited * (0.8 + randomInt(401) / 1_000);
  await db
    .update(discardedFiles)
    // Not before the file is due, as it may still arrive until then.
    .set({ attempts, nextAttemptAt: max([file.nextAttemptAt, addSeconds(now, Math.round(minutes * 60))]) })
    .where(eq(discardedFiles.storageKey, file.storageKey));
}

/** Files that the store has long refused to delete, for the operator. */
export async function countStuckFiles(): Promise<number> {
  return db.$count(discardedFiles, gte(discardedFiles.attempts, STUCK_AFTER));
}
