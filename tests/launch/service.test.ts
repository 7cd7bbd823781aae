import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createChildren } from "../../scripts/launch/children.ts";
import { createProgress } from "../../scripts/launch/progress.ts";
import { startService } from "../../scripts/launch/service.ts";
import { createHome } from "./launch.ts";

test("a worker is given a minute to stop, as a mail may take 40 seconds, and a web more than its requests", () => {
  const [home, start] = [createHome(), vi.fn()];
  const children = { ...createChildren(), start };
  onTestFinished(() => children.stopAll());
  const progress = createProgress({ write: () => true });
  for (const name of ["worker", "web"] as const) {
    startService({ home, children, progress }, { name, args: [], env: process.env, output: "log" });
  }
  expect(start.mock.calls.map(([{ stopTimeoutMs }]) => stopTimeoutMs)).toEqual([60_000, 15_000]);
});

test("only the first worker of a start confirms the time", async () => {
  const [home, children] = [createHome(), createChildren()];
  onTestFinished(() => children.stopAll());
  const worker = startService(
    { home, children, progress: createProgress({ write: () => true }) },
    {
      name: "worker",
      args: ["-e", "console.log(process.env.CONFIRM_TIME, process.env.LOG_LEVEL)"],
      env: { ...process.env, CONFIRM_TIME: "1", LOG_LEVEL: "warn" },
      output: "log",
    },
  );
  await worker.process.exited;
  await (await worker.start()).exited;
  expect(readFileSync(join(home, "log", "worker.log"), "utf8")).toBe("1 warn\n0 warn\n");
});
