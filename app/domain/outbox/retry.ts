/** Waits before the second, third ... attempt at handing over one message, in seconds; then that has failed. */
export const ATTEMPT_WAITS = [10, 60, 300, 1_800, 7_200, 21_600, 86_400, 86_400, 172_800];

type Failure = { failure: "refused" | "unavailable" | "unknown"; retryAfterSeconds?: number };

/**
 * When to try again after the failure of attempt number `attempts` (from 1), or undefined when there is nothing left
 * to try: the provider refused for good, or its patience of about four days is used up.
 */
export function nextAttemptAt(
  attempts: number,
  { failure, retryAfterSeconds = 0 }: Failure,
  now: Date,
): Date | undefined {
  const wait = ATTEMPT_WAITS[attempts - 1];
  if (failure === "refused" || wait === undefined) return undefined;
  return new Date(now.getTime() + Math.max(wait, retryAfterSeconds) * 1000);
}
