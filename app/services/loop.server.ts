import { setTimeout as pause } from "node:timers/promises";
import { describeError, log } from "./log.server";

export type Loop = {
  /** Another pass follows at once, or after the one that runs. */
  trigger: () => void;
  /** Resolves after a whole pass. */
  run: () => Promise<void>;
  /** Resolves when the current pass has ended. */
  stop: () => Promise<void>;
};

/** How often a persisting error is logged. */
const LOG_AGAIN_MS = 60_000;

/**
 * Calls `pass` again and again, never concurrently: after the milliseconds that it returns, but at least every
 * `everyMs`, and whenever it is triggered. An error is logged once a minute.
 */
export function createLoop(name: string, pass: () => Promise<number | undefined>, everyMs = 1_000): Loop {
  let isStopped = false;
  let isTriggered = false;
  let pauseAbort = new AbortController();
  let waiting: (() => void)[] = [];
  let logged = { what: "", at: Number.NEGATIVE_INFINITY };

  function report(error: unknown): void {
    const { type, code, message } = describeError(error);
    const what = [type, code, message].join(" ");
    if (what === logged.what && performance.now() - logged.at < LOG_AGAIN_MS) return;
    logged = { what, at: performance.now() };
    log.warn({ err: error, loop: name }, "a worker loop failed and will run again");
  }

  async function runPasses(): Promise<void> {
    while (!isStopped) {
      isTriggered = false;
      const served = waiting;
      waiting = [];
      const inMs = await pass().catch((error: unknown) => {
        report(error);
        return undefined;
      });
      for (const resolve of served) resolve();
      if (isStopped || isTriggered) continue;
      pauseAbort = new AbortController();
      await pause(Math.max(0, Math.min(inMs ?? everyMs, everyMs)), undefined, { signal: pauseAbort.signal }).catch(
        () => {},
      );
    }
    for (const resolve of waiting) resolve();
  }

  function trigger(): void {
    // Avoids further calls of abort(), each of which creates an error with a stack.
    if (!isTriggered) pauseAbort.abort();
    isTriggered = true;
  }

  const running = runPasses();
  return {
    trigger,
    run() {
      if (isStopped) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        trigger();
      });
    },
    async stop() {
      isStopped = true;
      pauseAbort.abort();
      await running;
    },
  };
}
