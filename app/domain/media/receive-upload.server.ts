import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { putMedia } from "~/services/media-store.server";
import { uploads } from "~db/schema";
import { acceptUpload, type Finished, refusedByStore } from "./finish-upload.server";
import { MEDIA_MAX_BYTES } from "./media";
import { type NewUpload, startUpload } from "./start-upload.server";
import { removeUpload, uploadRefused } from "./uploads.server";

class TooLong extends Error {}

/**
 * `file.bytes` is an upper limit. A file that is refused or breaks off leaves nothing behind.
 * @throws what `content` throws when the connection breaks
 */
export async function receiveUpload(
  owner: string,
  file: NewUpload,
  content: AsyncIterable<Uint8Array>,
): Promise<Finished> {
  const maxBytes = MEDIA_MAX_BYTES[file.kind];
  const started = await startUpload(owner, { ...file, bytes: Math.min(file.bytes, maxBytes) });
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
    if (!accepted.ok) await removeUpload(owner, upload.id);
    return accepted;
  } catch (error) {
    await removeUpload(owner, upload.id);
    if (error instanceof TooLong) return uploadRefused("too_large", upload);
    return refusedByStore(error, upload);
  }
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
