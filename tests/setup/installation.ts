import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
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
  const databases = await createDatabases(`amberkeep_${name}`);
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
    ...databases.env,
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
    databaseUrl: databases.env.DATABASE_URL,
    env,
    seed: () => finished(run("seed", env)),
    async stop() {
      await endAll();
      await databases.drop();
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

async function createDatabases(name: string) {
  const mysqlUrl = new URL(process.env.TEST_DATABASE_URL ?? "");
  const queueUrl = new URL(process.env.TEST_WORKER_DATABASE_URL ?? "");
  const drop = async () => {
    const mysql = await createConnection(mysqlUrl.href);
    await mysql.query(`DROP DATABASE IF EXISTS ${name}`);
    await mysql.end();
    const queue = new Client(queueUrl.href);
    await queue.connect();
    await queue.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await queue.end();
  };
  await drop();
  const mysql = await createConnection(mysqlUrl.href);
  await mysql.query(`CREATE DATABASE ${name}`);
  await mysql.end();
  const queue = new Client(queueUrl.href);
  await queue.connect();
  await queue.query(`CREATE DATABASE ${name}`);
  await queue.end();
  const named = (url: URL) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { env: { DATABASE_URL: named(mysqlUrl), WORKER_DATABASE_URL: named(queueUrl) }, drop };
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
