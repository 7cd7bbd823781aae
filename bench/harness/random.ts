import { createHash } from "node:crypto";

export type Random = {
  /** At least 0 and below 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  weighted<Key extends string>(weights: Partial<Record<Key, number>>): Key;
};

/** Seeded random numbers (mulberry32), the same on every machine. */
export function createRandom(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32LE();
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number],
    weighted(weights) {
      const entries = Object.entries(weights) as [never, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return entries[0]?.[0] as never;
    },
  };
}
