import { afterEach, describe, expect, it, vi } from "vitest";
import { log } from "./log.server";
import { createLoop, type Loop } from "./loop.server";

const HOUR = 3_600_000;
let loop: Loop | undefined;
afterEach(() => loop?.stop());

describe("a loop", () => {
  it("runs again after the time that its pass returns, and never concurrently", async () => {
    let running = 0;
    let passes = 0;
    loop = createLoop(
      "test",
      async () => {
        running += 1;
        expect(running).toBe(1);
        passes += 1;
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return passes < 5 ? 0 : HOUR;
      },
      HOUR,
    );
    await vi.waitFor(() => expect(passes).toBe(5));
  });

  it("logs a persisting error once a minute, and another one at once", async () => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    let passes = 0;
    loop = createLoop(
      "test",
      async () => {
        passes += 1;
        throw new Error(passes < 4 ? "first" : "second");
      },
      1,
    );
    await vi.waitFor(() => expect(passes).toBeGreaterThan(6));
    expect(warn.mock.calls.map(([fields]) => (fields as { err: Error }).err.message)).toEqual(["first", "second"]);
    warn.mockRestore();
  });

  it("runs once more when it is triggered during a pass, and at once when it waits", async () => {
    const finish: (() => void)[] = [];
    loop = createLoop("test", () => new Promise((resolve) => finish.push(() => resolve(HOUR))), HOUR);
    await vi.waitFor(() => expect(finish).toHaveLength(1));
    for (let time = 0; time < 3; time += 1) loop.trigger();
    finish[0]?.();
    await vi.waitFor(() => expect(finish).toHaveLength(2));
    finish[1]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(finish).toHaveLength(2);
    loop.trigger();
    await vi.waitFor(() => expect(finish).toHaveLength(3));
    finish[2]?.();
  });

  it("resolves a run after a whole pass", async () => {
    let passes = 0;
    loop = createLoop(
      "test",
      async () => {
        passes += 1;
        return HOUR;
      },
      HOUR,
    );
    const before = passes;
    await loop.run();
    expect(passes).toBeGreaterThan(before);
    await loop.stop();
    await expect(loop.run()).resolves.toBeUndefined();
  });

  it("continues after an error", async () => {
    let passes = 0;
    loop = createLoop(
      "test",
      async () => {
        passes += 1;
        if (passes === 1) throw new Error("once");
        return HOUR;
      },
      10,
    );
    await vi.waitFor(() => expect(passes).toBeGreaterThan(1));
  });
});
