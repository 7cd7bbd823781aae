import { createHash } from "node:crypto";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll, expect } from "vitest";
import { migrate } from "~db/migrate";
import { matchers } from "./matchers";
import { databaseUrl, queueUrl } from "./servers";

// Every test file that could need a database has one of its own, empty at its start.
const path = (expect.getState().testPath ?? "").replaceAll("\\", "/");
const needsDatabase =
  /\.server\.test\.tsx?$|\/(routes|worker|db)\/.*\.test\.tsx?$/.test(path) && !path.includes("/services/mail/");
const url = databaseUrl(createHash("sha256").update(path).digest("hex").slice(0, 12));
const name = new URL(url).pathname.slice(1);

Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  BASE_URL: "http://localhost:3000",
  DATABASE_URL: url,
  WORKER_DATABASE_URL: queueUrl(process.env.VITEST_POOL_ID ?? "1"),
  APP_SECRET: "a secret for tests only, 0123456789",
  VAULT_MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
});

expect.extend(matchers);

if (needsDatabase) {
  const asAdmin = async (...statements: string[]) => {
    const connection = await createConnection(process.env.TEST_DATABASE_URL ?? "");
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  };

  beforeAll(async () => {
    await asAdmin(`DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`);
    await migrate(url, "db/migrations");
  });

  afterAll(() => asAdmin(`DROP DATABASE IF EXISTS ${name}`));
}
