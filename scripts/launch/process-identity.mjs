import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

// Slim Linux images have no `ps`, macOS has no /proc.
const hasProc = process.platform === "linux";

function readProc(path) {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}

/** Fields from the third on: proc(5) puts the command in brackets, which may hold spaces. */
function statFields(pid) {
  const stat = readProc(`${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function ps(...args) {
  try {
    return execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/**
 * Includes the start time, so a reused pid is not mistaken for the process.
 * @param {number} pid
 * @returns {string | null} null when no such process runs; a zombie does not run
 */
export function processIdentity(pid) {
  const [state, ...rest] = hasProc ? statFields(pid) : ps("-o", "state=,lstart=", "-p", String(pid)).split(/\s+/);
  if (!state || "ZX".includes(state.charAt(0))) return null;
  // Field 22 of proc(5): the start time in ticks since boot.
  return hasProc ? `${readProc("sys/kernel/random/boot_id").trim()} ${rest[18]}` : rest.join(" ");
}

/**
 * @param {number} pid
 * @returns {{ parent: number, command: string }}
 */
export function parentAndCommand(pid) {
  if (hasProc) {
    return { parent: Number(statFields(pid)[1]), command: readProc(`${pid}/cmdline`).replaceAll("\0", " ") };
  }
  const [parent, ...command] = ps("-o", "ppid=,command=", "-p", String(pid)).split(/\s+/);
  return { parent: Number(parent), command: command.join(" ") };
}

/**
 * Finds other running processes with exactly this argument, such as `--datadir=/home/ada/letters`.
 * @param {string} argument
 * @returns {{ pid: number, identity: string }[]}
 */
export function findProcesses(argument) {
  const hasArgument = hasProc ? hasSeparatedArgument : hasPrintedArgument;
  return commandLines().flatMap(({ pid, line }) => {
    const identity = hasArgument(line, argument) ? processIdentity(pid) : null;
    return identity ? [{ pid, identity }] : [];
  });
}

/**
 * Lines of other processes: NUL between arguments from /proc, spaces from `ps`.
 * @returns {{ pid: number, line: string }[]}
 */
export function commandLines() {
  const lines = hasProc
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map((name) => ({ pid: Number(name), line: readProc(`${name}/cmdline`) }))
    : ps("-axo", "pid=,command=")
        .split("\n")
        .map((line) => ({ pid: Number.parseInt(line, 10), line }));
  return lines.filter(({ pid }) => pid !== process.pid);
}

/** @type {(line: string, argument: string) => boolean} */
const hasSeparatedArgument = (line, argument) => line.split("\0").slice(1).includes(argument);

/**
 * Arguments may hold spaces, so an option must follow this one.
 * @param {string} line
 * @param {string} argument
 */
export function hasPrintedArgument(line, argument) {
  return `${line.trimEnd()} -`.includes(` ${argument} -`);
}
