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

/** The fields of /proc/<pid>/stat from the third on: proc(5) puts the command in brackets, which may hold spaces. */
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
 * Identifies a process by its start time, so that a reused pid is not mistaken for it.
 * @param {number} pid
 * @returns {string | null} null when no such process runs; a zombie does not run.
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
 * Returns the running processes with an argument that begins with `prefix`, such as `--datadir=/home/ada/letters`.
 * @param {string} prefix
 * @returns {{ pid: number, identity: string }[]}
 */
export function findProcesses(prefix) {
  const pids = hasProc
    ? readdirSync("/proc").filter((name) => /^\d+$/.test(name) && readProc(`${name}/cmdline`).includes(`\0${prefix}`))
    : ps("-axo", "pid=,command=")
        .split("\n")
        .filter((line) => line.includes(` ${prefix}`));
  return pids.flatMap((text) => {
    const pid = Number.parseInt(text, 10);
    const identity = pid === process.pid ? null : processIdentity(pid);
    return identity ? [{ pid, identity }] : [];
  });
}
