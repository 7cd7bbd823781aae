import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { signalProcess, type Tier } from "./signals.ts";
import type { Watched } from "./watchdog.ts";

export interface Launch {
  name: string;
  command: string;
  args: string[];
  tier: Tier;
  stopSignal?: NodeJS.Signals;
  stopTimeoutMs?: number;
  captureOutput?: boolean;
  options?: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid" | "stdio">;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

export interface Child {
  name: string;
  pid: number;
  stdout: NodeJS.ReadableStream | null;
  stderr: NodeJS.ReadableStream | null;
  /** Resolves at any end, with code 127 if the process could not be started; never rejects. */
  exited: Promise<Exit>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

export type Children = ReturnType<typeof createChildren>;

/** Each child has its own process group, safe from Ctrl-C; a watchdog stops it if the launcher is killed. */
export function createChildren() {
  const running = new Map<number, Watched & { child: Child }>();
  const watchdog = startWatchdog();
  let stopping = false;
  let kills = 0;

  /** @throws Error while everything is being stopped */
  function start(launch: Launch): Child {
    const { name, command, args, tier, stopSignal = "SIGTERM", stopTimeoutMs = 10_000, captureOutput = false } = launch;
    if (stopping) throw new Error(`${name} was not started: everything is being stopped`);
    const subprocess = execa(command, args, {
      env: process.env,
      stdio: "ignore",
      // Execa accepts file descriptors, but its types do not.
      ...(launch.options as { stdio?: "ignore" }),
      extendEnv: false,
      detached: true,
      cleanup: false,
      reject: false,
      all: captureOutput,
      buffer: captureOutput,
    });
    const pid = subprocess.pid ?? 0;
    const watched: Watched = { pid, tier, stopSignal, stopTimeoutMs };
    // Kills the rest of the group, which could hold open the pipes that execa waits for.
    subprocess.nodeChildProcess.once("exit", () => tier === "app" && signalProcess(watched, "SIGKILL"));
    let isRunning = true;
    const exited = subprocess.then(({ exitCode, signal, all }): Exit => {
      isRunning = false;
      running.delete(pid);
      if (pid) watchdog.send({ forget: pid });
      return { code: exitCode ?? (signal ? null : 127), signal: signal ?? null, output: String(all ?? "") };
    });
    const child: Child = {
      name,
      pid,
      stdout: subprocess.stdout,
      stderr: subprocess.stderr,
      exited,
      isRunning: () => isRunning,
      async stop() {
        if (!isRunning) return;
        signalProcess(watched, kills > 0 && tier === "app" ? "SIGKILL" : stopSignal);
        const timer = setTimeout(() => signalProcess(watched, "SIGKILL"), stopTimeoutMs);
        await exited;
        clearTimeout(timer);
      },
    };
    if (pid) {
      watchdog.send({ watch: watched });
      running.set(pid, { ...watched, child });
    }
    return child;
  }

  return {
    start,
    async stopAll() {
      stopping = true;
      for (const tier of ["app", "database"]) {
        await Promise.all([...running.values()].filter((one) => one.tier === tier).map(({ child }) => child.stop()));
      }
      await watchdog.end();
    },
    /** Kills web and worker; called again, the databases too. */
    killAll() {
      kills += 1;
      for (const one of running.values()) if (one.tier === "app" || kills > 1) signalProcess(one, "SIGKILL");
    },
    isStopping: () => stopping,
  };
}

function startWatchdog() {
  const script = fileURLToPath(new URL("./watchdog.ts", import.meta.url));
  const watchdog = spawn(process.execPath, [script], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: { NODE_ENV: "production" },
  });
  const exited = once(watchdog, "exit").catch(() => {});
  watchdog.stdin.on("error", () => {});
  watchdog.on("error", () => {});
  return {
    send: (message: { watch: Watched } | { forget: number }) => watchdog.stdin.write(`${JSON.stringify(message)}\n`),
    async end() {
      watchdog.stdin.end();
      await exited;
    },
  };
}
