const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** Consecutive failures, between which pauses of about a minute pass in all. */
const TRIES = 8;

/** Too many consecutive failures: the user decides whether to retry. `message` says why. */
export class RetriesExhausted extends Error {}

/** Milliseconds: exponential, with jitter. */
function backoffDelay(failures: number): number {
  const random = (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256;
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)) * (0.5 + random / 2);
}

/** Whether a retry may help. 420 is Cloudinary's 429. */
export function isTransient(status: number): boolean {
  return status >= 500 || [0, 408, 420, 429].includes(status);
}

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Waits between retries, longer each time until one succeeds. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly pause: Pause,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws RetriesExhausted after too many consecutive failures, or the signal's reason if cancelled */
  async afterFailure(message: string): Promise<void> {
    this.failures += 1;
    if (this.failures >= TRIES) throw new RetriesExhausted(message);
    await this.pause(backoffDelay(this.failures), this.signal);
    this.signal.throwIfAborted();
  }

  afterSuccess(): void {
    this.failures = 0;
  }
}
