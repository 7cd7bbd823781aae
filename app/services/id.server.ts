import { createHash, randomInt } from "node:crypto";
import { init } from "@paralleldrive/cuid2";

const STEPS = 2 ** 32;

/**
 * A cuid2: 24 lower-case letters and digits. Some ids open something, such as that of a form, so they come from the
 * system's random numbers and not, as by default, from Math.random, whose next values can be computed from earlier
 * ones.
 */
export const createId = init({ random: () => randomInt(STEPS) / STEPS });

const LETTERS = 26n;
const DIGITS_AND_LETTERS = 36n;
const LENGTH = 24;

/**
 * Derives an id, in the format of a cuid2, from `parts`. After the database was restored, lost ids are derived again,
 * so that they match the provider's log. As hard to guess as the ids among its parts.
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
