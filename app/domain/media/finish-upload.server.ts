import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db } from "~/services/db.server";
import { finishParts, MediaRefused, PartOutOfOrder, readMedia, receivedBytes } from "~/services/media-store.server";
import { uploads } from "~db/schema";
import { forgetFile } from "./discarded-files.server";
import { formFile } from "./form-files.server";
import { withStoredFile } from "./judging/few-at-once.server";
import { judgeFile } from "./judging/judge-file.server";
import { storeCopies } from "./judging/store-copies.server";
import { storedFile } from "./judging/stored-file.server";
import type { FormFile } from "./media";
import { refusedByStore } from "./refused-by-store.server";
import { findUpload, type RefusedUpload, refused, removeUpload, type Upload } from "./uploads.server";

export type Finished = { ok: true; file: FormFile } | RefusedUpload;

const finishing = new Map<string, Promise<Finished | undefined>>();

/**
 * Makes a file of the parts that have come, judges it by its content and makes the copies of a photo. Refuses with
 * `broke_off` what is not whole, or cannot be looked at now, which stays as it is; what is refused otherwise is gone. Undefined when there is no such
 * upload of this owner. Asking again, also while it is under way, gives the same answer.
 */
export function finishUpload(owner: string, id: string): Promise<Finished | undefined> {
  const name = `${owner} ${id}`;
  let finished = finishing.get(name);
  if (!finished) {
    finished = finish(owner, id).finally(() => finishing.delete(name));
    finishing.set(name, finished);
  }
  return finished;
}

async function finish(owner: string, id: string): Promise<Finished | undefined> {
  const upload = await findUpload(owner, id);
  if (!upload) return undefined;
  if (upload.state === "ready") return { ok: true, file: formFile(upload) };
  try {
    const { storageKey, kind, bytes } = upload;
    if ((await receivedBytes(storageKey, kind)) !== bytes) return refused("broke_off", upload);
    const { sha256 } = await finishParts(storageKey, { kind, total: bytes });
    return await acceptUpload(owner, upload, sha256 ?? (await withStoredFile(() => hashOf(upload))));
  } catch (error) {
    if (error instanceof PartOutOfOrder) return refused("broke_off", upload);
    if (error instanceof MediaRefused) await removeUpload(owner, id);
    return refusedByStore(error, upload);
  }
}

async function hashOf({ storageKey, kind }: Upload): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await readMedia(storageKey, { kind })) hash.update(piece);
  return hash.digest("hex");
}

/** Judges a file that is whole in the store; it is part of its form afterwards, or gone. */
export async function acceptUpload(owner: string, upload: Upload, sha256: string): Promise<Finished> {
  const { id, storageKey, bytes } = upload;
  const verdict = await judgeFile(storedFile(upload));
  if (!verdict.ok) {
    if (!(await removeUpload(owner, id))) await forgetFile(upload);
    return refused(verdict.reason, { ...upload, ...verdict });
  }
  const { contentType, width = null, height = null, colour = null } = verdict;
  await storeCopies(storageKey, verdict);
  const ready = {
    state: "ready" as const,
    receivedBytes: bytes,
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
    return refused("broke_off", upload);
  }
  return { ok: true, file: formFile({ ...upload, ...ready }) };
}
