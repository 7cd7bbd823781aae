import { crc32 } from "node:zlib";
import { addDays, addMinutes } from "date-fns";
import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { toUser } from "~/domain/account/session.server";
import { dateIn, deliveryInstant } from "~/domain/calendar/delivery-date";
import { writeMessage } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import { missingNote } from "~/keepsake/missing";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { log } from "~/services/log.server";
import { isFileLost, MediaDamaged } from "~/services/media-store.server";
import { dataExportEntries, dataExports, profiles } from "~db/schema";
import { listEntries, type PlacedEntry } from "./entries.server";
import { type NewEntry, page } from "./new-entry.server";
import { type EntryRow, entryColumns, readWhole } from "./read-entry.server";

const EXPORT_DAYS = 7;
/** Bytes read for one account before the next account's turn. */
const TURN_BYTES = 200 * 1024 * 1024;
const INSERT_BYTES = 1_000_000;
/** In minutes. A worker that lists entries, and has saved none for that long, is taken for dead. */
const LISTING_MINUTES = 10;
/** In minutes, doubled for each failure up to four hours. */
const RETRY_MINUTES = { first: 2, longest: 240 };

type Export = typeof dataExports.$inferSelect;

/**
 * Takes the next step of the export that has waited longest: lists its entries, then reads its files once, for their
 * checksums. Each file is recorded, so that another worker can resume after a kill. `isFull` means that more may be
 * due.
 */
export async function prepareExports(now = clock.now()): Promise<{ isFull: boolean }> {
  const [due] = await db
    .select({ export: dataExports, profile: profiles })
    .from(dataExports)
    .innerJoin(profiles, eq(profiles.id, dataExports.userId))
    .where(lte(dataExports.nextStepAt, now))
    .orderBy(asc(dataExports.nextStepAt))
    .limit(1);
  if (!due) return { isFull: false };
  try {
    await takeStep(due.export, toUser(due.profile), now);
  } catch (error) {
    log.error({ err: error, exportId: due.export.id }, "an export could not be prepared; it is tried again");
    const failures = Math.min(due.export.failures + 1, 100);
    const minutes = Math.min(RETRY_MINUTES.longest, RETRY_MINUTES.first * 2 ** (failures - 1));
    await db
      .update(dataExports)
      .set({ failures, nextStepAt: addMinutes(now, minutes) })
      .where(and(eq(dataExports.userId, due.profile.id), isNotNull(dataExports.nextStepAt)));
  }
  return { isFull: true };
}

async function takeStep(found: Export, user: User, now: Date): Promise<void> {
  if (found.state === "waiting") return saveEntries(found, user, now);
  const unread = await db
    .select(entryColumns)
    .from(dataExportEntries)
    .where(isUnread(found.id))
    .orderBy(asc(dataExportEntries.position));
  let bytes = 0;
  for (const entry of unread) {
    await saveChecksum(entry);
    bytes += entry.bytes;
    if (bytes >= TURN_BYTES) break;
  }
  await finish(found, user, now);
}

const isUnread = (exportId: string) =>
  and(
    eq(dataExportEntries.exportId, exportId),
    isNull(dataExportEntries.checksum),
    eq(dataExportEntries.isMissing, false),
  );

/** Part by part, so that memory does not grow with the account. */
async function saveEntries(found: Export, user: User, now: Date): Promise<void> {
  const id = await startOver(found, now);
  if (id === undefined) return;
  let part: PlacedEntry[] = [];
  let bytes = 0;
  for await (const entries of listEntries(user, now)) {
    part.push(...entries);
    bytes += entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    if (bytes < INSERT_BYTES) continue;
    if (!(await savePart(id, part, { nextStepAt: addMinutes(clock.now(), LISTING_MINUTES) }))) return;
    [part, bytes] = [[], 0];
  }
  await savePart(id, part, { state: "preparing", nextStepAt: now });
}

/**
 * Deletes what an interrupted listing has saved. The new id keeps out a worker that still lists under the old one.
 * Undefined when another has begun.
 */
async function startOver(found: Export, now: Date): Promise<string | undefined> {
  return inTransaction(async (tx) => {
    const ofExport = eq(dataExports.id, found.id);
    const [row] = await tx.select().from(dataExports).where(ofExport).for("update");
    if (row?.state !== "waiting") return undefined;
    await tx.delete(dataExports).where(ofExport);
    const id = createId();
    await tx.insert(dataExports).values({ ...row, id, nextStepAt: addMinutes(now, LISTING_MINUTES) });
    return id;
  });
}

