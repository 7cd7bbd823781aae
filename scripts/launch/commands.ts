import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { execa } from "execa";
import type { Children, Launch } from "./children.ts";
import { LaunchError } from "./launch-error.ts";

export interface Outcome {
  ok: boolean;
  output: string;
}

export async function runCommand(
  children: Children,
  command: string,
  args: string[],
  options: Omit<NonNullable<Launch["options"]>, "stdio"> = {},
): Promise<Outcome> {
  const child = children.start({
    name: command,
    command,
    args,
    tier: "app",
    captureOutput: true,
    options: { ...options, stdio: ["ignore", "pipe", "pipe"] },
  });
  const { code, output } = await child.exited;
  return { ok: code === 0, output };
}

/** @throws LaunchError with `complaint` and the end of the output if the command fails */
export async function runOrFail(complaint: string, run: Promise<Outcome>, lines = 40): Promise<void> {
  const { ok, output } = await run;
  if (!ok) throw new LaunchError(`${complaint}\n${output.trim().split("\n").slice(-lines).join("\n")}`);
}

/** Not ok when the command does not exist. */
export async function probe(
  command: string,
  args: string[],
  options: { uid?: number; gid?: number } = {},
): Promise<Outcome> {
  const { failed, all } = await execa(command, args, {
    ...options,
    cwd: "/",
    stdin: "ignore",
    all: true,
    reject: false,
  });
  return { ok: !failed, output: all ?? "" };
}

/** Searches PATH, then the given folders. */
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
