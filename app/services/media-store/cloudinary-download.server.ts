import { Readable } from "node:stream";
import { CloudinaryProblem, isMissing, type RetryPolicy, retry } from "./cloudinary-problem.server";
import { MediaMissing } from "./store.server";

type Range = { start?: number | undefined; end?: number | undefined };

/** When the connection breaks, the rest is requested again from a new `link`. */
export async function download(link: () => string, { start = 0, end }: Range, policy: RetryPolicy): Promise<Readable> {
  let position = start;
  let failures = 0;
  const openRest = () => retry(policy, () => open(link(), position, end, policy.timeoutMs));
  let body = await openRest();

  function countFailure(error: unknown): "retry" {
    if (++failures > policy.pausesMs.length) throw error;
    return "retry";
  }

  function advance(piece: Uint8Array | undefined): Uint8Array | null {
    failures = 0;
    position += piece?.length ?? 0;
    return piece ?? null;
  }

  return new Readable({
    async read() {
      try {
        for (;;) {
          const piece = await body.next().catch(countFailure);
          if (piece === "retry") body = await openRest();
          else return void this.push(advance(piece));
          if (this.destroyed) return body.cancel();
        }
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    destroy(error, done) {
      body.cancel();
      done(error);
    },
  });
}

type Body = { next: () => Promise<Uint8Array | undefined>; cancel: () => void };

/** @throws MediaMissing only when the response is Cloudinary's own */
async function open(url: string, start: number, end: number | undefined, timeoutMs: number): Promise<Body> {
  const abort = new AbortController();
  const withTimeout = async <Result>(work: Promise<Result>): Promise<Result> => {
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    try {
      return await work;
    } catch (error) {
      throw new CloudinaryProblem(undefined, abort.signal.aborted ? "no byte in time" : codeOf(error));
    } finally {
      clearTimeout(timer);
    }
  };
  const isRange = end === undefined ? start > 0 : start <= end;
  const headers = isRange ? { Range: `bytes=${start}-${end ?? ""}` } : undefined;
  const response = await withTimeout(fetch(url, { signal: abort.signal, ...(headers && { headers }) }));
  if (response.status === 416) {
    abort.abort();
    return { next: async () => undefined, cancel: () => undefined };
  }
  if (!response.ok || !response.body) throw await withTimeout(problem(response));
  const isPart = response.status === 206;
  // A server that ignores the range sends the whole file.
  let toSkip = isPart ? 0 : start;
  let left = end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, end + 1 - start);
  const reader = response.body.getReader();
  return {
    async next() {
      while (left > 0 || isPart) {
        const { done, value } = await withTimeout(reader.read());
        if (done) return undefined;
        const piece = value.subarray(Math.min(toSkip, value.length)).subarray(0, left);
        toSkip -= Math.min(toSkip, value.length);
        left -= piece.length;
        if (piece.length > 0) return piece;
      }
      abort.abort();
      return undefined;
    },
    cancel: () => abort.abort(),
  };
}

async function problem(response: Response): Promise<Error> {
  const text = (await response.text()).slice(0, 1000);
  const reason = response.headers.get("X-Cld-Error") ?? messageIn(text);
  const error = new CloudinaryProblem(response.status, reason ?? "no reason given");
  return isMissing(error) ? new MediaMissing() : error;
}

function messageIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } };
    return error?.message;
  } catch {
    return undefined;
  }
}

/** Not the message, which may contain the URL. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? "the connection broke";
}
