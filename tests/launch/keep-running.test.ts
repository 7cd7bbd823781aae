import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Child } from "../../scripts/launch/children.ts";
import { keepRunning } from "../../scripts/launch/keep-running.ts";

// The clock moves only as processes run: on a busy machine the shortest life would otherwise last too long.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A process that ends after this time. */
function runFor(milliseconds: number): Child {
  const exited = new Promise<{ code: number; signal: null; output: string }>((resolve) => {
    setImmediate(() => {
      vi.setSystemTime(Date.now() + milliseconds);
      resolve({ code: 1, signal: null, output: "" });
    });
  });
  return { name: "The web", pid: 0, stdout: null, stderr: null, exited, isRunning: () => true, stop: async () => {} };
}

test("restarts a process when it ends, and gives up after three quick exits in a row", async () => {
  const durations = [1, 1, 80, 1, 1, 1, 1];
  const started: number[] = [];
  const start = () => {
    const duration = durations[started.length + 1] ?? 0;
    started.push(duration);
    return runFor(duration);
  };
  const lines: string[] = [];
  const options = { process: runFor(1), start, isStopping: () => false, say: (line: string) => lines.push(line) };
  expect(await keepRunning({ ...options, quickMs: 40, backoffMs: 1 })).toBe("The web");
  expect(started).toEqual([1, 80, 1, 1, 1]);
  expect(new Set(lines)).toEqual(new Set(["The web ended unexpectedly, restarting it."]));
});

test("does not restart a process that is being stopped", async () => {
  let started = 0;
  const start = () => {
    started += 1;
    return runFor(1);
  };
  void keepRunning({ process: runFor(1), start, isStopping: () => true, say: () => {}, backoffMs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(started).toBe(0);
});

/** Fails to start this many times in a row, then runs until the test ends. */
function startAfter(failures: number) {
  const never = { ...runFor(0), exited: new Promise<never>(() => {}) };
  return vi.fn(async () => {
    if (start.mock.calls.length <= failures) throw new Error("No space left on device");
    return never;
  });
}
let start: ReturnType<typeof startAfter>;

test("a restart that fails is a quick exit", async () => {
  start = startAfter(9);
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const options = { process: runFor(80), start, isStopping: () => false, say, quickMs: 40, backoffMs: 1 };
  expect(await keepRunning(options)).toBe("The web");
  expect(start).toHaveBeenCalledTimes(3);
  expect(lines.at(-1)).toBe("The web could not be restarted, trying again.");
});

test("what the others do not need is restarted until it runs", async () => {
  start = startAfter(5);
  const options = { process: runFor(1), start, isStopping: () => false, say: () => {}, isOptional: true, backoffMs: 1 };
  void keepRunning(options);
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(6));
});
