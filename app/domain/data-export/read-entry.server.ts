import type { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { keptCopyKey } from "~/domain/keepsake/keepsake.server";
import { readWithoutLocation } from "~/domain/media/location/without-location.server";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { unchanged } from "~/domain/media/unchanged.server";
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
  return readFile(entry, await findFile(entry), range);
}

/** All of a file. @throws MediaChanged at its end if it is not what was uploaded, and what `readEntry` throws */
export async function readWhole(entry: EntryRow): Promise<AsyncIterable<Buffer>> {
  const file = await findFile(entry);
  if (entry.source === "copy") return readFile(entry, file, {});
  const content = await readFile(entry, file, { start: 0, end: entry.bytes - 1 });
  return isWithoutLocation(entry) ? content : unchanged(content, { sha256: file.sha256 });
}

type StoredFile = Awaited<ReturnType<typeof findFile>>;

async function readFile(entry: EntryRow, file: StoredFile, range: Range): Promise<Readable> {
  const { kind, storageKey, contentType } = file;
  if (!isWithoutLocation(entry)) return readMedia(storageKey, { kind, ...range });
  const { start = 0, end = entry.bytes - 1 } = range;
  return readWithoutLocation({ kind, storageKey, contentType, bytes: entry.bytes }, { start, end });
}

/** Recordings of a board's guests reach its recipients without the place. */
const isWithoutLocation = ({ source, path }: EntryRow) => source === "post" && path.startsWith("received/");

async function findFile({ source, sourceId }: EntryRow) {
  const id = sourceId ?? "";
  const [row] = await findRow(source, id);
  if (!row) throw new MediaMissing();
  const storageKey = ownStorageKey(row);
  const { kind, contentType, sha256 } = row;
  return { kind, contentType, sha256, storageKey: source === "copy" ? keptCopyKey(storageKey, row) : storageKey };
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
