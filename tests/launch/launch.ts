import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { commandLines, processIdentity } from "../../scripts/launch/process-identity.mjs";
import { root } from "../../scripts/launch/project.ts";
import { withoutInstallation } from "../../scripts/launch/settings.ts";

/** Creates a folder for the test, with a space in its path. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "amberkeep launch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The account of Postgres must be able to pass through.
  chmodSync(folder, 0o711);
  return folder;
}

/** A path for a data folder, which a start creates itself. */
export const newHome = () => join(newFolder(), "home");

/** Creates an empty data folder. */
export function createHome(): string {
  const home = newHome();
  mkdirSync(home);
  return home;
}

export interface Launched {
  child: ChildProcess;
  output: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Resolves with what is printed after `READY`; rejects if it ends before. */
  ready: Promise<{ mysqlUrl: string; postgresUrl: string; app: number }>;
}

/** Runs a script of the project with only these settings. */
export function launch(script: string, args: string[] = [], env: Record<string, string> = {}): Launched {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...withoutInstallation(process.env), ...env } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  const ready = new Promise<Awaited<Launched["ready"]>>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
        const [, json] = output.match(/^READY (.*)$/m) ?? [];
        if (json) resolve(JSON.parse(json));
      });
    }
    ended.then(() => reject(new Error(`ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  return { child, output: () => output, ended, ready };
}

/** Returns every process with this data folder, or one below it, on its command line. */
export function processesOf(home: string): { pid: number; identity: string | null }[] {
  const options = ["--datadir=", "-D", "--amberkeep-home="].map((option) => ` ${option}${home}`);
  return commandLines()
    .filter(({ line }) => options.some((option) => line.replaceAll("\0", " ").includes(option)))
    .map(({ pid }) => ({ pid, identity: processIdentity(pid) }))
    .filter(({ identity }) => identity);
}

/** Waits until the condition holds; fails after three minutes. */
export async function waitFor(what: string, condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 180_000; !condition(); await pause(20)) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
  }
}
