import { randomInt } from "node:crypto";
import { init } from "@paralleldrive/cuid2";

const STEPS = 2 ** 32;

/**
 * A cuid2: 24 lower-case letters and digits. Some ids open something, such as that of a form, so they come from the
 * system's random numbers and not, as by default, from Math.random, whose next values can be computed from earlier ones.
 */
export const createId = init({ random: () => randomInt(STEPS) / STEPS });
