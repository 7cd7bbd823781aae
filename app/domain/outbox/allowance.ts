/** What a provider may be sent just now. */
export type Allowance = { tokens: number; countedAt: Date; pausedUntil: Date | null };
/** How many messages ask to leave. People wait for the urgent ones. */
export type Wanted = { urgent: number; others: number };
export type Granted = Wanted & {
  allowance: Allowance;
  /** The provider has asked for a rest: then nothing leaves. */
  isPaused: boolean;
  /** When it is worth asking again for those that were not granted. */
  freeAt: Date;
};

/** How much of what was not used is kept, in seconds of the rate. */
const BURST_SECONDS = 0.5;
/** Clocks of machines differ by less than this; a count from further ahead was made before a clock was set back. */
const CLOCKS_APART_MS = 10_000;
/** No provider is waited for any longer than this, whatever it asks for or some clock said. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** How many messages may leave at once after a quiet time; the rate is never passed by more, or twice that with urgent ones. */
export function burstOf(perSecond: number): number {
  return Math.max(2, perSecond * BURST_SECONDS);
}

/**
 * Grants as many of the wanted messages as may leave now: a bucket of tokens that fills with time. Urgent ones may go
 * ahead of the others and leave it below zero by one burst, which the others then wait for.
 * @param perSecond 0 for as many as there are
 */
export function grant(known: Allowance | undefined, wanted: Wanted, perSecond: number, now: Date): Granted {
  const burst = burstOf(perSecond);
  const before = known ?? { tokens: burst, countedAt: now, pausedUntil: null };
  const until = pauseEnd(before, now);
  if (until) return { urgent: 0, others: 0, allowance: before, isPaused: true, freeAt: until };
  if (perSecond === 0) return { ...wanted, allowance: { ...before, pausedUntil: null }, isPaused: false, freeAt: now };

  const isAhead = before.countedAt.getTime() - now.getTime() > CLOCKS_APART_MS;
  const countedAt = isAhead ? now : new Date(Math.max(before.countedAt.getTime(), now.getTime()));
  const seconds = isAhead ? 0 : (countedAt.getTime() - before.countedAt.getTime()) / 1000;
  const tokens = Math.min(burst, before.tokens + seconds * perSecond);
  const urgent = upTo(wanted.urgent, tokens + burst);
  const others = upTo(wanted.others, tokens - urgent);
  const left = tokens - urgent - others;
  const denied = wanted.urgent + wanted.others - urgent - others;
  // Several at once are worth waiting for, but never so many that what comes in would be lost at the brim.
  const enough = Math.max(1, Math.min(denied, burst / 2));
  const waitMs = denied > 0 ? Math.max(1, Math.ceil(((enough - left) * 1000) / perSecond)) : 0;
  return {
    urgent,
    others,
    allowance: { tokens: left, countedAt, pausedUntil: null },
    isPaused: false,
    freeAt: new Date(countedAt.getTime() + waitMs),
  };
}

/** When the provider's pause is over, or undefined when there is none. */
export function pauseEnd({ pausedUntil }: Pick<Allowance, "pausedUntil">, now: Date): Date | undefined {
  if (!pausedUntil || pausedUntil <= now) return undefined;
  return pausedUntil.getTime() - now.getTime() <= LONGEST_PAUSE_MS ? pausedUntil : undefined;
}

/** A hair is added, since a rate's fractions do not add up to whole numbers exactly. */
function upTo(wanted: number, tokens: number): number {
  return Math.max(0, Math.min(wanted, Math.floor(tokens + 1e-6)));
}
