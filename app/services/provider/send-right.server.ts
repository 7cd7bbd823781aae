import { AsyncLocalStorage } from "node:async_hooks";

/** In milliseconds, less than it takes to declare a worker dead: then another one may have sent the message. */
const LEAVES_WITHIN_MS = 3_000;

/** Returns the milliseconds since it was started. */
export type Stopwatch = () => number;

/** Also counts time for which the machine was suspended, when its monotonic clock may stand still. */
export function startStopwatch(): Stopwatch {
  const [wall, monotonic] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wall, performance.now() - monotonic);
}

/** A claim on a message, as the transports see it: another worker takes it over when this one seems dead. */
export type SendRight = {
  /** Whether it may have been lost since it was last known to be held. */
  isStale(): boolean;
  /** Renews it if that was more than `afterMs` ago. False when it is lost. */
  ensureHeld(afterMs?: number): Promise<boolean>;
};

/** `stopwatch` was started before the claim; `renew` returns a new one, or undefined when the claim is lost. */
export function createSendRight(stopwatch: Stopwatch, renew: () => Promise<Stopwatch | undefined>): SendRight {
  let sinceHeld: Stopwatch | undefined = stopwatch;
  return {
    isStale: () => !sinceHeld || sinceHeld() > LEAVES_WITHIN_MS,
    async ensureHeld(afterMs = LEAVES_WITHIN_MS) {
      if (sinceHeld && sinceHeld() > afterMs) sinceHeld = await renew();
      return sinceHeld !== undefined;
    },
  };
}

const rights = new AsyncLocalStorage<SendRight>();

/** Runs `send`, whose transport writes nothing once the right is lost. */
export function sendWithRight<Result>(right: SendRight, send: () => Promise<Result>): Promise<Result> {
  return rights.run(right, send);
}

/** For transports. What is sent without a claim has to leave within 3 s. */
export function currentSendRight(): SendRight {
  return rights.getStore() ?? createSendRight(startStopwatch(), async () => undefined);
}

/** The message was not written, or only in part. */
export const staleClaim = () =>
  Object.assign(new Error("the claim is too old to send its message"), { code: "ESTALECLAIM" });
