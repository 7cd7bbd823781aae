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
