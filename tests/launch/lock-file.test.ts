import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeLock } from "../../scripts/launch/lock-file.mjs";
import { newHome } from "./launch.ts";

const newLock = () => join(newHome(), "running.lock");

function otherProcess() {
  const process = spawn("sleep", ["60"], { stdio: "ignore" });
  onTestFinished(() => void process.kill("SIGKILL"));
  return { process, pid: process.pid ?? 0 };
}

function take(file: string) {
  const taken = takeLock(file);
  if (!taken.ok) throw new Error(`held by ${taken.pid}`);
  return taken.lock;
}

test("a lock is refused while its holder runs, and free once released", () => {
  const file = newLock();
  const lock = take(file);
  expect(takeLock(file)).toEqual({ ok: false, pid: process.pid });
  lock.release();
  expect(existsSync(file)).toBe(false);
  take(file).release();
});

test("a lock is taken over from a process that has ended", async () => {
  const file = newLock();
  const other = otherProcess();
  take(file).addHolder(other.pid);
  writeFileSync(file, readFileSync(file, "utf8").replace(/^\[.*?\},/, "["));
  expect(takeLock(file)).toEqual({ ok: false, pid: other.pid });
  other.process.kill("SIGKILL");
  await once(other.process, "exit");
  take(file);
});

test.each([
  ["another process has reused the holder's pid", () => [{ pid: otherProcess().pid, identity: "another start time" }]],
  ["its file is incomplete", () => undefined],
])("a lock is taken over when %s", (_, holders) => {
  const file = newLock();
  take(file).release();
  writeFileSync(file, JSON.stringify(holders()) ?? '[{"pid": 1');
  take(file);
});

test("a lock is held as long as one of its holders runs", async () => {
  const file = newLock();
  const helper = otherProcess();
  const lock = take(file);
  lock.addHolder(helper.pid);
  expect(takeLock(file).ok).toBe(false);
  lock.release();
  expect(takeLock(file).ok).toBe(true);
});

test("a lock is not released by a former holder", () => {
  const file = newLock();
  const lock = take(file);
  const others = JSON.stringify([{ pid: otherProcess().pid, identity: "another" }]);
  writeFileSync(file, others);
  lock.release();
  expect(existsSync(file)).toBe(true);
});
