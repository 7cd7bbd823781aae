import { join } from "node:path";
import { toolEnvironment } from "../../scripts/launch/build.ts";
import type { Child } from "../../scripts/launch/children.ts";
import { runCommand } from "../../scripts/launch/commands.ts";
import type { LogFile } from "../../scripts/launch/log-file.ts";
import { freePort } from "../../scripts/launch/ports.ts";
import { root } from "../../scripts/launch/project.ts";
import { untilReady } from "../../scripts/launch/until-ready.ts";
import type { Bench } from "./bench.ts";
import { bundle } from "./bundle.ts";
import { type Core, onCore } from "./cpu.ts";
import { readResult } from "./program-io.ts";

const SOURCES = {
  "answer-help": "bench/programs/answer-help.ts",
  "compare-plans": "bench/programs/compare-plans.ts",
  "create-accounts": "bench/programs/create-accounts.ts",
  "create-boards": "bench/programs/create-boards.ts",
  "create-film-owner": "bench/programs/create-film-owner.ts",
  "create-large-accounts": "bench/programs/create-large-accounts.ts",
  "measure-store-memory": "bench/programs/measure-store-memory.ts",
  "open-checkouts": "bench/programs/open-checkouts.ts",
  "pipe-server": "bench/programs/pipe-server.ts",
  "race-vault-limit": "bench/programs/race-vault-limit.ts",
  "render-server": "bench/programs/render-server.tsx",
  "run-empty-tasks": "bench/programs/run-empty-tasks.ts",
  "run-migrations": "bench/programs/run-migrations.ts",
  "send-files": "bench/programs/send-files.ts",
  "time-looks": "bench/programs/time-looks.ts",
  "write-letters": "bench/programs/write-letters.ts",
};
export type ProgramName = keyof typeof SOURCES;
type Programs = Record<ProgramName, string>;

const bundled = new Map<string, Promise<Programs>>();

function programs({ supervisor }: Bench): Promise<Programs> {
  const folder = join(supervisor.home, "programs");
  const build = bundled.get(folder) ?? bundle(folder, SOURCES);
  bundled.set(folder, build);
  return build;
}

type ProgramOptions = { input?: unknown; env?: NodeJS.ProcessEnv; core?: Core };

/**
 * Returns what the program printed as its result.
 * @throws Error with the end of its output when it failed
 */
export async function runProgram<Result>(
  bench: Bench,
  name: ProgramName,
  { input = null, env = toolEnvironment(), core }: ProgramOptions = {},
): Promise<Result> {
  const program = [(await programs(bench))[name], JSON.stringify(input)];
  const { command, args } = onCore(core, process.execPath, program);
  const { ok, output } = await runCommand(bench.supervisor.children, command, args, { cwd: root, env });
  try {
    if (!ok) throw new Error("it ended with an error");
    return readResult<Result>(output);
  } catch (error) {
    throw new Error(`${name} failed: ${(error as Error).message}\n${output.slice(-2_000)}`);
  }
}

export type RunningServer = { url: string; port: number; process: Child };

export async function startProgramServer(
  bench: Bench,
  name: ProgramName,
  env: Record<string, string> = {},
  request: RequestInit = {},
): Promise<RunningServer> {
  const program = (await programs(bench))[name];
  return startServer(bench, { name, args: [program], env }, request);
}

/** The server listens on `PORT`, on core 0, and is ready when it answers `request`. */
export async function startServer(
  { supervisor }: Bench,
  { name, args, env = {}, cwd = root }: { name: string; args: string[]; env?: Record<string, string>; cwd?: string },
  request: RequestInit = {},
): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = supervisor.children.start({
    name,
    ...onCore(0, process.execPath, args),
    tier: "app",
    options: {
      cwd,
      env: { ...process.env, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", ...env },
    },
  });
  await waitForServer(server, url, request);
  return { url, port, process: server };
}

const READY_TIMEOUT_MS = 240_000;

/** @throws Error when the server does not answer with success in time */
export async function waitForServer(
  server: Child,
  url: string,
  request: RequestInit = {},
  log?: LogFile,
): Promise<void> {
  const ready = await untilReady(
    server,
    async () => {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(30_000) });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    },
    READY_TIMEOUT_MS,
  );
  if (!ready.ok) throw new Error(`${server.name} did not come up: ${ready.reason}\n${log?.tail() ?? ""}`);
}
