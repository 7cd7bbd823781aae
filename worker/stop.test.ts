import { Client } from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { workerHeartbeats } from "~db/schema";
import { stopProcess } from "./stop";

const mysql = await vi.hoisted(async () => {
  const { proxyMysql } = await import("../tests/factories/mysql-proxy");
  return proxyMysql();
});

/** Other tests use this queue, and know no timetable. */
afterAll(async () => {
  const queue = new Client(env.WORKER_DATABASE_URL);
  await queue.connect();
  await queue.query("DELETE FROM graphile_worker._private_known_crontabs");
  await queue.query("DELETE FROM graphile_worker._private_jobs");
  await queue.end();
});

it("a worker that cannot finish ends nevertheless", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  void stopProcess([() => new Promise(() => {})], 20);
  await vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1));
  exit.mockReset();
});

it("a worker that is stopped while MySQL is away ends", async () => {
  await mysql.open();
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  await import("./index");
  await vi.waitFor(async () => expect(await db.$count(workerHeartbeats)).toBe(1));
  mysql.cut();
  process.emit("SIGTERM");
  await vi.waitFor(() => expect(exit).toHaveBeenCalled());
  expect(exit).toHaveBeenCalledExactlyOnceWith(0);
});
