import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import type { Child } from "../../scripts/launch/children.ts";

/** Replaces settings of a process until its next restart without them. */
type Settings = Record<string, string>;

/** In milliseconds since 1970. */
export type Outage = { name: string; kind: "kill" | "suspend"; from: number; to: number };

export type SupervisedProcess = {
  name: string;
  isRunning(): boolean;
  /** SIGKILL, and a restart after `downMs`. Resolves when it is killed. */
  kill(downMs: number): Promise<void>;
  /** SIGSTOP, and SIGCONT after `ms`. */
  suspend(ms: number): Promise<void>;
  /** Restarts with changed settings, and without them after `ms`. Returns how often it ended by itself meanwhile. */
  runWith(settings: Settings, ms: number): Promise<number>;
  unexpectedExits(): number;
  /** When it was killed or stopped. */
  outages: Outage[];
  stop(): Promise<void>;
};

type Start = (settings: Settings) => Child | Promise<Child>;

/** In milliseconds, after an unexpected exit. */
const RESTART_MS = 500;
/** How long a process that should refuse to start may take for that. */
const REFUSAL_MS = 180_000;

/** With `mayFinish`, it is not restarted once it ended with code 0. */
export function supervise(
  name: string,
  start: Start,
  first: Child,
  { mayFinish = false }: { mayFinish?: boolean } = {},
): SupervisedProcess {
  const outages: Outage[] = [];
  let current = first;
  let unexpectedExits = 0;
  let downMs: number | undefined;
  let isStopped = false;
  let settings: Settings = {};
  let exitsWithSettings = 0;
  const restarting = keepRunning();
  const inTurn = pLimit(1);

  async function keepRunning(): Promise<void> {
    while (!isStopped) {
      const { code } = await current.exited;
      if (isStopped || (code === 0 && mayFinish)) return;
      if (downMs === undefined && Object.keys(settings).length > 0) exitsWithSettings += 1;
      else if (downMs === undefined) unexpectedExits += 1;
      await pause(downMs ?? RESTART_MS);
      downMs = undefined;
      await startAgain();
      const last = outages.at(-1);
      if (last?.to === Number.POSITIVE_INFINITY) last.to = Date.now();
    }
  }

  /** A database may not start while its disk is full. */
  async function startAgain(): Promise<void> {
    while (!isStopped) {
      try {
        current = await start(settings);
        return;
      } catch {
        unexpectedExits += 1;
        await pause(RESTART_MS, undefined, { ref: false });
      }
    }
  }

  const signal = (which: NodeJS.Signals) => {
    if (current.isRunning()) process.kill(current.pid, which);
  };

  async function kill(ms: number): Promise<void> {
    if (!current.isRunning()) return;
    const killed = current;
    downMs = ms;
    outages.push({ name, kind: "kill", from: Date.now(), to: Number.POSITIVE_INFINITY });
    signal("SIGKILL");
    await killed.exited;
  }

  async function runWith(changed: Settings, ms: number): Promise<number> {
    settings = changed;
    exitsWithSettings = 0;
    await kill(0);
    await pause(ms);
    const isRefused = "VAULT_MASTER_KEYS" in changed;
    for (let waitedMs = 0; isRefused && exitsWithSettings === 0 && waitedMs < REFUSAL_MS; waitedMs += 500) {
      await pause(500);
    }
    settings = {};
    await kill(0);
    return exitsWithSettings;
  }

  return {
    name,
    outages,
    isRunning: () => current.isRunning(),
    unexpectedExits: () => unexpectedExits,
    kill,
    async suspend(ms) {
      const suspended = current;
      const outage: Outage = { name, kind: "suspend", from: Date.now(), to: Date.now() + ms };
      outages.push(outage);
      signal("SIGSTOP");
      await Promise.race([pause(ms), suspended.exited]);
      if (suspended === current) signal("SIGCONT");
      outage.to = Date.now();
    },
    runWith: (changed, ms) => inTurn(() => runWith(changed, ms)),
    async stop() {
      isStopped = true;
      signal("SIGCONT");
      await current.stop();
      await restarting;
    },
  };
}
