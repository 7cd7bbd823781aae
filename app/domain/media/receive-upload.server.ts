import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { putMedia } from "~/services/media-store.server";
import { uploads } from "~db/schema";
import { acceptUpload, type Finished } from "./finish-upload.server";
import { MEDIA_MAX_BYTES } from "./media";
import { refusedByStore } from "./refused-by-store.server";
import { type NewUpload, startUpload } from "./start-upload.server";
import { refused, removeUpload } from "./uploads.server";

class TooLong extends Error {}

/**
 * Takes a file whole while it comes in, one of which only is known that it has no more than `bytes` bytes, and judges
 * it. What is refused, and what breaks off, leaves nothing behind.
 * @throws what `content` throws when the connection breaks
 */
export async function receiveUpload(
  owner: string,
  file: NewUpload,
  content: AsyncIterable<Uint8Array>,
): Promise<Finished> {
  const most = MEDIA_MAX_BYTES[file.kind];
  const started = await startUpload(owner, { ...file, bytes: Math.min(file.bytes, most) });
  if (!started.ok) return started;
  const { upload } = started;
  const tap = createTap(most);
  try {
    await putMedia(upload.storageKey, tap.through(content), { ...upload, contentType: "application/octet-stream" });
    const { bytes, sha256 } = tap.seen();
    await db
      .update(uploads)
      .set({ bytes, receivedBytes: bytes, updatedAt: clock.now() })
      .where(eq(uploads.id, upload.id));
    return await acceptUpload(owner, { ...upload, bytes }, sha256);
  } catch (error) {
    await removeUpload(owner, upload.id);
    if (error instanceof TooLong) return refused("too_large", upload);
    return refusedByStore(error, upload);
  }
}

/** Counts and hashes what passes. */
function createTap(atMost: number) {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    async *through(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of content) {
        bytes += piece.length;
        if (bytes > atMost) throw new TooLong();
        hash.update(piece);
        yield piece;
      }
    },
    seen: () => ({ bytes, sha256: hash.digest("hex") }),
  };
}
