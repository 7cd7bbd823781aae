import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { WholeResponse } from "./whole-response.server";

/** In bytes; compressing less costs more than it saves. */
const COMPRESS_FROM = 1_000;
const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|javascript|problem\+json))/;

/**
 * Pages are compressed as a whole; files are streamed, and cut off from a client that takes nothing for `sendTimeout`
 * milliseconds: it would hold the file and its download slot.
 */
export async function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
  sendTimeout: number,
): Promise<void> {
  response.statusCode = answer.status;
  // The defaults, since any response may contain a letter.
  response.setHeader("Cache-Control", "private, no-store");
  response.setHeader("X-Robots-Tag", "noindex");
  for (const [name, value] of answer.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);

  const isWhole = answer instanceof WholeResponse;
  // A body that no one reads would keep its file open.
  if (request.method === "HEAD" || response.destroyed || !(isWhole || answer.body)) {
    if (!isWhole) await answer.body?.cancel();
    response.end();
    return;
  }
  if (
    !isWhole &&
    (!COMPRESSIBLE.test(answer.headers.get("Content-Type") ?? "") || answer.headers.has("Content-Encoding"))
  ) {
    response.setTimeout(sendTimeout, () => response.destroy());
    await pipeline(Readable.fromWeb(answer.body as import("node:stream/web").ReadableStream), response);
    return;
  }
  const plain = isWhole ? Buffer.from(answer.wholeText()) : Buffer.from(await answer.arrayBuffer());
  const isPersonal = String(response.getHeader("Cache-Control")).includes("no-store");
  const { encoding, body } = compress(plain, String(request.headers["accept-encoding"] ?? ""), isPersonal);
  if (encoding) response.setHeader("Content-Encoding", encoding);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

/**
 * Zstandard takes a sixth of brotli's time for a tenth more bytes. That pays off for personal pages, which are
 * compressed for every request.
 */
function compress(plain: Buffer, accepted: string, isPersonal: boolean): { encoding?: string; body: Buffer } {
  if (plain.length < COMPRESS_FROM) return { body: plain };
  if (isPersonal && /\bzstd\b/.test(accepted)) return { encoding: "zstd", body: zstdCompressSync(plain) };
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    return { encoding: "br", body: brotliCompressSync(plain, { params }) };
  }
  if (/\bgzip\b/.test(accepted)) return { encoding: "gzip", body: gzipSync(plain, { level: 5 }) };
  return { body: plain };
}
