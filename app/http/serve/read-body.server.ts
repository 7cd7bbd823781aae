import type { IncomingMessage } from "node:http";

/** Forms are letters at most: a hundred thousand characters, percent-encoded, fit well inside. */
export const FORM_MAX_BYTES = 2 * 1024 * 1024;

export type ReadBody = { ok: true; body: Buffer | undefined } | { ok: false };

/**
 * Reads the body of a form whole, so that no action has to wait for a slow sender. `ok: false` as soon as it is known
 * to be longer than `maxBytes`.
 * @throws Error when the connection breaks off in the middle
 */
export async function readBody(request: IncomingMessage, maxBytes = FORM_MAX_BYTES): Promise<ReadBody> {
  if (request.method === "GET" || request.method === "HEAD") return { ok: true, body: undefined };
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return { ok: false };
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return { ok: false };
    chunks.push(chunk);
  }
  return { ok: true, body: Buffer.concat(chunks) };
}
