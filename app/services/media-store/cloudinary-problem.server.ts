import { setTimeout as pause } from "node:timers/promises";
import { MediaUnavailable } from "./store.server";

/** Cloudinary answered with something else than what was asked for, or not at all. */
export class CloudinaryProblem extends MediaUnavailable {
  /** @param status of the answer; undefined when there was none */
  constructor(
    readonly status: number | undefined,
    readonly reason: string,
  ) {
    super(status === undefined ? `Cloudinary gave no answer: ${reason}` : `Cloudinary answered ${status}: ${reason}`);
  }
}

/** Only Cloudinary's own words count: a 404 may as well be a proxy's page, and a file is not gone because of that. */
export function isMissing(error: unknown): boolean {
  return error instanceof CloudinaryProblem && error.status === 404 && /^resource not found/i.test(error.reason);
}

/** A broken connection, a timeout (499 in the SDK), a file still being processed (423), a fault of theirs. */
function mayPass({ status }: CloudinaryProblem): boolean {
  return status === undefined || status === 423 || status === 499 || status >= 500;
}

/** How long to wait for the next byte, and before each further try. */
export type Patience = { timeoutMs: number; pausesMs: number[] };

/** Tries again what may pass; `isRepeat` tells the work that an earlier try may have been heard. */
export async function persist<Result>(
  { pausesMs }: Patience,
  work: (isRepeat: boolean) => Promise<Result>,
): Promise<Result> {
  for (const [tries, ms] of pausesMs.entries()) {
    try {
      return await work(tries > 0);
    } catch (error) {
      if (!(error instanceof CloudinaryProblem && mayPass(error))) throw error;
      await pause(ms);
    }
  }
  return work(pausesMs.length > 0);
}
