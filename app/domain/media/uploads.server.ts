import { createId } from "@paralleldrive/cuid2";
import { and, asc, count, desc, eq, ne, sql } from "drizzle-orm";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { changedRows, databaseErrorCode, db, inTransaction } from "~/services/db.server";
import { receivedBytes } from "~/services/media-store.server";
import { media, memories, replyMedia, uploads } from "~db/schema";
import { deleteDiscarded, discardFiles } from "./discarded-files.server";
import {
  BOARD_MAX_BYTES,
  cleanAltText,
  cleanFileName,
  type FormFile,
  type FormPurpose,
  MEDIA_MAX_BYTES,
  type MediaKind,
  mediaLimits,
  overLimits,
} from "./media";
import { type UploadRefusal, uploadRefusal } from "./refusals";

export type Upload = typeof uploads.$inferSelect & { kind: MediaKind; state: "receiving" | "ready" };

/** What one owner may have waiting in forms that are not saved yet, in bytes and in files. */
export const WAITING_MAX_BYTES = BOARD_MAX_BYTES + MEDIA_MAX_BYTES.video;
export const WAITING_MAX_FILES = 300;

/** Whose uploads are whose: nobody can tell from the digest who it is. */
export function uploadOwner(by: { userId: string } | { guestToken: string }): string {
  return keyedDigest("upload-owner", "userId" in by ? `user:${by.userId}` : `guest:${by.guestToken}`);
}

export type NewUpload = {
  /** The sender's own name for it, new for each file: asking twice with it makes one upload. */
  id?: string | undefined;
  formId: string;
  kind: MediaKind;
  fileName: string;
  bytes: number;
  type: FormPurpose;
};
export type RefusedUpload = { ok: false; reason: UploadRefusal; message: string };

/** The answer for a file that is not taken. */
export function refused(reason: UploadRefusal, file: Parameters<typeof uploadRefusal>[1]): RefusedUpload {
  return { ok: false, reason, message: uploadRefusal(reason, file) };
}

/**
 * Makes room for a file of `bytes` bytes in a form for `type`. Refuses what is empty or over the limit of
 * its kind, what would be too many files for it, and owners who have too much waiting. The row stands before it
 * is counted, so that no number of simultaneous calls passes a limit. An upload that has begun before under its `id` is
 * answered as it is now, to be gone on with.
 */
export async function startUpload(
  owner: string,
  file: NewUpload,
  now = clock.now(),
): Promise<{ ok: true; upload: Upload } | RefusedUpload> {
  const { kind, bytes, formId } = file;
  const fileName = cleanFileName(file.fileName);
  const about = { kind, fileName, limits: mediaLimits(file.type) };
  if (bytes <= 0) return refused("empty", about);
  if (bytes > MEDIA_MAX_BYTES[kind]) return refused("too_large", about);
  const begun = file.id === undefined ? undefined : await findUpload(owner, file.id);
  if (begun) return isSameFile(begun, file) ? { ok: true, upload: begun } : refused("broke_off", about);
  if (file.id !== undefined && (await isTaken(file.id))) return refused("broke_off", about);
  const id = file.id ?? createId();
  const inserted = await insertUnlessThere({
    id,
    owner,
    formId,
    position: await nextPosition(owner, formId),
    state: "receiving",
    kind,
    fileName,
    storageKey: `${id.slice(-2)}/${createId()}`,
    bytes,
    createdAt: now,
    updatedAt: now,
  });
  if (!inserted) return refused("broke_off", about);
  const reason = (await isWaitingFull(owner)) ? "too_much_waiting" : await formRefusal(owner, file, id);
  const upload = reason ? undefined : await findUpload(owner, id);
  if (upload) return { ok: true, upload };
  await db.delete(uploads).where(eq(uploads.id, id));
  return refused(reason ?? "broke_off", about);
}

/** Whether the name belongs to somebody else's upload, or to a file that is part of a vault or a reply already. */
async function isTaken(id: string): Promise<boolean> {
  const uploaded = await db.$count(uploads, eq(uploads.id, id));
  const kept = await db.$count(media, eq(media.id, id));
  return uploaded + kept + (await db.$count(replyMedia, eq(replyMedia.id, id))) > 0;
}

async function insertUnlessThere(row: typeof uploads.$inferInsert): Promise<boolean> {
  try {
    await db.insert(uploads).values(row);
    return true;
  } catch (error) {
    if (databaseErrorCode(error) !== "ER_DUP_ENTRY") throw error;
    return false;
  }
}

const isSameFile = (upload: Upload, file: NewUpload) =>
  upload.formId === file.formId && upload.kind === file.kind && upload.bytes === file.bytes;

