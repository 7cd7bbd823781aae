import { parseArgs } from "node:util";
import { Refusal } from "./refusal.ts";

export const partNames = ["format", "lint", "types", "unit", "build", "bench", "e2e"] as const;
export type PartName = (typeof partNames)[number];

/**
 * Reads `--only unit,e2e -- -t "a name"`: which parts to run, and what to hand on to vitest and Playwright.
 * @throws Refusal for a part that does not exist.
 */
export function parseTestArguments(args: string[]): { only: Set<PartName>; passOn: string[] } {
  const end = args.indexOf("--");
  const own = end === -1 ? args : args.slice(0, end);
  const isPart = (name: string): name is PartName => (partNames as readonly string[]).includes(name);
  try {
    const { only = partNames.join(",") } = parseArgs({ args: own, options: { only: { type: "string" } } }).values;
    const names = only.split(",").map((name) => name.trim());
    if (names.every(isPart)) return { only: new Set(names), passOn: end === -1 ? [] : args.slice(end + 1) };
  } catch {
    // Told below: an option we do not have.
  }
  throw new Refusal(`Usage: npm test -- --only ${partNames.join(",")} -- <arguments for vitest and playwright>`);
}
