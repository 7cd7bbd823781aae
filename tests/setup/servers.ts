import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorkerUtils } from "graphile-worker";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { Pool } from "pg";
import { migrate } from "../../db/migrate";

/** The most workers of Vitest; each has a database and a queue of its own. */
const WORKERS = 2;

/**
 * Databases have the process id of their run in their name, so that runs can share the servers and leftovers are found.
 */
const RUN = "AMBERKEEP_TEST_RUN";
const DATABASE_NAME = /^amberkeep_(?:test|queue)_(\d+)_/;

/** Returns the URL of the database `name` on the server for tests. */
export function databaseUrl(name: string | number): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? "");
  url.pathname = `/amberkeep_test_${process.env[RUN]}_${name}`;
  return url.href;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Returns the URL of the queue's database for a Vitest worker. */
export function queueUrl(worker: number | string): string {
  const url = new URL(process.env.TEST_WORKER_DATABASE_URL ?? "");
  url.pathname = `/amberkeep_queue_${process.env[RUN]}_${worker}`;
  return url.href;
}

export default async function setup() {
  for (const name of ["TEST_DATABASE_URL", "TEST_WORKER_DATABASE_URL"]) {
    if (!process.env[name])
      throw new Error(`${name} is not set: run the tests with "npm test", which starts the databases.`);
  }
  const home = await mkdtemp(join(tmpdir(), "amberkeep-test-"));
  process.env.AMBERKEEP_HOME = home;
  process.env[RUN] = String(process.pid);
  await dropDatabases((pid) => pid === process.pid || !isRunning(pid));
  await Promise.all([createDatabases(), createQueues()]);
  return async () => {
    await dropDatabases((pid) => pid === process.pid);
    await rm(home, { recursive: true, force: true });
  };
}

async function createDatabases(): Promise<void> {
  const mysql = await createConnection(process.env.TEST_DATABASE_URL ?? "");
  for (let worker = 1; worker <= WORKERS; worker += 1) {
    await mysql.query(`CREATE DATABASE ${nameOf(databaseUrl(worker))}`);
    await migrate(databaseUrl(worker), "db/migrations");
  }
  await mysql.end();
}

/** Deletes all rows but those of the migrations' own table. */
export async function emptyDatabase(url: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  const [tables] = await connection.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? AND table_name <> ?",
    [nameOf(url), "schema_migrations"],
  );
  const deletions = tables.map(({ name }) => `DELETE FROM ${name};`);
  await connection.query(`SET foreign_key_checks = 0; ${deletions.join(" ")}`);
  await connection.end();
}

async function createQueues(): Promise<void> {
  const pool = new Pool({ connectionString: process.env.TEST_WORKER_DATABASE_URL });
  for (let worker = 1; worker <= WORKERS; worker += 1) {
    await pool.query(`CREATE DATABASE ${nameOf(queueUrl(worker))}`);
    const queue = await makeWorkerUtils({ connectionString: queueUrl(worker) });
    await queue.migrate();
    await queue.release();
  }
  await pool.end();
}

/** Drops the databases of runs that are over. */
async function dropDatabases(isOver: (pid: number) => boolean): Promise<void> {
  const overIn = (names: string[]) =>
    names.filter((name) => DATABASE_NAME.test(name) && isOver(Number(DATABASE_NAME.exec(name)?.[1])));

  const mysql = await createConnection(process.env.TEST_DATABASE_URL ?? "");
  const [schemas] = await mysql.query("SELECT schema_name AS name FROM information_schema.schemata");
  for (const name of overIn((schemas as { name: string }[]).map((row) => row.name))) {
    await mysql.query(`DROP DATABASE IF EXISTS ${name}`);
  }
  await mysql.end();

  const postgres = new Pool({ connectionString: process.env.TEST_WORKER_DATABASE_URL });
  const { rows } = await postgres.query<{ name: string }>("SELECT datname AS name FROM pg_database");
  for (const name of overIn(rows.map((row) => row.name))) {
    await postgres.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  await postgres.end();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
