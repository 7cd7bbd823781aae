import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createChildren } from "../../scripts/launch/children.ts";
import { createProgress } from "../../scripts/launch/progress.ts";
import { startService } from "../../scripts/launch/service.ts";
import { createHome } from "./launch.ts";

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
