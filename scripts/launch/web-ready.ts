import type { LogFile } from "./log-file.ts";
import type { OwnedProcess } from "./owned-processes.ts";
import { Refusal } from "./refusal.ts";
import { untilReady } from "./until-ready.ts";

/** Waits until the web says of itself that it is ready. */
export async function waitForWeb(web: OwnedProcess, port: number, log?: LogFile): Promise<void> {
  const { HOST = "" } = process.env;
  const host = ["", "0.0.0.0", "::", "localhost"].includes(HOST)
    ? "127.0.0.1"
    : HOST.includes(":")
      ? `[${HOST}]`
      : HOST;
  let answer = "";
  const ready = await untilReady(web, async () => {
    const response = await fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    answer = `; /readyz answered ${response.status}`;
    if (response.status !== 200) throw new Error(answer);
  });
  if (ready.ok) return;
  const what = ready.reason === "exited" ? "ended before it was ready" : `was not ready within a minute${answer}`;
  throw new Refusal(`The web ${what}.${log ? ` The end of ${log.path} says:\n${log.tail()}` : ""}`);
}
