import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { findExecutables } from "../../scripts/launch/commands.ts";

const [taskset] = findExecutables(["taskset"]);
const hasTwoCores = taskset !== undefined && availableParallelism() >= 2;

/** The command that runs `command` on one core only, where the machine lets us choose. */
export function onCore(core: 0 | 1, command: string, args: string[]): { command: string; args: string[] } {
  return hasTwoCores ? { command: taskset, args: ["-c", String(core), command, ...args] } : { command, args };
}

export const coresInWords = hasTwoCores ? "server on core 0, load on core 1" : "server and load on the same cores";

/** Milliseconds of processor time that a process has used, on systems that tell: what others use at the same time is not in it. */
export function processorTime(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The second field is the name, in parentheses; the clock ticks a hundred times a second.
  const fields = readFileSync(file, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below = Number.NaN, above = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}

/** `median (lowest to highest)`. */
export function spread(values: number[], digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

/** A table for the terminal: the first column to the left, the others to the right. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("   ")
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join("\n");
}
