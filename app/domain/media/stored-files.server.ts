import { and, asc, eq, gt } from "drizzle-orm";
import { db } from "~/services/db.server";
import { boardMedia, media, replyMedia, uploads } from "~db/schema";
import { forgetFile, keysOf } from "./discarded-files.server";

/** An upload becomes a row of one of the other tables. */
const TABLES = [uploads, media, replyMedia, boardMedia];
const BATCH = 100;
const AT_ONCE = 4;

export type StoredFileRow = (typeof uploads | typeof media | typeof replyMedia | typeof boardMedia)["$inferSelect"];

/**
 * Calls `work` with the key of each file and of each copy of a photo, several at a time, and yields after each batch.
 * If a file was deleted in the meantime, what `work` stored of it is deleted as well.
 */
export async function* eachStoredFile(
  work: (key: string, file: StoredFileRow) => Promise<void>,
): AsyncGenerator<undefined> {
  for (const table of TABLES) {
    const isWhole = table === uploads ? eq(uploads.state, "ready") : undefined;
    for (let after: string | undefined = ""; after !== undefined; ) {
      const rows: StoredFileRow[] = await db
        .select()
        .from(table)
        .where(and(gt(table.id, after), isWhole))
        .orderBy(asc(table.id))
        .limit(BATCH);
      for (let first = 0; first < rows.length; first += AT_ONCE) {
        await Promise.all(rows.slice(first, first + AT_ONCE).map((row) => workOn(table, row, work)));
      }
      if (rows.length > 0) yield;
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
  }
}

async function workOn(
  table: (typeof TABLES)[number],
  row: StoredFileRow,
  work: (key: string, file: StoredFileRow) => Promise<void>,
): Promise<void> {
  for (const key of keysOf(row)) await work(key, row);
  if ((await db.$count(table, eq(table.id, row.id))) === 0) await forgetFile(row);
}
