const LOAD_TIMEOUT_MS = 8_000;

/** For code that is loaded on first use. Rejects after 8 seconds, so that callers use what works without it. */
export function inTime<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  const tooLate = new Promise<never>((_, reject) => setTimeout(reject, LOAD_TIMEOUT_MS));
  return Promise.race([loading, tooLate]);
}
