import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Launch, OwnedProcesses } from "./owned-processes.ts";
import { Refusal } from "./refusal.ts";

export interface Outcome {
  ok: boolean;
  output: string;
}

/** Runs a command to its end with its output captured, in a process group that ends with us. */
export async function runOwned(
  owned: OwnedProcesses,
  command: string,
  args: string[],
  options: Omit<NonNullable<Launch["options"]>, "stdio"> = {},
): Promise<Outcome> {
  const child = owned.start({
    name: command,
    command,
    args,
    rank: "app",
    options: { ...options, stdio: ["ignore", "pipe", "pipe"] },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const { code } = await child.exited;
  return { ok: code === 0, output };
}

/**
 * Runs a command that must succeed.
 * @throws Refusal with the complaint and the end of the command's output.
 */
export async function runOrRefuse(complaint: string, run: Promise<Outcome>, lines = 40): Promise<void> {
  const { ok, output } = await run;
  if (!ok) throw new Refusal(`${complaint}\n${output.trim().split("\n").slice(-lines).join("\n")}`);
}

/** Runs a small command such as `x --version`. Not ok when it cannot be run at all. */
export function probe(command: string, args: string[], options: { uid?: number; gid?: number } = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, { ...options, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("error", () => resolve({ ok: false, output }));
    child.on("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** Every executable of one of these names, in order of the folders: those of PATH, then the given ones. */
export function findExecutables(names: string[], folders: string[] = []): string[] {
  const all = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...folders];
  return [...new Set(all.flatMap((folder) => names.map((name) => join(folder, name))).filter(isExecutable))];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
