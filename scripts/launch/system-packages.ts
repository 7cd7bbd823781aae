import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Children } from "./children.ts";
import { findExecutables, probe, runCommand } from "./commands.ts";

export function systemFamily(): string[] {
  if (!existsSync("/etc/os-release")) return [];
  const words = readFileSync("/etc/os-release", "utf8").matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm);
  return [...words].flatMap(([, value]) => (value ?? "").split(" "));
}

/** Root without a password prompt, by sudo if needed. */
async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return (await probe("sudo", ["-n", "true"])).ok ? ["sudo", "-n"] : undefined;
}

/** Takes the first of the package sets that exists. False without apt-get or root, or when all fail. */
export async function installWithApt(children: Children, choices: string[][]): Promise<boolean> {
  const prefix = findExecutables(["apt-get"]).length > 0 ? await rootPrefix() : undefined;
  if (!prefix) return false;
  const [first = "", ...rest] = [
    ...[...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C"],
    ...["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"],
  ];
  const apt = (...args: string[]) => runCommand(children, first, [...rest, ...args]);
  async function installFirst() {
    for (const packages of choices) {
      if ((await apt("install", "-y", "--no-install-recommends", ...packages)).ok) return true;
    }
    return false;
  }
  // The lists may be missing or name versions that are gone.
  if (hasPackageLists() && (await installFirst())) return true;
  await apt("update");
  return installFirst();
}

function hasPackageLists(): boolean {
  try {
    return readdirSync("/var/lib/apt/lists").some((name) => name.includes("_Packages"));
  } catch {
    return false;
  }
}
