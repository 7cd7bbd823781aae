import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { freePort } from "../../tests/setup/installation.ts";
import { runOrRefuse, runOwned } from "../launch/commands.ts";
import type { Databases } from "../launch/databases.ts";
import type { House } from "../launch/house.ts";
import { openLog } from "../launch/log-file.ts";
import type { OwnedProcess } from "../launch/owned-processes.ts";
import { root } from "../launch/project.ts";
import { untilReady } from "../launch/until-ready.ts";
import { onCore } from "./measuring.ts";

export type Bench = {
  house: House;
  databases: Databases;
  seed: string;
  /** How often a measure is repeated, or how many cases it tries; each row has a default of its own. */
  n: number | undefined;
};

export type Installation = {
  url: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** Starts one of our processes on core 0, with its output in a log. */
  start: (name: "web" | "worker", settings?: Record<string, string>) => OwnedProcess;
  drop: () => Promise<void>;
};

/** Databases of its own with all tables, and what web and worker of the build need to run on them. */
export async function createInstallation(
  { house, databases }: Bench,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const { home, owned, mark } = house;
  const { env: databaseEnv, drop } = await createDatabases(databases);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    AMBERKEEP_DEMO: "1",
    AMBERKEEP_HOME: home,
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: url,
    LOG_LEVEL: "info",
    APP_SECRET: randomBytes(24).toString("hex"),
    VAULT_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
    ...databaseEnv,
    ...settings,
  };
  const script = (name: string) => join(root, "build", "server", `${name}.js`);
  await runOrRefuse(
    "The tables could not be made:",
    runOwned(owned, process.execPath, [script("migrate")], { cwd: root, env }),
  );
  const start: Installation["start"] = (name, more = {}) =>
    openLog(home, name).opened((handle) =>
      owned.start({
        name: `The ${name}`,
        // The flag is that of `npm run web`.
        ...onCore(0, process.execPath, [...(name === "web" ? ["--max-semi-space-size=4"] : []), script(name), mark]),
        rank: "app",
        options: { cwd: root, env: { ...env, ...more }, stdio: ["ignore", handle, handle] },
      }),
    );
  return { url, port, env, start, drop };
}

async function createDatabases({ mysqlUrl, postgresUrl }: Databases) {
  const name = `amberkeep_bench_${process.pid}`;
  const inMysql = async (...statements: string[]) => {
    const mysql = await createConnection(mysqlUrl);
    for (const statement of statements) await mysql.query(statement);
    await mysql.end();
  };
  const inPostgres = async (...statements: string[]) => {
    const postgres = new pg.Client(postgresUrl);
    await postgres.connect();
    for (const statement of statements) await postgres.query(statement);
    await postgres.end();
  };
  const drop = async () => {
    await inMysql(`DROP DATABASE IF EXISTS ${name}`);
    await inPostgres(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  await drop();
  await inMysql(`CREATE DATABASE ${name}`);
  await inPostgres(`CREATE DATABASE ${name}`);
  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { env: { DATABASE_URL: named(mysqlUrl), WORKER_DATABASE_URL: named(postgresUrl) }, drop };
}

/** Starts the web and waits until it is ready. */
export async function startWeb(installation: Installation): Promise<OwnedProcess> {
  const web = installation.start("web");
  await untilAnswers(web, `${installation.url}/readyz`);
  return web;
}

export async function untilAnswers(server: OwnedProcess, url: string): Promise<void> {
  const ready = await untilReady(server, async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  });
  if (!ready.ok) throw new Error(`${server.name} did not come up: ${ready.reason}`);
}
