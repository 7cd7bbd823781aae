import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { toolEnvironment } from "../launch/build.ts";
import { runCommand } from "../launch/commands.ts";
import { root } from "../launch/project.ts";
import type { Bench } from "./installation.ts";
import { onCore, processorTime } from "./measuring.ts";

/** What the senders are told: where to, as whom, what and how many. */
export type Orders = {
  way: "pipe" | "form" | "parts";
  url: string;
  cookie: string;
  csrf: string;
  bytes: number;
  count: number;
  /** Stands in the address that each round comes from, so that no limit is met. */
  round: number;
};
export type Sent = { ms: number; problems: string[] };
/** `processor` is what the server itself used, in milliseconds a megabyte; `memory` the most that it held, in bytes. */
export type Uploaded = { megabytesPerSecond: number; processor: number; memory: number };

const MB = 1024 * 1024;

/** Sends files to a server and watches its memory meanwhile. @throws Error when one of them was not taken */
export async function upload({ supervisor }: Bench, senders: string, orders: Orders, pid: number): Promise<Uploaded> {
  const { command, args } = onCore(1, process.execPath, [senders]);
  const env = { ...toolEnvironment(), ORDERS: JSON.stringify(orders) };
  const before = processorTime(pid);
  let isDone = false;
  const watch = highest(pid, () => isDone);
  const { output } = await runCommand(supervisor.children, command, args, { cwd: root, env });
  isDone = true;
  const line = output.split("\n").find((one) => one.startsWith('{"ms"'));
  if (!line) throw new Error(`The senders failed:\n${output.slice(-2_000)}`);
  const { ms, problems } = JSON.parse(line) as Sent;
  if (problems.length > 0) throw new Error(`${problems.length} files were not taken: ${problems[0]}`);
  const megabytes = (orders.bytes * orders.count) / MB;
  return {
    megabytesPerSecond: megabytes / (ms / 1000),
    processor: (processorTime(pid) - before) / megabytes,
    memory: await watch,
  };
}

async function highest(pid: number, isDone: () => boolean): Promise<number> {
  let most = 0;
  while (!isDone()) {
    most = Math.max(most, residentBytes(pid));
    await pause(50);
  }
  return most;
}

/** The memory that a process holds, on systems that tell. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
