/** In seconds, before the second, third ... attempt. */
export const ATTEMPT_WAITS = [10, 60, 300, 1_800, 7_200, 21_600, 86_400, 86_400, 172_800];
const [FIRST_WAIT = 0] = ATTEMPT_WAITS;
export const MAX_ATTEMPTS = ATTEMPT_WAITS.length + 1;

/** Waits vary by this share, so that simultaneous failures are not retried together. */
const JITTER = 0.2;

/**
 * No wait exceeds this multiple of the message's age. Regular waits stay below it; it shortens only those of messages
 * whose workers died several times within minutes, since these attempts count, too.
 */
const TIMES_ITS_AGE = 8;

/** In seconds after an attempt without a result: when to query the provider's log. */
const LOOKUP_SECONDS = [2, 10, 30, 120];

type Failure = { failure: "refused" | "unavailable" | "unknown"; retryAfterSeconds?: number };

/**
 * `attempts` counts from 1, and `createdAt` is the message's. Undefined after a refusal and after the last attempt,
 * about four days later; if that may have been sent, the provider is still asked.
 * @param random between 0 and 1
 */
export function nextAttemptAt(
  { attempts, createdAt }: { attempts: number; createdAt: Date },
  { failure, retryAfterSeconds = 0 }: Failure,
  now: Date,
  random: number,
): Date | undefined {
  const wait = attempts === MAX_ATTEMPTS && failure === "unknown" ? 0 : ATTEMPT_WAITS[attempts - 1];
  if (failure === "refused" || wait === undefined) return undefined;
  const ageSeconds = (now.getTime() - createdAt.getTime()) / 1_000;
  const atMost = Math.max(FIRST_WAIT, TIMES_ITS_AGE * ageSeconds);
  const varied = Math.min(wait, atMost) * (1 - JITTER + 2 * JITTER * random);
  return new Date(now.getTime() + Math.max(varied, retryAfterSeconds) * 1000);
}

/**
 * In seconds. A failure reported sooner is a refusal; a server that reports one later has been trying in the meantime.
 */
const REFUSED_WITHIN = 3_600;

/** Adds to `attempts` those that we would have made in the `seconds` for which a mail server kept trying. */
export function countServerAttempts(attempts: number, seconds: number): number {
  return seconds < REFUSED_WITHIN ? attempts : countWaits(attempts, seconds);
}

function countWaits(attempts: number, seconds: number): number {
  const wait = ATTEMPT_WAITS[attempts - 1];
  return wait === undefined || seconds < wait ? attempts : countWaits(attempts + 1, seconds - wait);
}

/** When to look an attempt up next; undefined once the provider's log is complete. */
export function nextLookupAt(attemptedAt: Date, consistencyDelayMs: number, now: Date): Date | undefined {
  const elapsedMs = now.getTime() - attemptedAt.getTime();
  if (elapsedMs >= consistencyDelayMs) return undefined;
  const next = LOOKUP_SECONDS.map((seconds) => seconds * 1000).find((ms) => ms > elapsedMs && ms < consistencyDelayMs);
  return new Date(attemptedAt.getTime() + (next ?? consistencyDelayMs));
}

/** In milliseconds after the attempt. */
export function firstLookupMs(consistencyDelayMs: number): number {
  return Math.min(consistencyDelayMs, (LOOKUP_SECONDS[0] ?? 0) * 1000);
}
