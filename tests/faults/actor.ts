import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "../../scripts/launch/children.ts";

/** A process that is killed, stopped and started again, as by a supervisor. */
export type Actor = {
  name: string;
  process(): Child;
  /** SIGKILL; it is started again after `downMs`. */
  kill(downMs: number): Promise<void>;
  /** SIGSTOP, and SIGCONT after `ms`. */
  suspend(ms: number): Promise<void>;
  /** How often it ended although nobody had killed it. */
  ownEnds(): number;
  /** Not started again any more. */
  retire(): Promise<void>;
};

/** What a supervisor waits before it starts a process again that ended by itself, in milliseconds. */
const SUPERVISOR_MS = 500;

export function createActor(name: string, start: () => Child | Promise<Child>, first: Child): Actor {
  let current = first;
  let ownEnds = 0;
  let downMs: number | undefined;
  let isRetired = false;
  let running: Promise<void> = keep();

  async function keep(): Promise<void> {
    while (!isRetired) {
      await current.exited;
      if (isRetired) return;
      if (downMs === undefined) ownEnds += 1;
      await pause(downMs ?? SUPERVISOR_MS);
      downMs = undefined;
      if (!isRetired) current = await start();
    }
  }

  const signal = (which: NodeJS.Signals) => {
    if (current.isRunning()) process.kill(current.pid, which);
  };

  return {
    name,
    process: () => current,
    ownEnds: () => ownEnds,
    async kill(ms) {
      if (!current.isRunning()) return;
      const victim = current;
      downMs = ms;
      signal("SIGKILL");
      await victim.exited;
    },
    async suspend(ms) {
      const victim = current;
      signal("SIGSTOP");
      await Promise.race([pause(ms), victim.exited]);
      if (victim === current) signal("SIGCONT");
    },
    async retire() {
      isRetired = true;
      signal("SIGCONT");
      await current.stop();
      await running;
      running = Promise.resolve();
    },
  };
}
