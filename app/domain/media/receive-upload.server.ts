import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { putMedia } from "~/services/media-store.server";
import { uploads } from "~db/schema";
import { forgetUploads, isSameFile, readyUploads } from "./attach-uploads.server";
import { deleteDiscarded, discardFiles } from "./discarded-files.server";
import { isOfSameName } from "./file-name";
import { acceptUpload, type Finished, forgetRemoved, refusedByStore } from "./finish-upload.server";
import { uploadedFile } from "./form-files.server";
import { type FormPurpose, MEDIA_MAX_BYTES, mediaLimits, overLimits } from "./media";
import { type NewUpload, startUpload } from "./start-upload.server";
import { listUploads, removeUpload, removeUploads, type Upload, uploadRefused } from "./uploads.server";

class TooLong extends Error {}

/**
 * `file.bytes` is an upper limit. A file that is refused or breaks off leaves nothing behind. Returns the file that the
 * form has already if it is the same, as when the form is sent twice at once.
 * @throws what `content` throws when the connection breaks
 */
export async function receiveUpload(
  owner: string,
  file: NewUpload,
  content: AsyncIterable<Uint8Array>,
): Promise<Finished> {
  const maxBytes = MEDIA_MAX_BYTES[file.kind];
  const started = await startUpload(owner, { ...file, bytes: Math.min(file.bytes, maxBytes), mayRepeat: true });
  if (!started.ok) return started;
  const { upload } = started;
  const meter = createMeter(maxBytes);
  try {
    await putMedia(upload.storageKey, meter.measure(content), { ...upload, contentType: "application/octet-stream" });
    const { bytes, sha256 } = meter.measured();
    await db
      .update(uploads)
      .set({ bytes, receivedBytes: bytes, updatedAt: clock.now() })
      .where(eq(uploads.id, upload.id));
    const accepted = await acceptUpload(owner, { ...upload, bytes }, sha256);
    if (accepted.ok) {
      await removeParts(owner, { ...upload, bytes });
      return (await replaceReady(owner, upload, file.type)) ?? accepted;
    }
    await discard(owner, upload);
    return accepted;
  } catch (error) {
    await discard(owner, upload);
    if (error instanceof TooLong) return uploadRefused("too_large", upload);
    return refusedByStore(error, upload);
  }
}

async function discard(owner: string, upload: Upload): Promise<void> {
  if (!(await removeUpload(owner, upload.id, { byStorer: true }))) await forgetRemoved(upload);
}

/** Removes what earlier attempts at the same file left in part, as when the process that received it was killed. */
async function removeParts(owner: string, whole: Upload): Promise<void> {
  const isPart = (other: Upload) =>
    other.state === "receiving" && other.receivedBytes < other.bytes && other.createdAt <= whole.createdAt;
  /** Until it has arrived, a file within a form has the length of its form. */
  const mayBeAsLong = ({ bytes, receivedBytes }: Upload) =>
    bytes === whole.bytes || (receivedBytes === 0 && bytes > whole.bytes);
  const parts = (await listUploads(owner, whole.formId)).filter(
    (other) => isPart(other) && isOfSameName(other, whole) && mayBeAsLong(other),
  );
  await removeUploads(
    owner,
    parts.map(({ id }) => id),
  );
}

/** Removes an upload that is ready, if its form has the same file or is over a limit now; otherwise undefined. */
async function replaceReady(owner: string, { id, formId }: Upload, type: FormPurpose): Promise<Finished | undefined> {
  const { keys, instead } = await inTransaction(async (tx) => {
    const files = await readyUploads(tx, owner, formId);
    const others = files.filter((other) => other.id !== id);
    const own = files.find((file) => file.id === id);
    const instead = own && insteadOf(own, others, type);
    if (!instead) return { keys: [] };
    const keys = await discardFiles(tx, [own]);
    await forgetUploads(tx, [own]);
    return { keys, instead };
  });
  await deleteDiscarded(keys);
  return instead;
}

function insteadOf(own: Upload, others: Upload[], type: FormPurpose): Finished | undefined {
  const same = others.find((other) => isSameFile(other, own));
  if (same) return { ok: true, file: uploadedFile(same) };
  const over = overLimits(type, [...others, own]);
  return over && uploadRefused(over.reason, { ...own, limits: mediaLimits(type) });
}

function createMeter(maxBytes: number) {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async *measure(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new TooLong();
        hash.update(piece);
        yield piece;
      }
    },
    measured: () => ({ bytes, sha256: hash.digest("hex") }),
  };
}
