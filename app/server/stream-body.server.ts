import type { IncomingMessage } from "node:http";
import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, mediaLimits } from "~/domain/media/media";
import { freeChunks } from "./free-chunks.server";
import { boundaryOf } from "./multipart.server";
import { FORM_MAX_BYTES } from "./read-body.server";

/** A client's minimum rate while the app waits for it: bytes within milliseconds. */
export const SLOWEST = { bytes: 16 * 1024, within: 20_000 };

/** All that a vault may hold and one file more, which gets a refusal of its own. */
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
  /** 408 for a slow client, 413 for too much. */
  failure: () => 408 | 413 | undefined;
  /** Discards the rest, so that the client reads the response. */
  drain: () => Promise<void>;
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

  async function next(): Promise<Buffer | undefined> {
    if (failure) throw failure;
    try {
      const chunk = await rateCheck.watch(chunks.next());
      const bytes = chunk.done ? 0 : chunk.value.length;
      length += bytes;
      freeChunks(bytes);
      if (length > maxBytes) throw new BodyRefused(413);
      return chunk.done ? undefined : chunk.value;
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
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    failure: () => failure?.status,
    async drain() {
      while (!failure && (await next().catch(unlessRefused)));
    },
  };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof BodyRefused)) throw error;
}

/** Counts only the time spent waiting for the client, not for the disk. */
function createRateCheck({ bytes, within }: typeof SLOWEST) {
  let waited = 0;
  let received = 0;
  return {
    async watch(next: Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
      const startedAt = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const tooSlow = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new BodyRefused(408)), Math.max(0, within - waited));
      });
      try {
        const chunk = await Promise.race([next, tooSlow]);
        waited += performance.now() - startedAt;
        received += chunk.done ? 0 : chunk.value.length;
        if (received >= bytes) {
          waited = 0;
          received = 0;
        }
        return chunk;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
