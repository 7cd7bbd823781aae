import { Readable } from "node:stream";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { dateIn } from "~/domain/calendar/delivery-date";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { layOutZip, readZip } from "~/services/zip-layout.server";
import { boardMedia, dataExportEntries, dataExports, media, replyMedia } from "~db/schema";
import { type EntryRow, entryColumns, readEntry } from "./read-entry.server";

export type OpenedExport = {
  id: string;
  fileName: string;
  bytes: number;
  /** From 0, both ends included. One file is open at a time. */
  read: (range: { start: number; end: number }) => Promise<Readable>;
};

/**
 * `outdated`: a vault has lost a file since, for example by its cancellation, so the archive can no longer be made and
 * is deleted. Undefined for others' exports and those that are not ready or have expired.
 */
export async function openExport(
  user: User,
  id: string,
  now = clock.now(),
): Promise<OpenedExport | "outdated" | undefined> {
  const own = and(eq(dataExports.id, id), eq(dataExports.userId, user.id), gt(dataExports.expiresAt, now));
  const [found] = await db.select().from(dataExports).where(own);
  if (found?.state !== "ready") return undefined;
  const entries = await db
    .select(entryColumns)
    .from(dataExportEntries)
    .where(and(eq(dataExportEntries.exportId, id), eq(dataExportEntries.isMissing, false)))
    .orderBy(asc(dataExportEntries.position));
  if (!(await areThere(entries))) {
    await db.delete(dataExports).where(own);
    return "outdated";
  }
  const layout = layOutZip(
    entries.map(({ path, bytes, checksum }) => ({ path, bytes, checksum: checksum ?? 0 })),
    found.requestedAt,
  );
  const open = (index: number, range: { start: number; end: number }) => {
    const entry = entries[index];
    if (!entry) throw new Error("The export has no such entry.");
    return readEntry(entry, range);
  };
  return {
    id,
    fileName: `Amberkeep ${dateIn(user.timeZone, found.requestedAt)}.zip`,
    bytes: layout.bytes,
    read: async (range) =>
      Readable.from(
        readZip(layout, range, async (index, part) => chunksOf(await open(index, part))),
        // Counted in bytes, as the pieces of files are large.
        { objectMode: false },
      ),
  };
}

async function* chunksOf(source: Readable | [Buffer]): AsyncGenerator<Uint8Array> {
  yield* source as AsyncIterable<Uint8Array> | [Buffer];
}

async function areThere(entries: EntryRow[]): Promise<boolean> {
  for (const [source, table] of [
    ["media", media],
    ["post", boardMedia],
    ["copy", boardMedia],
    ["reply", replyMedia],
  ] as const) {
    // A guest's film is in the board that they received and among their own pieces.
    const ids = new Set(entries.flatMap((entry) => (entry.source === source && entry.sourceId ? entry.sourceId : [])));
    if (ids.size > 0 && (await db.$count(table, inArray(table.id, [...ids]))) !== ids.size) return false;
  }
  return true;
}
