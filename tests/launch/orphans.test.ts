import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { stopOrphans } from "../../scripts/launch/orphans.ts";
import { findProcesses, hasPrintedArgument } from "../../scripts/launch/process-identity.mjs";
import { newHome, waitFor } from "./launch.ts";

async function spawnTagged(home: string): Promise<ChildProcess> {
  const tag = `--amberkeep-home=${home}`;
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "--", tag, "--more"], {
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "spawn");
  await waitFor("the process", () => findProcesses(tag).length === 1);
  return child;
}

test("stops the orphans of one data folder, and not those of a folder whose path only begins with it", async () => {
  const home = newHome();
  const orphan = await spawnTagged(home);
  const others = [await spawnTagged(`${home}/bench`), await spawnTagged(`${home} 2`), await spawnTagged(`${home}-2`)];
  expect(findProcesses(`--amberkeep-home=${home}`).map(({ pid }) => pid)).toEqual([orphan.pid]);

  await stopOrphans({ argument: `--amberkeep-home=${home}` });
  expect(findProcesses(`--amberkeep-home=${home}`)).toEqual([]);
  expect(others.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null]);
});

test("gives an orphan the minute that a worker may need to send a mail", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const argument = `--amberkeep-home=${newHome()}`;
  const ignoreSignals =
    "process.on('SIGTERM', () => console.log('stopping')); console.log('ready'); setInterval(() => {}, 1000)";
  const orphan = spawn(process.execPath, ["-e", ignoreSignals, "--", argument], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void orphan.kill("SIGKILL"));
  await once(orphan.stdout, "data");
  const stopping = stopOrphans({ argument });
  await once(orphan.stdout, "data");
  vi.setSystemTime(Date.now() + 50_000);
  await setTimeout(300);
  expect(orphan.signalCode).toBe(null);
  vi.setSystemTime(Date.now() + 15_000);
  await stopping;
  expect(findProcesses(argument)).toEqual([]);
});

test.each([
  ["node web.js --home=/a", true],
  ["node web.js --home=/a --port=1", true],
  ["node web.js --home=/a -p 1", true],
  ["node web.js --home=/a/bench", false],
  ["node web.js --home=/a bench", false],
  ["node web.js --home=/a-2", false],
  ["node web.js --old--home=/a", false],
])("finds a whole argument in a line of ps: %s", (line, expected) => {
  expect(hasPrintedArgument(line, "--home=/a")).toBe(expected);
});
