import type { IncomingMessage } from "node:http";
import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, mediaLimits } from "~/domain/media/media";
import { freeChunks } from "./free-chunks.server";
import { boundaryOf } from "./multipart.server";
import { FORM_MAX_BYTES } from "./read-body.server";

/** A client's minimum rate while the app waits for it: bytes within milliseconds. */
export const SLOWEST = { bytes: 16 * 1024, within: 20_000 };

/** A full vault and one more file, which gets a refusal of its own. */
const FORM_WITH_FILES_MAX_BYTES = BOARD_MAX_BYTES + MEDIA_MAX_BYTES.video + FORM_MAX_BYTES;
const REPLY_WITH_FILES_MAX_BYTES = (mediaLimits("reply").total + 1) * MEDIA_MAX_BYTES.video + FORM_MAX_BYTES;
const POST_WITH_FILES_MAX_BYTES =
  mediaLimits("board-post").total * MEDIA_MAX_BYTES.photo + MEDIA_MAX_BYTES.video + FORM_MAX_BYTES;
const PART_OF_FILE_MAX_BYTES = 64 * 1024 * 1024;

/** Paths that accept files, and the longest body in bytes. */
const UPLOAD_PATHS: [path: RegExp, maxBytes: number][] = [
  [/^\/create$/, FORM_WITH_FILES_MAX_BYTES],
  [/^\/(memories|open)\/[^/]+\/replies$/, REPLY_WITH_FILES_MAX_BYTES],
  [/^\/guest\/[^/]+\/add$/, POST_WITH_FILES_MAX_BYTES],
  [/^\/uploads\/[^/]+\/content$/, PART_OF_FILE_MAX_BYTES],
  [/^\/verify$/, FORM_WITH_FILES_MAX_BYTES],
];

/** In bytes; undefined for requests without files. */
export function maxStreamedBytes({ method, headers }: IncomingMessage, path: string): number | undefined {
  if (method !== "POST" || boundaryOf(headers["content-type"] ?? null) === undefined) return undefined;
  return UPLOAD_PATHS.find(([pattern]) => pattern.test(path))?.[1];
}

export type StreamedBody = {
  stream: ReadableStream<Uint8Array>;
  /** The status to answer with: 408 for a slow client, 413 for too much. */
  failure: () => 408 | 413 | undefined;
  /** Discards the rest, so that the client reads the response. */
  drain: () => Promise<void>;
  /** Once the response is closed: a request that was not read to its end never is. */
  close: () => void;
};

class BodyRefused extends Error {
  constructor(readonly status: 408 | 413) {
    super(status === 408 ? "The body arrived too slowly." : "The body is too long.");
  }
}

/** Has back-pressure. Fails for a broken connection, a client slower than `slowest`, and more than `maxBytes`. */
export function streamBody(
  incoming: IncomingMessage,
  { maxBytes, slowest, onBreak }: { maxBytes: number; slowest: typeof SLOWEST; onBreak: () => void },
): StreamedBody {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const rateCheck = createRateCheck(slowest);
  let length = 0;
  let failure: BodyRefused | undefined;

  async function next(): Promise<IteratorResult<Buffer>> {
    if (failure) throw failure;
    try {
      const chunk = await rateCheck.watch(chunks.next());
      const bytes = chunk.done ? 0 : chunk.value.length;
      length += bytes;
      freeChunks(bytes);
      if (length > maxBytes) throw new BodyRefused(413);
      return chunk;
    } catch (error) {
      if (error instanceof BodyRefused) failure = error;
      onBreak();
      throw error;
    }
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next();
        if (chunk.done) controller.close();
        else controller.enqueue(chunk.value);
      },
    },
    { highWaterMark: 0 },
  );
  streamedChunks.set(stream, { [Symbol.asyncIterator]: () => ({ next }) });
  return {
    stream,
    failure: () => failure?.status,
    async drain() {
      for (let isOver = false; !isOver && !failure; ) isOver = (await next().catch(unlessRefused))?.done ?? true;
    },
    close: rateCheck.stop,
  };
}

/** The chunks of streamed bodies as they arrive: reading them through the stream takes a tenth longer. */
const streamedChunks = new WeakMap<ReadableStream, AsyncIterable<Uint8Array>>();

/** To be read once, and instead of the request's body. */
export function bodyChunks({ body }: Request): AsyncIterable<Uint8Array> | undefined {
  return body ? (streamedChunks.get(body) ?? (body as unknown as AsyncIterable<Uint8Array>)) : undefined;
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof BodyRefused)) throw error;
}

/** How often the rate is checked within its time. */
const CHECKS = 20;

/** Counts only the time spent waiting for the client, not for the disk. */
function createRateCheck({ bytes, within }: typeof SLOWEST) {
  let waited = 0;
  let received = 0;
  let waitingSince = Number.POSITIVE_INFINITY;
  let giveUp: (reason: Error) => void = () => {};
  const check = setInterval(() => {
    if (waited + performance.now() - waitingSince > within) giveUp(new BodyRefused(408));
  }, within / CHECKS);
  return {
    stop: () => clearInterval(check),
    async watch(next: Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
      waitingSince = performance.now();
      const chunk = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
        giveUp = reject;
        next.then(resolve, reject);
      });
      waited += performance.now() - waitingSince;
      waitingSince = Number.POSITIVE_INFINITY;
      received += chunk.done ? 0 : chunk.value.length;
      if (received >= bytes) {
        waited = 0;
        received = 0;
      }
      return chunk;
    },
  };
}
