import type { IncomingMessage } from "node:http";
import { BOARD_MAX_BYTES, MEDIA_MAX_BYTES, mediaLimits } from "~/domain/media/media";
import { boundaryOf } from "./multipart.server";
import { FORM_MAX_BYTES } from "./read-body.server";

/** Who sends less than this within this time, while we wait for it, is cut off. In bytes and milliseconds. */
export const SLOWEST = { bytes: 16 * 1024, within: 20_000 };

/** A whole form with all that a vault may hold, and a file too many: that one gets its sentence, too. */
const FORM_WITH_FILES_MAX_BYTES = BOARD_MAX_BYTES + MEDIA_MAX_BYTES.video + FORM_MAX_BYTES;
const REPLY_WITH_FILES_MAX_BYTES = (mediaLimits("reply").total + 1) * MEDIA_MAX_BYTES.video + FORM_MAX_BYTES;
const PART_OF_FILE_MAX_BYTES = 64 * 1024 * 1024;

/** The addresses that take files, and how many bytes one request may bring. */
const TAKES_FILES: [path: RegExp, maxBytes: number][] = [
  [/^\/create$/, FORM_WITH_FILES_MAX_BYTES],
  [/^\/(memories|open)\/[^/]+\/replies$/, REPLY_WITH_FILES_MAX_BYTES],
  [/^\/uploads\/[^/]+\/content$/, PART_OF_FILE_MAX_BYTES],
  [/^\/verify$/, FORM_WITH_FILES_MAX_BYTES],
];

/** How long the body may be that has to be streamed; undefined when the request is an ordinary one. */
export function streamedBytes({ method, headers }: IncomingMessage, path: string): number | undefined {
  if (method !== "POST" || boundaryOf(headers["content-type"] ?? null) === undefined) return undefined;
  return TAKES_FILES.find(([pattern]) => pattern.test(path))?.[1];
}

export type StreamedBody = {
  stream: ReadableStream<Uint8Array>;
  /** What put an end to it: the sender is too slow, or sends too much. */
  failure: () => 408 | 413 | undefined;
  /** Passes over what nobody has read, so that the sender gets to read the answer. */
  drain: () => Promise<void>;
};

class BodyRefused extends Error {
  constructor(readonly status: 408 | 413) {
    super(status === 408 ? "The body came too slowly." : "The body is too long.");
  }
}

/**
 * Streams the body of a request, one chunk at a time; while no chunk is asked for, the sender waits. The stream ends with
 * an error when the connection breaks and when the sender is slower than `slowest` or sends more than `maxBytes`;
 * `onBreak` is called just before.
 */
export function streamBody(
  incoming: IncomingMessage,
  { maxBytes, slowest, onBreak }: { maxBytes: number; slowest: typeof SLOWEST; onBreak: () => void },
): StreamedBody {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const slowness = createSlowness(slowest);
  let length = 0;
  let failure: BodyRefused | undefined;

  async function next(): Promise<Buffer | undefined> {
    if (failure) throw failure;
    try {
      const chunk = await slowness.watch(chunks.next());
      length += chunk.done ? 0 : chunk.value.length;
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

/** Counts only the time that we wait for the sender: our own disk may take as long as it needs. */
function createSlowness({ bytes, within }: typeof SLOWEST) {
  let waited = 0;
  let came = 0;
  return {
    async watch(coming: Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
      const startedAt = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const tooSlow = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new BodyRefused(408)), Math.max(0, within - waited));
      });
      try {
        const chunk = await Promise.race([coming, tooSlow]);
        waited += performance.now() - startedAt;
        came += chunk.done ? 0 : chunk.value.length;
        if (came >= bytes) {
          waited = 0;
          came = 0;
        }
        return chunk;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
