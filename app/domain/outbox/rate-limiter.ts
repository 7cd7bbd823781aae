export type TokenBucket = { tokens: number; countedAt: Date; pausedUntil: Date | null };
/** People wait for the urgent ones. */
export type TokenCounts = { urgent: number; others: number };
export type TakeResult = TokenCounts & {
  bucket: TokenBucket;
  isPaused: boolean;
  /** When to ask again for the rest. */
  freeAt: Date;
};

/** How much unused capacity is kept, in seconds of the rate. */
const BURST_SECONDS = 0.2;
/** A count dated further ahead than this was made before a clock was set back. */
const CLOCKS_APART_MS = 10_000;
/** No pause is longer, whatever a provider asks for or a wrong clock says. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** How many messages may leave at once after an idle time. Urgent ones may take as many again. */
export function burstOf(perSecond: number): number {
  return Math.max(2, perSecond * BURST_SECONDS);
}

/**
 * Takes tokens from a bucket that fills with time. Urgent messages may overdraw it by one burst, for which the others
 * then wait.
 * @param perSecond 0 for no limit
 */
export function take(known: TokenBucket | undefined, wanted: TokenCounts, perSecond: number, now: Date): TakeResult {
  const burst = burstOf(perSecond);
  const before = known ?? { tokens: burst, countedAt: now, pausedUntil: null };
  const until = pauseEnd(before, now);
  if (until) return { urgent: 0, others: 0, bucket: before, isPaused: true, freeAt: until };
  if (perSecond === 0) return { ...wanted, bucket: { ...before, pausedUntil: null }, isPaused: false, freeAt: now };

  const isAhead = before.countedAt.getTime() - now.getTime() > CLOCKS_APART_MS;
  const countedAt = isAhead ? now : new Date(Math.max(before.countedAt.getTime(), now.getTime()));
  const seconds = isAhead ? 0 : (countedAt.getTime() - before.countedAt.getTime()) / 1000;
  const tokens = Math.min(burst, before.tokens + seconds * perSecond);
  const urgent = upTo(wanted.urgent, tokens + burst);
  const others = upTo(wanted.others, tokens - urgent);
  const left = tokens - urgent - others;
  const denied = wanted.urgent + wanted.others - urgent - others;
  // Waits until several are available, but not until the bucket overflows.
  const enough = Math.max(1, Math.min(denied, burst / 2));
  const waitMs = denied > 0 ? Math.max(1, Math.ceil(((enough - left) * 1000) / perSecond)) : 0;
  return {
    urgent,
    others,
    bucket: { tokens: left, countedAt, pausedUntil: null },
    isPaused: false,
    freeAt: new Date(countedAt.getTime() + waitMs),
  };
}

/** Undefined without a pause, or when it is implausibly long. */
function pauseEnd({ pausedUntil }: Pick<TokenBucket, "pausedUntil">, now: Date): Date | undefined {
  if (!pausedUntil || pausedUntil <= now) return undefined;
  return pausedUntil.getTime() - now.getTime() <= LONGEST_PAUSE_MS ? pausedUntil : undefined;
}

/** Tolerates rounding errors of fractional rates. */
function upTo(wanted: number, tokens: number): number {
  return Math.max(0, Math.min(wanted, Math.floor(tokens + 1e-6)));
}
