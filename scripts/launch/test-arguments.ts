import { parseArgs } from "node:util";
import { LaunchError } from "./launch-error.ts";

export const stepNames = ["format", "lint", "types", "build", "unit", "bench", "e2e"] as const;
export type StepName = (typeof stepNames)[number];

/**
 * `--only unit,e2e -- -t "a name"`: the steps to run, and arguments for vitest and Playwright.
 * @throws LaunchError for an unknown step or option
 */
export function parseTestArguments(args: string[]): { only: Set<StepName>; passOn: string[] } {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const isStep = (name: string): name is StepName => stepNames.some((one) => one === name);
  try {
    const options = { only: { type: "string", default: stepNames.join(",") } } as const;
    const names = parseArgs({ args: args.slice(0, end), options })
      .values.only.split(",")
      .map((name) => name.trim());
    if (names.every(isStep)) return { only: new Set(names), passOn: args.slice(end + 1) };
  } catch {}
  throw new LaunchError(`Usage: npm test -- --only ${stepNames.join(",")} -- <arguments for vitest and playwright>`);
}
