import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { findExecutables, type Outcome, probe, runOwned } from "./commands.ts";
import type { OwnedProcesses } from "./owned-processes.ts";

const noServices = "/usr/sbin/policy-rc.d";
const ourMark = "# by Amberkeep, for the length of one installation";

/** The words that `/etc/os-release` gives for this system and its relatives, such as `debian`. */
export function systemFamily(): string[] {
  if (!existsSync("/etc/os-release")) return [];
  const words = readFileSync("/etc/os-release", "utf8").matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm);
  return [...words].flatMap(([, value]) => (value ?? "").split(" "));
}

/** How to run a command as root without asking anybody: as we are, or by sudo without a password; undefined when neither works. */
async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return (await probe("sudo", ["-n", "true"])).ok ? ["sudo", "-n"] : undefined;
}

/**
 * Installs the first of these package sets that exists, with apt-get. False when there is no apt-get, no right to use it, or none of
 * them could be installed.
 */
export async function installWithApt(owned: OwnedProcesses, choices: string[][]): Promise<boolean> {
  const prefix = findExecutables(["apt-get"]).length > 0 ? await rootPrefix() : undefined;
  if (!prefix) return false;
  const asRoot = (...command: string[]): Promise<Outcome> => {
    const [first = "", ...rest] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", ...command];
    return runOwned(owned, first, rest);
  };
  const apt = (...args: string[]) => asRoot("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", ...args);
  const tryAll = async () => {
    for (const packages of choices) {
      if ((await apt("install", "-y", "--no-install-recommends", ...packages)).ok) return true;
    }
    return false;
  };
  // A fresh machine has no package lists, an old one has lists of versions that are gone: both are told by the first attempt.
  if (hasPackageLists() && (await tryAll())) return true;
  await apt("update");
  return tryAll();
}

function hasPackageLists(): boolean {
  try {
    return readdirSync("/var/lib/apt/lists").some((name) => name.includes("_Packages"));
  } catch {
    return false;
  }
}

/**
 * Installs packages that would start a system-wide service, without letting them. Only as root itself, since the policy file is
 * written directly; a policy that somebody else has set stays as it is.
 */
export async function installWithoutServices(
  owned: OwnedProcesses,
  packages: string[],
  service: string,
): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const isOurs = () => existsSync(noServices) && readFileSync(noServices, "utf8").includes(ourMark);
  // Ours may still be there from a start that was killed.
  if (!existsSync(noServices) || isOurs())
    writeFileSync(noServices, `#!/bin/sh\n${ourMark}\nexit 101\n`, { mode: 0o755 });
  try {
    if (!(await installWithApt(owned, [packages]))) return false;
    // Otherwise the next boot of this machine would start it.
    await probe("systemctl", ["disable", service]);
    return true;
  } finally {
    if (isOurs()) rmSync(noServices);
  }
}