/** False when the archive was begun again, or is no longer wanted. */
async function savePart(id: string, entries: PlacedEntry[], next: Partial<Export>): Promise<boolean> {
  return inTransaction(async (tx) => {
    const ofExport = eq(dataExports.id, id);
    const [row] = await tx.select().from(dataExports).where(ofExport).for("update");
    if (row?.state !== "waiting") return false;
    await insertEntries(tx, id, entries);
    await tx.update(dataExports).set(next).where(ofExport);
    return true;
  });
}

async function insertEntries(tx: Transaction, exportId: string, entries: PlacedEntry[]): Promise<void> {
  let slice: (typeof dataExportEntries.$inferInsert)[] = [];
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    slice.push({ ...entry, exportId });
    bytes += bytesOf(entry);
    if (bytes < INSERT_BYTES && index < entries.length - 1) continue;
    await tx.insert(dataExportEntries).values(slice);
    [slice, bytes] = [[], 0];
  }
}

const bytesOf = ({ contentEncrypted }: NewEntry) => contentEncrypted.length + 1_000;

/** One missing or damaged file must not withhold the others. */
async function saveChecksum(entry: EntryRow): Promise<void> {
  const ofEntry = eq(dataExportEntries.id, entry.id);
  try {
    const { checksum, bytes } = await checksumOf(entry);
    if (bytes !== entry.bytes && entry.source !== "copy") throw new MediaDamaged();
    await db.update(dataExportEntries).set({ checksum, bytes }).where(ofEntry);
  } catch (error) {
    if (!isFileLost(error)) throw error;
    log.warn({ err: error, entryId: entry.id }, "an export leaves a file out");
    await db.update(dataExportEntries).set({ isMissing: true }).where(ofEntry);
  }
}

async function checksumOf(entry: EntryRow): Promise<{ checksum: number; bytes: number }> {
  let [checksum, bytes] = [0, 0];
  if (entry.bytes === 0 && entry.source !== "copy") return { checksum, bytes };
  for await (const piece of await readWhole(entry)) {
    checksum = crc32(piece, checksum);
    bytes += piece.length;
  }
  return { checksum, bytes };
}

/** Writes the mail with the link, or makes the export the last in line if files are left. */
async function finish({ id }: Export, user: User, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const [row] = await tx.select().from(dataExports).where(eq(dataExports.id, id)).for("update");
    if (row?.state !== "preparing") return;
    const ofExport = eq(dataExports.id, id);
    if ((await tx.$count(dataExportEntries, isUnread(id))) > 0) {
      await tx.update(dataExports).set({ nextStepAt: now, failures: 0 }).where(ofExport);
      return;
    }
    await listMissing(tx, id);
    const until = dateIn(user.timeZone, addDays(now, EXPORT_DAYS));
    const expiresAt = deliveryInstant(until, 23, user.timeZone, 59);
    await tx.update(dataExports).set({ state: "ready", nextStepAt: null, readyAt: now, expiresAt }).where(ofExport);
    await writeMessage(
      tx,
      {
        kind: "export_ready",
        uniqueKey: `export_ready:${id}`,
        to: { name: user.name, email: user.email },
        props: {
          name: user.name,
          until,
          url: `${env.BASE_URL}/settings/data-privacy`,
        },
        expiresAt,
      },
      now,
    );
  });
}

async function listMissing(tx: Transaction, exportId: string): Promise<void> {
  const entries = await tx
    .select({
      path: dataExportEntries.path,
      position: dataExportEntries.position,
      source: dataExportEntries.source,
      isMissing: dataExportEntries.isMissing,
    })
    .from(dataExportEntries)
    .where(eq(dataExportEntries.exportId, exportId))
    .orderBy(asc(dataExportEntries.position));
  const lacking = entries.filter(({ isMissing }) => isMissing);
  if (lacking.length === 0) return;
  const pathsOf = (areTexts: boolean) =>
    lacking.filter(({ source }) => (source === "page") === areTexts).map(({ path }) => path);
  const note = missingNote({ missing: pathsOf(false), texts: pathsOf(true) });
  const position = (entries.at(-1)?.position ?? 0) + 1;
  await insertEntries(tx, exportId, [{ ...page("MISSING.txt", note), position }]);
}
