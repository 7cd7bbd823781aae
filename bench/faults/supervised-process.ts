import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "../../scripts/launch/children.ts";

export type SupervisedProcess = {
  name: string;
  /** SIGKILL, and a restart after `downMs`. */
  kill(downMs: number): Promise<void>;
  /** SIGSTOP, and SIGCONT after `ms`. */
  suspend(ms: number): Promise<void>;
  unexpectedExits(): number;
  stop(): Promise<void>;
};

/** In milliseconds, after an unexpected exit. */
const RESTART_MS = 500;

export function supervise(name: string, start: () => Child | Promise<Child>, first: Child): SupervisedProcess {
  let current = first;
  let unexpectedExits = 0;
  let downMs: number | undefined;
  let isStopped = false;
  const restarting = keepRunning();

  async function keepRunning(): Promise<void> {
    while (!isStopped) {
      await current.exited;
      if (isStopped) return;
      if (downMs === undefined) unexpectedExits += 1;
      await pause(downMs ?? RESTART_MS);
      downMs = undefined;
      if (!isStopped) current = await start();
    }
  }

  const signal = (which: NodeJS.Signals) => {
    if (current.isRunning()) process.kill(current.pid, which);
  };

  return {
    name,
    unexpectedExits: () => unexpectedExits,
    async kill(ms) {
      if (!current.isRunning()) return;
      const killed = current;
      downMs = ms;
      signal("SIGKILL");
      await killed.exited;
    },
    async suspend(ms) {
      const suspended = current;
      signal("SIGSTOP");
      await Promise.race([pause(ms), suspended.exited]);
      if (suspended === current) signal("SIGCONT");
    },
    async stop() {
      isStopped = true;
      signal("SIGCONT");
      await current.stop();
      await restarting;
    },
  };
}
