import { beforeAll, expect, vi } from "vitest";
import { matchers } from "./matchers";
import { databaseUrl, emptyDatabase, queueUrl } from "./servers";

// Test files that may use the database begin with an empty one.
const path = (expect.getState().testPath ?? "").replaceAll("\\", "/");
const needsDatabase =
  /\.server\.test\.tsx?$|\/(routes|worker|db)\/.*\.test\.tsx?$/.test(path) && !path.includes("/services/mail/");
const worker = process.env.VITEST_POOL_ID ?? "1";
const url = databaseUrl(worker);

Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  BASE_URL: "http://localhost:3000",
  DATABASE_URL: url,
  WORKER_DATABASE_URL: queueUrl(worker),
  APP_SECRET: "a secret for tests only, 0123456789",
  VAULT_MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
});

expect.extend(matchers);

// The default of one second is too short on a busy machine.
const { waitFor } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, { timeout: 30_000, ...(typeof options === "number" ? { timeout: options } : options) });

if (needsDatabase) beforeAll(() => emptyDatabase(url));
