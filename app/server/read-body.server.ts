import type { IncomingMessage } from "node:http";

/** Enough for a letter of 100,000 characters, percent-encoded. */
export const FORM_MAX_BYTES = 2 * 1024 * 1024;

export type ReadBody = { ok: true; body: Buffer | undefined } | { ok: false; status: 408 | 413 };

/**
 * Reads the whole body first, so that no action waits for a slow client. Refuses more than `FORM_MAX_BYTES`, and after
 * `timeout` milliseconds. @throws Error when the connection breaks
 */
export async function readBody(request: IncomingMessage, timeout: number): Promise<ReadBody> {
  if (request.method === "GET" || request.method === "HEAD") return { ok: true, body: undefined };
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<ReadBody>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, status: 408 }), timeout);
  });
  try {
    return await Promise.race([readWhole(request), tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}

async function readWhole(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > FORM_MAX_BYTES) return { ok: false, status: 413 };
    chunks.push(chunk);
  }
  return { ok: true, body: Buffer.concat(chunks) };
}
