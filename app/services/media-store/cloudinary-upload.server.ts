import { createHash, randomUUID } from "node:crypto";
import type { Asset, CloudinaryClient } from "./cloudinary-client.server";
import { CloudinaryProblem } from "./cloudinary-problem.server";
import { chunksOf } from "./media-source.server";
import { type MediaKind, MediaRefused, type MediaSource } from "./store.server";

/** Cloudinary requires at least 5 MB for every chunk but the last. */
const CHUNK_BYTES = 6 * 1024 * 1024;

export async function sendFile(
  client: CloudinaryClient,
  key: string,
  kind: MediaKind,
  source: MediaSource,
): Promise<void> {
  const uploadId = randomUUID();
  const md5 = createHash("md5");
  let sent = 0;
  for await (const { content, isLast } of chunksOf(source, CHUNK_BYTES)) {
    if (content.length === 0) throw new MediaRefused("The file is empty.");
    md5.update(content);
    const start = sent;
    sent += content.length;
    const etag = isLast ? md5.digest("hex") : undefined;
    const isThere = (asset: Asset) => asset.bytes === sent && asset.etag === etag;
    const isWhole = isLast && start === 0;
    const chunk = { uploadId, contentRange: `bytes ${start}-${sent - 1}/${isLast ? sent : -1}` };
    // A copy: a try that timed out may still be sending when the next chunk comes.
    const answer = await client.upload(key, kind, Buffer.from(content), isThere, isWhole ? undefined : chunk);
    if (isLast && answer.bytes !== sent) {
      throw new CloudinaryProblem(200, `kept ${answer.bytes} bytes of ${sent}; does an upload preset change files?`);
    }
  }
}
