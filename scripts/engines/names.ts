import { type ParseArgsConfig, parseArgs } from "node:util";
import { LaunchError } from "../launch/launch-error.ts";

const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof ENGINES)[number];
/** Of the two that Playwright does not drive. */
export type OtherEngine = Exclude<EngineName, "chromium">;

/**
 * `firefox,webkit` or `all`.
 * @throws LaunchError for an unknown engine
 */
export function parseEngines(list: string): EngineName[] {
  if (list === "all") return [...ENGINES];
  const isEngine = (name: string): name is EngineName => ENGINES.some((one) => one === name);
  const names = list.split(",");
  if (names.every(isEngine)) return names;
  throw new LaunchError(`The engines are ${ENGINES.join(", ")} and all, not ${list}.`);
}

export type Script = "on" | "off";

/**
 * `on`, `off` or both.
 * @throws LaunchError for anything else
 */
export function parseScripts(list: string): Script[] {
  const isScript = (name: string): name is Script => name === "on" || name === "off";
  const names = list.split(",");
  if (names.every(isScript)) return names;
  throw new LaunchError(`Script is on, off or both of them, not ${list}.`);
}

/**
 * All, or those whose name contains a part of the list `only`.
 * @throws LaunchError when there are none, since a mistyped name would pass for success
 */
export function chooseByName<Named extends { name: string }>(all: Named[], only: string | undefined): Named[] {
  const chosen = all.filter(({ name }) => !only || only.split(",").some((part) => name.includes(part)));
  if (chosen.length > 0) return chosen;
  throw new LaunchError(`No name contains ${only}. The names are: ${all.map(({ name }) => name).join(", ")}.`);
}

/** @throws LaunchError with the usage for an unknown option */
export function readOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(options: Options, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch {
    throw new LaunchError(`Usage: ${usage}`);
  }
}
