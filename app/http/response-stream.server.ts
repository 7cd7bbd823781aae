import { Readable } from "node:stream";

/**
 * The body of a response. Closes `content` when `request` is aborted: Remix drops the response then, even if nothing of
 * it was sent. It also drops the body of a response to HEAD.
 */
export function responseStream(content: Readable, { method, signal }: Request): ReadableStream {
  signal.addEventListener("abort", () => content.destroy(), { once: true });
  if (signal.aborted || method === "HEAD") content.destroy();
  return Readable.toWeb(content) as ReadableStream;
}
