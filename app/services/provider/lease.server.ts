import { AsyncLocalStorage } from "node:async_hooks";

/** In milliseconds, less than it takes to declare a worker dead: then another one may have sent the message. */
const LEAVES_WITHIN_MS = 3_000;

/** Returns the milliseconds since it was started. */
export type Timer = () => number;

/** Also counts the time of a suspended machine, whose monotonic clock may stand still. */
export function startTimer(): Timer {
  const [wall, monotonic] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - wall, performance.now() - monotonic);
}

/** The right to send a message, which another worker gets when this one seems dead. */
export type Lease = {
  /** Whether it may have been lost since it was last checked. */
  isStale(): boolean;
  /** Renews it if it was last checked more than `afterMs` ago. */
  isHeld(afterMs?: number): Promise<boolean>;
};

/** `timer` started before the lease was granted; `renew` returns a new timer, or undefined when the lease is lost. */
export function createLease(timer: Timer, renew: () => Promise<Timer | undefined>): Lease {
  let sinceChecked: Timer | undefined = timer;
  return {
    isStale: () => !sinceChecked || sinceChecked() > LEAVES_WITHIN_MS,
    async isHeld(afterMs = LEAVES_WITHIN_MS) {
      if (sinceChecked && sinceChecked() > afterMs) sinceChecked = await renew();
      return sinceChecked !== undefined;
    },
  };
}

const leases = new AsyncLocalStorage<Lease>();

/** Runs `send`, whose transport writes nothing once the lease is lost. */
export function sendUnderLease<Result>(lease: Lease, send: () => Promise<Result>): Promise<Result> {
  return leases.run(lease, send);
}

/** For transports. Messages that are sent without a lease have one for 3 s from now. */
export function currentLease(): Lease {
  return leases.getStore() ?? createLease(startTimer(), async () => undefined);
}

/** The message was not written, or not to its end. */
export const heldUp = () => Object.assign(new Error("held up before it was sent"), { code: "EHELDUP" });
