import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Watched } from "./guard.ts";
import { signalProcess } from "./signals.ts";

export interface Launch {
  name: string;
  command: string;
  args: string[];
  rank: "app" | "database";
  /** What asks it to stop; SIGTERM unless given. */
  stopSignal?: NodeJS.Signals;
  /** Milliseconds it may take to stop before it is killed. */
  patience?: number;
  options?: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid" | "stdio">;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface OwnedProcess {
  name: string;
  pid: number;
  stdout: NodeJS.ReadableStream | null;
  stderr: NodeJS.ReadableStream | null;
  /** Settles when it has ended, for whatever reason; never rejects. */
  exited: Promise<Exit>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

export interface OwnedProcesses {
  /** Starts a process that ends with us at the latest. Throws once everything is being stopped. */
  start(launch: Launch): OwnedProcess;
  /** Stops everything, the databases last. */
  stopAll(): Promise<void>;
  /** Kills the web and the worker at once; called again, the databases too. */
  hurry(): void;
  isStopping(): boolean;
}

type Entry = Watched & { process: OwnedProcess };

/**
 * Keeps the processes we start: each in a group of its own, so that Ctrl-C reaches only us and we stop them in order, and each
 * known to a guard that stops them if we are killed.
 */
export function createOwnedProcesses(): OwnedProcesses {
  const entries = new Map<number, Entry>();
  const guard = startGuard();
  let stopping = false;
  let hurried = 0;

  function start({
    name,
    command,
    args,
    rank,
    stopSignal = "SIGTERM",
    patience = 10_000,
    options,
  }: Launch): OwnedProcess {
    if (stopping) throw new Error(`${name} is not started any more: everything is being stopped`);
    const child = spawn(command, args, { stdio: "ignore", ...options, detached: true });
    const pid = child.pid ?? 0;
    const watched: Watched = { pid, rank, stopSignal };
    let running = true;
    const exited = new Promise<Exit>((resolve) => {
      const end = (exit: Exit) => {
        if (!running) return;
        running = false;
        // Whatever the process itself has left behind in its group goes with it.
        if (pid && rank === "app") signalProcess(watched, "SIGKILL");
        entries.delete(pid);
        guard.tell({ forget: pid });
        resolve(exit);
      };
      child.on("error", () => child.pid === undefined && end({ code: 127, signal: null }));
      child.on("exit", (code, signal) => end({ code, signal }));
    });
    const owned: OwnedProcess = {
      name,
      pid,
      stdout: child.stdout,
      stderr: child.stderr,
      exited,
      isRunning: () => running,
      async stop() {
        if (!running) return;
        signalProcess(watched, hurried > 0 && rank === "app" ? "SIGKILL" : stopSignal);
        const timer = setTimeout(() => signalProcess(watched, "SIGKILL"), patience);
        await exited;
        clearTimeout(timer);
      },
    };
    if (pid) {
      guard.tell({ watch: watched });
      entries.set(pid, { ...watched, process: owned });
    }
    return owned;
  }

  async function stopAll() {
    stopping = true;
    for (const rank of ["app", "database"]) {
      const all = [...entries.values()].filter((entry) => entry.rank === rank);
      await Promise.all(all.map((entry) => entry.process.stop()));
    }
    await guard.dismiss();
  }

  function hurry() {
    hurried += 1;
    for (const entry of entries.values()) if (entry.rank === "app" || hurried > 1) signalProcess(entry, "SIGKILL");
  }

  return { start, stopAll, hurry, isStopping: () => stopping };
}

function startGuard() {
  const script = fileURLToPath(new URL("./guard.ts", import.meta.url));
  const guard = spawn(process.execPath, [script], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: { NODE_ENV: "production" },
  });
  const exited = once(guard, "exit");
  guard.stdin.on("error", () => {});
  guard.on("error", () => {});
  exited.catch(() => {});
  return {
    tell: (message: { watch: Watched } | { forget: number }) => guard.stdin.write(`${JSON.stringify(message)}\n`),
    async dismiss() {
      guard.stdin.end();
      await exited.catch(() => {});
    },
  };
}
