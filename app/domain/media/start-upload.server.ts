import { subMinutes } from "date-fns";
import { count, desc, eq, sql } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { databaseErrorCode, db } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { isDiskFull } from "~/services/media-store.server";
import { boardMedia, media, replyMedia, uploads } from "~db/schema";
import { isOfSameName } from "./file-name";
import {
  BOARD_MAX_BYTES,
  cleanFileName,
  type FormPurpose,
  MEDIA_MAX_BYTES,
  type MediaKind,
  mediaLimits,
  overLimits,
} from "./media";
import type { UploadRefusal } from "./refusals";
import { type Storer, storageRefusal } from "./storage-limit.server";
import { storageProof } from "./storage-proof.server";
import { findUpload, inForm, listUploads, type RefusedUpload, type Upload, uploadRefused } from "./uploads.server";

/** Per owner, in unsaved forms. */
const WAITING_MAX_BYTES = BOARD_MAX_BYTES + MEDIA_MAX_BYTES.video;
export const WAITING_MAX_FILES = 300;
/** Longer than any inspection takes. */
const INSPECTED_WITHIN_MINUTES = 30;

export type NewUpload = {
  /** Chosen by the client, new for each file, so that a retry makes no second upload. */
  id?: string | undefined;
  formId: string;
  kind: MediaKind;
  fileName: string;
  bytes: number;
  type: FormPurpose;
  /** Sent within a form, which may be sent twice at once, so other files of this name do not count. */
  mayRepeat?: boolean;
  /** Whose storage limit the file counts towards; undefined for the operator's own files. */
  storer?: Storer | undefined;
};

/** Writes the row before counting, so that concurrent calls cannot exceed a limit. A known `id` is resumed. */
export async function startUpload(
  owner: string,
  file: NewUpload,
  now = clock.now(),
): Promise<{ ok: true; upload: Upload } | RefusedUpload> {
  const { kind, bytes, formId } = file;
  const fileName = cleanFileName(file.fileName);
  const about = { kind, fileName, limits: mediaLimits(file.type) };
  if (bytes <= 0) return uploadRefused("empty", about);
  if (bytes > MEDIA_MAX_BYTES[kind]) return uploadRefused("too_large", about);
  const started = file.id === undefined ? undefined : await findUpload(owner, file.id);
  if (started) return isSameFile(started, file) ? { ok: true, upload: started } : uploadRefused("broke_off", about);
  if (await isDiskFull(bytes)) return uploadRefused("disk_full", about);
  if (file.id !== undefined && (await isTaken(file.id))) return uploadRefused("broke_off", about);
  const id = file.id ?? createId();
  const storageKey = `${id.slice(-2)}/${createId()}`;
  const inserted = await insertIfNew({
    id,
    owner,
    formId,
    position: await nextPosition(owner, formId),
    state: "receiving",
    kind,
    fileName,
    storageKey,
    storageProof: storageProof({ id, formId, storageKey }),
    bytes,
    createdAt: now,
    updatedAt: now,
  });
  if (!inserted) return uploadRefused("broke_off", about);
  const isOver = await isWaitingFull(owner);
  const reason = isOver
    ? "too_much_waiting"
    : ((await formRefusal(owner, file, id, now)) ?? (await storerRefusal(owner, file)));
  const upload = reason ? undefined : await findUpload(owner, id);
  if (upload) return { ok: true, upload };
  await db.delete(uploads).where(eq(uploads.id, id));
  return uploadRefused(reason ?? "broke_off", about);
}

const storerRefusal = async (owner: string, { storer, type }: NewUpload) =>
  storer && storageRefusal(owner, storer, type);

async function isTaken(id: string): Promise<boolean> {
  const uploaded = await db.$count(uploads, eq(uploads.id, id));
  const kept = await db.$count(media, eq(media.id, id));
  const posted = await db.$count(boardMedia, eq(boardMedia.id, id));
  return uploaded + kept + posted + (await db.$count(replyMedia, eq(replyMedia.id, id))) > 0;
}

async function insertIfNew(row: typeof uploads.$inferInsert): Promise<boolean> {
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

/** Runs after the row is written: of concurrent calls, the last one counts all others. */
async function formRefusal(owner: string, file: NewUpload, id: string, now: Date): Promise<UploadRefusal | undefined> {
  const { formId, type, mayRepeat } = file;
  const files = await listUploads(owner, formId);
  const others = files.filter(
    (other) => other.id !== id && !isAbandoned(other, now) && !(mayRepeat && isOfSameName(other, file)),
  );
  return overLimits(type, [...others, ...files.filter((own) => own.id === id)])?.reason;
}

/** Its inspection has not ended, as when its process was killed. The form may have its file already, and not show it. */
const isAbandoned = ({ state, receivedBytes, bytes, updatedAt }: Upload, now: Date) =>
  state === "receiving" && receivedBytes === bytes && updatedAt < subMinutes(now, INSPECTED_WITHIN_MINUTES);
