import { and, asc, eq, gt } from "drizzle-orm";
import { forgetFile, keysOf } from "~/domain/media/discarded-files.server";
import { unchanged } from "~/domain/media/unchanged.server";
import { db } from "~/services/db.server";
import { isOnDisk, MediaDamaged, MediaMissing, putOnDisk, readMedia } from "~/services/media-store.server";
import { boardMedia, media, replyMedia, uploads } from "~db/schema";

/** An upload becomes a row of one of the other tables. */
const TABLES = [uploads, media, replyMedia, boardMedia];
const BATCH = 100;
const AT_ONCE = 4;

type StoredRow = (typeof uploads | typeof media | typeof replyMedia | typeof boardMedia)["$inferSelect"];

/** Numbers of stored files; each copy of a photo counts as one. */
export type FetchedMedia = { fetched: number; present: number; failed: { key: string; problem: string }[] };

/**
 * Copies every file from Cloudinary to this machine's media folder, and yields the sum after each batch. May be
 * interrupted and repeated, also while people add and delete files.
 * @throws MediaUnavailable when Cloudinary does not answer or the folder cannot be written
 */
export async function* fetchMedia(): AsyncGenerator<FetchedMedia> {
  const sum: FetchedMedia = { fetched: 0, present: 0, failed: [] };
  for (const table of TABLES) {
    let after = "";
    for (;;) {
      const rows = await db
        .select()
        .from(table)
        .where(and(gt(table.id, after), table === uploads ? eq(uploads.state, "ready") : undefined))
        .orderBy(asc(table.id))
        .limit(BATCH);
      for (let first = 0; first < rows.length; first += AT_ONCE) {
        await Promise.all(rows.slice(first, first + AT_ONCE).map((row) => fetchFile(table, row, sum)));
      }
      if (rows.length > 0) yield sum;
      if (rows.length < BATCH) break;
      after = rows.at(-1)?.id ?? "";
    }
  }
}

async function fetchFile(table: (typeof TABLES)[number], row: StoredRow, sum: FetchedMedia): Promise<void> {
  for (const key of keysOf(row)) {
    try {
      if (await isOnDisk(key, row.kind)) sum.present += 1;
      else {
        await fetchOne(key, row);
        sum.fetched += 1;
      }
    } catch (error) {
      if (!(error instanceof MediaMissing || error instanceof MediaDamaged)) throw error;
      sum.failed.push({ key, problem: error instanceof MediaMissing ? "is missing" : "is damaged" });
    }
  }
  // Deleted meanwhile, so that the copy on the disk would stay.
  if ((await db.$count(table, eq(table.id, row.id))) === 0) await forgetFile(row);
}

async function fetchOne(key: string, { storageKey, kind, bytes, sha256 }: StoredRow): Promise<void> {
  const content = await readMedia(key, { kind });
  const isOriginal = key === storageKey;
  const checked = isOriginal ? unchanged(content, { bytes, ...(sha256 && { sha256 }) }) : content;
  const contentType = "application/octet-stream";
  await putOnDisk(key, checked, { kind, contentType }).finally(() => content.destroy());
}
