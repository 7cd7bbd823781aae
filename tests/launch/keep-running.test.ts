import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepRunning } from "../../scripts/launch/keep-running.ts";
import type { OwnedProcess } from "../../scripts/launch/owned-processes.ts";

// The clock stands still but for the processes' lives: on a busy machine the shortest life would else last too long.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A process that ends after so many milliseconds. */
function living(milliseconds: number): OwnedProcess {
  const exited = new Promise<{ code: number; signal: null }>((resolve) => {
    setImmediate(() => {
      vi.setSystemTime(Date.now() + milliseconds);
      resolve({ code: 1, signal: null });
    });
  });
  return { name: "The web", pid: 0, stdout: null, stderr: null, exited, isRunning: () => true, stop: async () => {} };
}

test("starts a process again when it ends, and gives up at the third quick death in a row", async () => {
  const lives = [1, 1, 80, 1, 1, 1, 1];
  const started: number[] = [];
  const start = () => {
    const life = lives[started.length + 1] ?? 0;
    started.push(life);
    return living(life);
  };
  const said: string[] = [];
  const options = { process: living(1), start, isStopping: () => false, say: (line: string) => said.push(line) };
  expect(await keepRunning({ ...options, quick: 40, firstPause: 1 })).toBe("The web");
  expect(started).toEqual([1, 80, 1, 1, 1]);
  expect(new Set(said)).toEqual(new Set(["The web ended unexpectedly and is started again."]));
});

test("does not start a process again that is being stopped", async () => {
  let started = 0;
  const start = () => {
    started += 1;
    return living(1);
  };
  void keepRunning({ process: living(1), start, isStopping: () => true, say: () => {}, firstPause: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(started).toBe(0);
});
