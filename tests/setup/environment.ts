import { createHash } from "node:crypto";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, expect } from "vitest";
import { migrate } from "~db/migrate";
import { queueUrl } from "./servers";

// Every test file has a database of its own, empty at its start; files that only test pure rules have none.
const path = expect.getState().testPath ?? "";
const needsDatabase = /\.server\.test\.tsx?$|routes[/\\].*\.test\.tsx?$|tests[/\\](?!launch)/.test(path);
const name = `amberkeep_test_${createHash("sha256").update(path).digest("hex").slice(0, 12)}`;
const admin = process.env.TEST_DATABASE_URL ?? "";
const url = new URL(admin);
url.pathname = `/${name}`;

Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  BASE_URL: "http://localhost:3000",
  DATABASE_URL: url.href,
  WORKER_DATABASE_URL: queueUrl(process.env.VITEST_POOL_ID ?? "1"),
  APP_SECRET: "a secret for tests only, 0123456789",
  VAULT_MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
});

if (needsDatabase) {
  beforeAll(async () => {
    const connection = await createConnection(admin);
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.query(`CREATE DATABASE ${name}`);
    await connection.end();
    await migrate(url.href, "db/migrations");
  });

  afterAll(async () => {
    const connection = await createConnection(admin);
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.end();
  });
}
