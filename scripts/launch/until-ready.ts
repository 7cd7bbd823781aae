import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "./children.ts";
import { LaunchError } from "./launch-error.ts";
import type { LogFile } from "./log-file.ts";

export type Readiness = { ok: true } | { ok: false; reason: "exited" | "timeout" };

export async function untilReady(
  process: Child,
  attempt: () => Promise<unknown>,
  timeoutMs = 60_000,
): Promise<Readiness> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await attempt();
      return { ok: true };
    } catch {
      if (!process.isRunning()) return { ok: false, reason: "exited" };
      if (Date.now() > deadline) return { ok: false, reason: "timeout" };
    }
    await Promise.race([pause(50), process.exited]);
  }
}

export async function waitForWeb(web: Child, port: number, log?: LogFile): Promise<void> {
  const { HOST = "" } = process.env;
  const isLocal = ["", "0.0.0.0", "::", "localhost"].includes(HOST);
  const host = isLocal ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  let status = "";
  const ready = await untilReady(web, async () => {
    const response = await fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    status = `; /readyz returned ${response.status}`;
    if (response.status !== 200) throw new Error(status);
  });
  if (ready.ok) return;
  const what = ready.reason === "exited" ? "ended before it was ready" : `was not ready within a minute${status}`;
  throw new LaunchError(`The web process ${what}.${log ? ` The end of ${log.path}:\n${log.tail()}` : ""}`);
}
