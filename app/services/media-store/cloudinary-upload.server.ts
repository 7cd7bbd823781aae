import { createHash, randomUUID } from "node:crypto";
import type { Asset, CloudinaryClient } from "./cloudinary-client.server";
import { CloudinaryProblem } from "./cloudinary-problem.server";
import { piecesOf } from "./part-source.server";
import { type MediaKind, MediaRefused, type MediaSource } from "./store.server";

/** Cloudinary wants all chunks but the last to have 5 MB or more. */
const CHUNK_BYTES = 6 * 1024 * 1024;

/** Sends a file, chunk after chunk, so that no more than two of them are in memory. */
export async function sendFile(
  client: CloudinaryClient,
  key: string,
  kind: MediaKind,
  source: MediaSource,
): Promise<void> {
  const uploadId = randomUUID();
  const md5 = createHash("md5");
  let sent = 0;
  for await (const { content, isLast } of chunksOf(source)) {
    if (content.length === 0) throw new MediaRefused("The file is empty.");
    md5.update(content);
    const start = sent;
    sent += content.length;
    const etag = isLast ? md5.digest("hex") : undefined;
    const isThere = (asset: Asset) => asset.bytes === sent && asset.etag === etag;
    const isWhole = isLast && start === 0;
    const chunk = { uploadId, contentRange: `bytes ${start}-${sent - 1}/${isLast ? sent : -1}` };
    const answer = await client.upload(key, kind, content, isThere, isWhole ? undefined : chunk);
    if (isLast && answer.bytes !== sent) {
      throw new CloudinaryProblem(200, `kept ${answer.bytes} bytes of ${sent}; does an upload preset change files?`);
    }
  }
}

async function* chunksOf(source: MediaSource): AsyncGenerator<{ content: Buffer; isLast: boolean }> {
  let chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let size = 0;
  for await (const piece of piecesOf(source)) {
    let rest = piece;
    while (size + rest.length > CHUNK_BYTES) {
      chunk.set(rest.subarray(0, CHUNK_BYTES - size), size);
      rest = rest.subarray(CHUNK_BYTES - size);
      yield { content: chunk, isLast: false };
      chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      size = 0;
    }
    chunk.set(rest, size);
    size += rest.length;
  }
  yield { content: chunk.subarray(0, size), isLast: true };
}
