import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorkerUtils } from "graphile-worker";
import { Pool } from "pg";

/** As many as vitest may have workers; each has a queue of its own. */
const WORKERS = 2;

/** The address of the queue's database that the vitest worker number `worker` uses. */
export function queueUrl(worker: number | string): string {
  const url = new URL(process.env.TEST_WORKER_DATABASE_URL ?? "");
  url.pathname = `/amberkeep_vitest_${worker}`;
  return url.href;
}

export default async function setup() {
  for (const name of ["TEST_DATABASE_URL", "TEST_WORKER_DATABASE_URL"]) {
    if (!process.env[name]) throw new Error(`${name} is not set: run the tests with "npm test", which starts the databases.`);
  }
  const home = await mkdtemp(join(tmpdir(), "amberkeep-test-"));
  process.env.AMBERKEEP_HOME = home;
  const pool = new Pool({ connectionString: process.env.TEST_WORKER_DATABASE_URL });
  for (let worker = 1; worker <= WORKERS; worker += 1) {
    const name = new URL(queueUrl(worker)).pathname.slice(1);
    await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await pool.query(`CREATE DATABASE ${name}`);
    const queue = await makeWorkerUtils({ connectionString: queueUrl(worker) });
    await queue.migrate();
    await queue.release();
  }
  await pool.end();
  return () => rm(home, { recursive: true, force: true });
}
