import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { findExecutables } from "../../scripts/launch/commands.ts";

const [taskset] = findExecutables(["taskset"]);
const hasTwoCores = taskset !== undefined && availableParallelism() >= 2;

export type Core = 0 | 1;

/** Pins `command` to one core on machines with `taskset`. */
export function onCore(core: Core | undefined, command: string, args: string[]): { command: string; args: string[] } {
  if (core === undefined || !hasTwoCores) return { command, args };
  return { command: taskset, args: ["-c", String(core), command, ...args] };
}

export const coreAssignment = hasTwoCores ? "server on core 0, load on core 1" : "server and load on the same cores";

/** In milliseconds; NaN without /proc. */
export function cpuTime(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The second field is the name, in parentheses; utime and stime count ticks of 10 ms.
  const fields = readFileSync(file, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** NaN without /proc. */
export function residentBytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(file, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
