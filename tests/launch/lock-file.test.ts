import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeLock } from "../../scripts/launch/lock-file.mjs";
import { newHome } from "./launching.ts";

const newLock = () => join(newHome(), "running.lock");

function somebody() {
  const process = spawn("sleep", ["60"], { stdio: "ignore" });
  onTestFinished(() => void process.kill("SIGKILL"));
  return { process, pid: process.pid ?? 0 };
}

function take(file: string) {
  const taken = takeLock(file);
  if (!taken.ok) throw new Error(`held by ${taken.pid}`);
  return taken.lock;
}

test("is refused while its holder runs, naming the holder, and free again once released", () => {
  const file = newLock();
  const lock = take(file);
  expect(takeLock(file)).toEqual({ ok: false, pid: process.pid });
  lock.release();
  expect(existsSync(file)).toBe(false);
  take(file).release();
});

test("is taken over from a process that is gone", async () => {
  const file = newLock();
  const holder = somebody();
  const first = take(file);
  first.addHolder(holder.pid);
  writeFileSync(file, JSON.stringify([{ pid: holder.pid, identity: "gone" }]));
  holder.process.kill("SIGKILL");
  await once(holder.process, "exit");
  take(file);
});

test("is taken over when another process has the holder's pid by now", () => {
  const file = newLock();
  take(file).release();
  writeFileSync(file, JSON.stringify([{ pid: somebody().pid, identity: "the start time of another life" }]));
  take(file);
});

test("is taken over when it was cut off in the middle of being written", () => {
  const file = newLock();
  take(file).release();
  writeFileSync(file, '[{"pid": 1');
  take(file);
});

test("counts as long as one of several holders runs", async () => {
  const file = newLock();
  const helper = somebody();
  const lock = take(file);
  lock.addHolder(helper.pid);
  expect(takeLock(file).ok).toBe(false);
  lock.release();
  expect(takeLock(file).ok).toBe(true);
});

test("is not removed by one who has lost it", () => {
  const file = newLock();
  const lock = take(file);
  const others = JSON.stringify([{ pid: somebody().pid, identity: "somebody else's" }]);
  writeFileSync(file, others);
  lock.release();
  expect(existsSync(file)).toBe(true);
});
