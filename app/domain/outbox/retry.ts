/** In seconds, before the second, third ... attempt. */
export const ATTEMPT_WAITS = [10, 60, 300, 1_800, 7_200, 21_600, 86_400, 86_400, 172_800];

type Failure = { failure: "refused" | "unavailable" | "unknown"; retryAfterSeconds?: number };

/** `attempts` counts from 1. Undefined after a refusal and after the last attempt, about four days later. */
export function nextAttemptAt(
  attempts: number,
  { failure, retryAfterSeconds = 0 }: Failure,
  now: Date,
): Date | undefined {
  const wait = ATTEMPT_WAITS[attempts - 1];
  if (failure === "refused" || wait === undefined) return undefined;
  return new Date(now.getTime() + Math.max(wait, retryAfterSeconds) * 1000);
}
