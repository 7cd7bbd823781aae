import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createEmptyDatabases } from "../../scripts/launch/empty-databases.ts";
import { freePort } from "../../scripts/launch/ports.ts";

export type Installation = {
  url: string;
  mailFolder: string;
  databaseUrl: string;
  env: NodeJS.ProcessEnv;
  /** Creates the demo account, as the first `npm start` does. */
  seed: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts web and worker from the build, as in production, on databases of their own, which are dropped at the end.
 * @throws Error if they do not start
 */
export async function startInstallation(name: string, settings: Record<string, string> = {}): Promise<Installation> {
  const home = await mkdtemp(join(tmpdir(), `amberkeep-${name}-`));
  const { urls, drop } = await createEmptyDatabases(`amberkeep_${name}`, {
    mysqlUrl: process.env.TEST_DATABASE_URL ?? "",
    postgresUrl: process.env.TEST_WORKER_DATABASE_URL ?? "",
  });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    AMBERKEEP_DEMO: "1",
    AMBERKEEP_HOME: home,
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: url,
    LOG_LEVEL: "warn",
    APP_SECRET: "a secret for end-to-end tests, 0123456789",
    VAULT_MASTER_KEYS: `1:${Buffer.alloc(32, 9).toString("base64")}`,
    DATABASE_URL: urls.mysql,
    WORKER_DATABASE_URL: urls.postgres,
    ...settings,
  };
  await finished(run("migrate", env));
  const processes = [run("web", env), run("worker", env)];
  process.once("exit", () => {
    for (const child of processes) child.kill();
  });
  const endAll = () => Promise.all(processes.map((child) => end(child)));
  await untilReady(url, processes[0] as ChildProcess).catch(async (error) => {
    await endAll();
    throw error;
  });
  return {
    url,
    mailFolder: join(home, "mail"),
    databaseUrl: urls.mysql,
    env,
    seed: () => finished(run("seed", env)),
    async stop() {
      await endAll();
      await drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Another web process of an installation, with every log line. */
export async function startVerboseWeb(env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["build/server/web.js"], {
    env: { ...env, PORT: String(port), BASE_URL: url, LOG_LEVEL: "debug" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  await untilReady(url, child);
  return { url, output: () => output, stop: () => end(child) };
}

/** Runs a process of the build, which prints only its errors. */
export function run(name: "web" | "worker" | "migrate" | "seed", env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [`build/server/${name}.js`], { env, stdio: ["ignore", "inherit", "inherit"] });
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`${child.spawnargs.at(-1)} exited with ${code}.`);
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

async function untilReady(url: string, web: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (web.exitCode !== null) throw new Error(`The web server exited with ${web.exitCode}.`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error("The web server did not become ready.");
}
