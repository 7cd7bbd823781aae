import { setTimeout as pause } from "node:timers/promises";
import { MediaUnavailable } from "./store.server";

export class CloudinaryProblem extends MediaUnavailable {
  /** @param status undefined when there was no response */
  constructor(
    readonly status: number | undefined,
    readonly reason: string,
  ) {
    super(status === undefined ? `Cloudinary did not respond: ${reason}` : `Cloudinary responded ${status}: ${reason}`);
  }
}

/** Checks the wording as well: a proxy's 404 does not mean that the file is gone. */
export function isMissing(error: unknown): boolean {
  return error instanceof CloudinaryProblem && error.status === 404 && /^resource not found/i.test(error.reason);
}

/** No response, too many requests, a file still being processed (423), the SDK's timeout (499), or a server error. */
function isTransient({ status }: CloudinaryProblem): boolean {
  return status === undefined || [420, 423, 429, 499].includes(status) || status >= 500;
}

export type RetryPolicy = { timeoutMs: number; pausesMs: number[] };

/** Retries after transient errors; with `isRetry`, an earlier request may have been processed. */
export async function retry<Result>(
  { pausesMs }: RetryPolicy,
  work: (isRetry: boolean) => Promise<Result>,
): Promise<Result> {
  for (const [tries, ms] of pausesMs.entries()) {
    try {
      return await work(tries > 0);
    } catch (error) {
      if (!(error instanceof CloudinaryProblem && isTransient(error))) throw error;
      await pause(ms);
    }
  }
  return work(pausesMs.length > 0);
}
