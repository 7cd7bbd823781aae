import { createHash } from "node:crypto";
import { MediaDamaged } from "~/services/media-store.server";

/** Of the same length, but with another content than was uploaded. Cloudinary's files are not authenticated by us. */
export class MediaChanged extends MediaDamaged {}

/** Streams a whole file. @throws MediaChanged at its end unless it has this SHA-256 (hex), and what `content` throws */
export async function* unchanged(content: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") !== sha256) throw new MediaChanged();
}
