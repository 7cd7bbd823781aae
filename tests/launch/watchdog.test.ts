import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { processIdentity } from "../../scripts/launch/process-identity.mjs";
import { root } from "../../scripts/launch/project.ts";
import { waitFor } from "./launch.ts";

test("kills each process after the time that it was given to stop", async () => {
  const ignoresSignals = "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000)";
  const start = (stopTimeoutMs: number) => {
    const child = spawn(process.execPath, ["-e", ignoresSignals], {
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { child, watched: { pid: child.pid ?? 0, tier: "app", stopSignal: "SIGTERM", stopTimeoutMs } };
  };
  const [quick, slow] = [start(300), start(60_000)];
  await Promise.all([quick, slow].map(({ child }) => once(child.stdout, "data")));

  const watchdog = spawn(process.execPath, [join(root, "scripts/launch/watchdog.ts")], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  onTestFinished(() => void watchdog.kill("SIGKILL"));
  for (const { watched } of [quick, slow]) watchdog.stdin.write(`${JSON.stringify({ watch: watched })}\n`);
  watchdog.stdin.end();
  await waitFor("the first kill", () => processIdentity(quick.watched.pid) === null);
  expect(processIdentity(slow.watched.pid)).not.toBe(null);
});
