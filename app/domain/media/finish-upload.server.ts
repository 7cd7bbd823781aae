import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db } from "~/services/db.server";
import { log } from "~/services/log.server";
import {
  finishParts,
  MediaMissing,
  MediaRefused,
  MediaUnavailable,
  PartOutOfOrder,
  readMedia,
  receivedBytes,
} from "~/services/media-store.server";
import { shareRunning } from "~/services/running-work.server";
import { uploads } from "~db/schema";
import { forgetFile } from "./discarded-files.server";
import { fileNameFor } from "./file-name";
import { uploadedFile } from "./form-files.server";
import { inspectFile } from "./inspection/inspect-file.server";
import { storeCopies } from "./inspection/photo-copies.server";
import { limitReading, storedFile } from "./inspection/stored-file.server";
import type { FormFile } from "./media";
import { type RefusedFile, storeRefusal } from "./refusals";
import { findUpload, type RefusedUpload, removeUpload, type Upload, uploadRefused } from "./uploads.server";

export type Finished = { ok: true; file: FormFile } | RefusedUpload;

const share = shareRunning<Finished | undefined>();

/**
 * Joins the parts, inspects the file and draws a photo's copies. An upload that is refused with `broke_off`, `no_store`
 * or `busy` is kept; other refusals remove it. Undefined when the owner has no such upload. Safe to repeat, even while
 * it runs.
 */
export function finishUpload(owner: string, id: string): Promise<Finished | undefined> {
  return share(`${owner} ${id}`, () => finish(owner, id));
}

async function finish(owner: string, id: string): Promise<Finished | undefined> {
  const upload = await findUpload(owner, id);
  if (!upload) return undefined;
  if (upload.state === "ready") return { ok: true, file: uploadedFile(upload) };
  try {
    const { storageKey, kind, bytes } = upload;
    if ((await receivedBytes(storageKey, kind)) !== bytes) return uploadRefused("broke_off", upload);
    const { sha256 } = await finishParts(storageKey, { kind, total: bytes });
    return await acceptUpload(owner, upload, sha256 ?? (await limitReading(() => hashOf(upload))));
  } catch (error) {
    if (error instanceof PartOutOfOrder) return uploadRefused("broke_off", upload);
    if (error instanceof MediaRefused) await removeUpload(owner, id, { byStorer: true });
    else await forgetRemoved(upload);
    return refusedByStore(error, upload);
  }
}

/** Deletes what was stored after its row was removed. */
export async function forgetRemoved(upload: Upload): Promise<void> {
  if ((await db.$count(uploads, eq(uploads.id, upload.id))) === 0) await forgetFile(upload);
}

async function hashOf({ storageKey, kind }: Upload): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await readMedia(storageKey, { kind })) hash.update(piece);
  return hash.digest("hex");
}

export async function acceptUpload(owner: string, upload: Upload, sha256: string): Promise<Finished> {
  const { id, storageKey, bytes } = upload;
  const result = await inspectFile(storedFile(upload));
  if (!result.ok) {
    if (result.reason === "busy") return uploadRefused("busy", upload);
    if (!(await removeUpload(owner, id, { byStorer: true }))) await forgetFile(upload);
    return uploadRefused(result.reason, { ...upload, ...result });
  }
  const { contentType, width = null, height = null, colour = null } = result;
  await storeCopies(storageKey, result);
  const ready = {
    state: "ready" as const,
    receivedBytes: bytes,
    fileName: fileNameFor(upload.fileName, contentType),
    contentType,
    sha256,
    width,
    height,
    colour,
    updatedAt: clock.now(),
  };
  const changed = await db
    .update(uploads)
    .set(ready)
    .where(and(eq(uploads.id, id), eq(uploads.state, "receiving")));
  if (changedRows(changed) === 0 && !(await db.$count(uploads, eq(uploads.id, id)))) {
    await forgetFile({ ...upload, width });
    return uploadRefused("broke_off", upload);
  }
  return { ok: true, file: uploadedFile({ ...upload, ...ready }) };
}

/** @throws `error` unless the store rejected the file or was unavailable, or the file was removed meanwhile */
export function refusedByStore(error: unknown, file: RefusedFile): RefusedUpload {
  if (error instanceof MediaMissing) return uploadRefused("broke_off", file);
  if (error instanceof MediaRefused) return uploadRefused(storeRefusal(error.reason) ?? "not_media", file);
  if (!(error instanceof MediaUnavailable)) throw error;
  log.warn({ err: error }, "the media store does not answer");
  return uploadRefused("no_store", file);
}
