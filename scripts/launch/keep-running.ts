import { setTimeout as sleep } from "node:timers/promises";
import type { Child } from "./children.ts";
import { LaunchError } from "./launch-error.ts";
import type { Supervisor } from "./supervisor.ts";

export interface Service {
  process: Child;
  start: () => Child | Promise<Child>;
  tail?: () => string;
}

interface Options extends Service {
  isStopping: () => boolean;
  say: (line: string) => void;
  /** Exits sooner than this are quick. */
  quickMs?: number;
  /** Before a restart; doubled by each quick exit. */
  backoffMs?: number;
}

/** Resolves with the process's name after three quick exits in a row. */
export async function keepRunning(options: Options): Promise<string> {
  const { start, isStopping, say, quickMs = 10_000, backoffMs = 500 } = options;
  let { process: current } = options;
  let quickExits = 0;
  for (;;) {
    const startedAt = Date.now();
    await current.exited;
    if (isStopping()) return new Promise(() => {});
    quickExits = Date.now() - startedAt < quickMs ? quickExits + 1 : 0;
    if (quickExits === 3) return current.name;
    say(`${current.name} ended unexpectedly, restarting it.`);
    await sleep(backoffMs * 2 ** quickExits);
    if (isStopping()) return new Promise(() => {});
    current = await start();
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
