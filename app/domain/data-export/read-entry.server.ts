import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { keptCopyKey } from "~/domain/keepsake/keepsake.server";
import { readWithoutLocation } from "~/domain/media/location/without-location.server";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { decrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { MediaMissing, readMedia } from "~/services/media-store.server";
import { boardMedia, dataExportEntries, media, replyMedia } from "~db/schema";

export type EntryRow = Pick<
  typeof dataExportEntries.$inferSelect,
  "id" | "path" | "bytes" | "checksum" | "isMissing" | "source" | "sourceId"
>;

/** Without the content of pages. */
export const entryColumns = {
  id: dataExportEntries.id,
  path: dataExportEntries.path,
  bytes: dataExportEntries.bytes,
  checksum: dataExportEntries.checksum,
  isMissing: dataExportEntries.isMissing,
  source: dataExportEntries.source,
  sourceId: dataExportEntries.sourceId,
};

/** Without an end, all of it. */
type Range = { start?: number; end?: number };

/** @throws MediaMissing when the vault has lost the file since, and what the media store throws */
export async function readEntry(entry: EntryRow, range: Range): Promise<Readable | [Buffer]> {
  if (entry.source === "page") {
    const { start = 0, end = entry.bytes - 1 } = range;
    return [(await readPage(entry.id)).subarray(start, end + 1)];
  }
  const { kind, storageKey, contentType } = await findFile(entry);
  // Recordings of a board's guests reach its recipients without the place.
  if (entry.source === "post" && entry.path.startsWith("received/")) {
    const { start = 0, end = entry.bytes - 1 } = range;
    return readWithoutLocation({ kind, storageKey, contentType, bytes: entry.bytes }, { start, end });
  }
  return readMedia(storageKey, { kind, ...range });
}

async function findFile({ source, sourceId }: EntryRow) {
  const id = sourceId ?? "";
  const [row] = await findRow(source, id);
  if (!row) throw new MediaMissing();
  const storageKey = ownStorageKey(row);
  const { kind, contentType } = row;
  return { kind, contentType, storageKey: source === "copy" ? keptCopyKey(storageKey, row) : storageKey };
}

function findRow(source: EntryRow["source"], id: string) {
  if (source === "media") return db.select().from(media).where(eq(media.id, id));
  if (source === "post" || source === "copy") return db.select().from(boardMedia).where(eq(boardMedia.id, id));
  return db.select().from(replyMedia).where(eq(replyMedia.id, id));
}

async function readPage(id: string): Promise<Buffer> {
  const [row] = await db.select().from(dataExportEntries).where(eq(dataExportEntries.id, id));
  if (!row) throw new MediaMissing();
  const key = unwrapDataKey(row, placeOf(dataExportEntries.wrappedKey, id));
  return decrypt(key, row.contentEncrypted, placeOf(dataExportEntries.contentEncrypted, id));
}
