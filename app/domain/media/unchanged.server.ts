import { createHash } from "node:crypto";
import { MediaDamaged } from "~/services/media-store.server";

/** Of the same length, but with another content than was uploaded. Cloudinary's files are not authenticated by us. */
export class MediaChanged extends MediaDamaged {}

/** What is known of a file from its upload. `sha256` is in hex. */
export type RecordedFile = { bytes?: number; sha256?: string };

/**
 * Streams a whole file.
 * @throws MediaChanged at its end if it has another SHA-256 than recorded, MediaDamaged if it is shorter, and what
 * `content` throws
 */
export async function* unchanged(
  content: AsyncIterable<Buffer>,
  { bytes, sha256 }: RecordedFile,
): AsyncGenerator<Buffer> {
  let received = 0;
  const hash = sha256 === undefined ? undefined : createHash("sha256");
  for await (const piece of content) {
    received += piece.length;
    hash?.update(piece);
    yield piece;
  }
  if (bytes !== undefined && received < bytes) throw new MediaDamaged();
  if (hash && hash.digest("hex") !== sha256) throw new MediaChanged();
}
