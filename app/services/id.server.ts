import { createHash, randomInt } from "node:crypto";
import { init } from "@paralleldrive/cuid2";

const STEPS = 2 ** 32;

/**
 * A cuid2: 24 lower-case letters and digits. Some ids open something, such as that of a form, so they come from the
 * system's random numbers and not, as by default, from Math.random, whose next values can be computed from earlier ones.
 */
export const createId = init({ random: () => randomInt(STEPS) / STEPS });

const LETTERS = 26n;
const DIGITS_AND_LETTERS = 36n;
const LENGTH = 24;

/**
 * The same id for the same parts, as long as a cuid2 and of its letters. A database that was restored derives the ids
 * again that were lost, so that a provider's log still knows them. As hard to guess as the ids among its parts.
 */
export function deriveId(...parts: [string, ...string[]]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  let rest = BigInt(`0x${digest}`);
  let id = (10n + (rest % LETTERS)).toString(36);
  rest /= LETTERS;
  while (id.length < LENGTH) {
    id += (rest % DIGITS_AND_LETTERS).toString(36);
    rest /= DIGITS_AND_LETTERS;
  }
  return id;
}
