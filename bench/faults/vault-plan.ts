import { createRandom } from "../harness/random.ts";

/** A change by the sender around the vault's instant, in seconds from the start of the run. */
export type Change =
  | { kind: "later"; at: number; to: number }
  /** Moves by a year or to today, and cancellations. */
  | { kind: "next-year" | "today" | "cancel"; at: number };

export type PlannedVault = { letter: number; dueAfter: number; isBoard: boolean; change?: Change };

export function planVaults(seed: string, count: number, seconds: number): PlannedVault[] {
  return Array.from({ length: count }, (_, index) => planVault(`${seed} vault ${index + 1}`, index + 1, seconds));
}

function planVault(seed: string, letter: number, seconds: number): PlannedVault {
  const random = createRandom(seed);
  const dueAfter = random.between(2, seconds);
  if (random.next() < 0.04) return { letter, dueAfter, isBoard: true };
  const planned = { letter, dueAfter, isBoard: false };
  if (random.next() > 0.2) return planned;
  const kind = random.pick(["later", "later", "next-year", "today", "cancel"] as const);
  const at = kind === "today" ? random.between(0, dueAfter) : dueAfter + random.between(-1.2, 0.4);
  return { ...planned, change: kind === "later" ? { kind, at, to: dueAfter + random.between(3, 12) } : { kind, at } };
}

/** Letters due at once, in seconds from the start; numbered after the planned ones. */
export function planNewLetters(seed: string, count: number, seconds: number): { letter: number; at: number }[] {
  const random = createRandom(`${seed} new letters`);
  return Array.from({ length: Math.ceil(count / 20) }, (_, index) => ({
    letter: count + index + 1,
    at: random.between(0, seconds),
  }));
}

/** Letters that are opened by a claim card, shortly before and shortly after they are due. */
export function planClaims(seed: string, planned: PlannedVault[]): { letter: number; at: number[] }[] {
  return planned
    .filter(({ letter, isBoard }) => letter % 8 === 0 && !isBoard)
    .map(({ letter, dueAfter }) => {
      const random = createRandom(`${seed} claim ${letter}`);
      return { letter, at: [dueAfter - random.between(0.05, 3), dueAfter + random.between(0, 3)] };
    });
}

/** 300 words. */
export const messageOf = (letter: number) =>
  `Dear reader ${letter}, ${Array.from({ length: 297 }, (_, index) => `word${index}`).join(" ")}`;

export const letterTitle = (letter: number) => `Letter ${letter} of many`;
export const readerOf = (letter: number) => `reader-${letter}@example.net`;
export const boardReadersOf = (letter: number) => ["a", "b"].map((one) => `reader-${letter}-${one}@example.net`);
export const letterOfReader = (address: string) => Number(/^reader-(\d+)[@-]/.exec(address)?.[1]);
