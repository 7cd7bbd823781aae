import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs an operator's command of the build, on the installation of the tests. Returns what it prints. */
export const runCommand = (...args: string[]) => run(["command.js", ...args]);

export const runMigration = (settings: Record<string, string>) => run(["migrate.js"], settings);

async function run(
  [script, ...args]: string[],
  settings?: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const env: NodeJS.ProcessEnv = { ...JSON.parse(process.env.E2E_ENV ?? "{}"), ...settings };
  const child = spawn(process.execPath, [`build/server/${script}`, ...args], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, output: output.trim() };
}
