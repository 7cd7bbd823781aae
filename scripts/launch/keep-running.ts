import { setTimeout as pause } from "node:timers/promises";
import type { Child } from "./children.ts";
import { LaunchError } from "./launch-error.ts";
import type { Supervisor } from "./supervisor.ts";

export interface Service {
  process: Child;
  start: () => Child | Promise<Child>;
  tail?: () => string;
  /** Restarts are tried without end, since the others work without it. */
  isOptional?: boolean;
}

/** The longest wait before a restart. */
const BACKOFF_MAX_MS = 60_000;

interface Options extends Service {
  isStopping: () => boolean;
  say: (line: string) => void;
  /** Exits sooner than this are quick. */
  quickMs?: number;
  /** Before a restart; doubled by each quick exit. */
  backoffMs?: number;
}

/** Resolves with the process's name after three quick exits in a row. A restart that fails counts as one. */
export async function keepRunning(options: Options): Promise<string> {
  const { start, isStopping, say, isOptional = false, quickMs = 10_000, backoffMs = 500 } = options;
  const { name } = options.process;
  let current: Child | undefined = options.process;
  let quickExits = 0;
  for (;;) {
    const startedAt = Date.now();
    await current?.exited;
    if (isStopping()) return new Promise(() => {});
    const isQuick = !current || Date.now() - startedAt < quickMs;
    quickExits = isQuick ? quickExits + 1 : 0;
    if (quickExits === 3 && !isOptional) return name;
    say(current ? `${name} ended unexpectedly, restarting it.` : `${name} could not be restarted, trying again.`);
    await pause(Math.min(backoffMs * 2 ** quickExits, BACKOFF_MAX_MS));
    if (isStopping()) return new Promise(() => {});
    current = await restart(start);
  }
}

async function restart(start: Service["start"]): Promise<Child | undefined> {
  try {
    return await start();
  } catch {
    return undefined;
  }
}

/** @throws LaunchError when a service keeps ending */
export async function keepAllRunning({ children, progress }: Supervisor, services: Service[]): Promise<never> {
  return Promise.race(
    services.map(async (service) => {
      const name = await keepRunning({ ...service, isStopping: children.isStopping, say: progress.say });
      const tail = service.tail?.();
      throw new LaunchError(
        `${name} ended three times in a row, so everything was stopped.${tail ? ` The end of its log:\n${tail}` : ""}`,
      );
    }),
  );
}