async function nextPosition(owner: string, formId: string): Promise<number> {
  const [last] = await db
    .select({ position: uploads.position })
    .from(uploads)
    .where(inForm(owner, formId))
    .orderBy(desc(uploads.position))
    .limit(1);
  return (last?.position ?? -1) + 1;
}

async function isWaitingFull(owner: string): Promise<boolean> {
  const [waiting] = await db
    .select({ files: count(), bytes: sql<string>`coalesce(sum(${uploads.bytes}), 0)` })
    .from(uploads)
    .where(eq(uploads.owner, owner));
  return (waiting?.files ?? 0) > WAITING_MAX_FILES || Number(waiting?.bytes) > WAITING_MAX_BYTES;
}

/** Judged with all that are there, also those that came at the same time: whichever stands last sees all the others. */
async function formRefusal(owner: string, { formId, type }: NewUpload, id: string): Promise<UploadRefusal | undefined> {
  const files = await listUploads(owner, formId);
  const others = files.filter((file) => file.id !== id);
  return overLimits(type, [...others, ...files.filter((file) => file.id === id)])?.reason;
}

const inForm = (owner: string, formId: string) => and(eq(uploads.owner, owner), eq(uploads.formId, formId));
const own = (owner: string, id: string) => and(eq(uploads.owner, owner), eq(uploads.id, id));

async function listUploads(owner: string, formId: string): Promise<Upload[]> {
  const rows = await db
    .select()
    .from(uploads)
    .where(inForm(owner, formId))
    .orderBy(asc(uploads.position), asc(uploads.createdAt), asc(uploads.id));
  return rows as Upload[];
}

/** One upload of `owner`; undefined when there is none, also when it is somebody else's. */
export async function findUpload(owner: string, id: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(own(owner, id));
  return row as Upload | undefined;
}

/** What a form may know of one upload of `owner`, with as many bytes as have come up to now. */
export async function describeUpload(owner: string, id: string): Promise<FormFile | undefined> {
  const upload = await findUpload(owner, id);
  if (!upload || upload.state === "ready") return upload && formFile(upload);
  return formFile({ ...upload, receivedBytes: await receivedBytes(upload.storageKey, upload.kind) });
}

/**
 * The files of a form as it shows them: those already saved with the vault first, then its uploads, in their order.
 * Whether `memoryId` is the owner's the caller has checked.
 */
export async function listFormFiles(owner: string, formId: string, memoryId?: string): Promise<FormFile[]> {
  const saved = memoryId ? await listSavedFiles(memoryId) : [];
  const waiting = await listUploads(owner, formId);
  return [...saved, ...waiting.map(formFile)];
}

/**
 * The files of a vault as a form shows them; those of a cancelled one are gone. Whether its reader may see them the
 * caller has checked.
 */
export async function listSavedFiles(memoryId: string): Promise<FormFile[]> {
  const rows = await db
    .select({ media })
    .from(media)
    .innerJoin(memories, eq(memories.id, media.memoryId))
    .where(and(eq(media.memoryId, memoryId), ne(memories.state, "cancelled")))
    .orderBy(asc(media.position), asc(media.id));
  return rows.map(({ media: row }) =>
    formFile({ ...row, state: "saved", receivedBytes: row.bytes, kind: row.kind as MediaKind }),
  );
}

/** What a form may know of a file: nothing about where it lies. */
export function formFile(row: FormFile): FormFile {
  const { id, state, kind, fileName, altText, bytes, receivedBytes, contentType, width, height, colour } = row;
  return { id, state, kind, fileName, altText, bytes, receivedBytes, contentType, width, height, colour };
}

/** Hands the uploads of a form over to somebody else: to the account that a guest signed in to. Answers how many. */
export async function adoptUploads(from: string, to: string, formId: string, now = clock.now()): Promise<number> {
  const adopted = await db.update(uploads).set({ owner: to, updatedAt: now }).where(inForm(from, formId));
  return changedRows(adopted);
}

/** Keeps what pictures of a form show, by their ids; other ids are passed over. */
export async function setAltTexts(owner: string, formId: string, altTexts: Record<string, string>): Promise<void> {
  for (const [id, given] of Object.entries(altTexts)) {
    const altText = cleanAltText(given);
    await db
      .update(uploads)
      .set({ altText })
      .where(and(own(owner, id), eq(uploads.formId, formId)));
  }
}

/** Takes an upload away, whatever its state, and its file with it. False when there is none of this owner. */
export async function removeUpload(owner: string, id: string, now = clock.now()): Promise<boolean> {
  const keys = await inTransaction(async (tx) => {
    const [row] = await tx.select().from(uploads).where(own(owner, id)).for("update");
    if (!row) return undefined;
    const discarded = await discardFiles(tx, [row], now);
    await tx.delete(uploads).where(eq(uploads.id, id));
    return discarded;
  });
  if (keys) await deleteDiscarded(keys);
  return keys !== undefined;
}
