const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** In a row, without anything having arrived in between: about two minutes of them. */
const TRIES = 8;

/** Nothing has come through for a long time: the person is to say whether to go on. */
export class GaveUp extends Error {}

/** How long to wait after so many failures in a row, in milliseconds: twice as long each time, and never all at once. */
export function backOff(failures: number, random = Math.random()): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)) * (0.5 + random / 2);
}

/** Whether trying again helps: the server is busy, restarting, or something on the way is. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 0;
}

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Waits between tries, longer and longer until something succeeds. */
export class Patience {
  private failures = 0;

  constructor(
    private readonly pause: Pause,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws GaveUp after too many in a row, or the signal's reason when it was cancelled */
  async afterFailure(): Promise<void> {
    this.failures += 1;
    if (this.failures >= TRIES) throw new GaveUp();
    await this.pause(backOff(this.failures), this.signal);
    this.signal.throwIfAborted();
  }

  afterSuccess(): void {
    this.failures = 0;
  }
}
