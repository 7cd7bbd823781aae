import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const hasProc = process.platform === "linux";

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function ps(...columns) {
  try {
    return execFileSync("ps", columns, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}

/**
 * Names one life of a process, so that another process with a reused pid is not mistaken for it.
 * @param {number} pid
 * @returns {string | null} null when no such process runs; a zombie does not run.
 */
export function processIdentity(pid) {
  if (!hasProc) {
    const [state, ...started] = ps("-o", "state=,lstart=", "-p", String(pid)).trim().split(/\s+/);
    return state && !state.startsWith("Z") ? started.join(" ") : null;
  }
  const stat = read(`/proc/${pid}/stat`);
  if (!stat) return null;
  // proc(5): the command stands in brackets and may hold brackets and spaces itself; field 3 (state) follows, field 22 is the start time.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  return `${read("/proc/sys/kernel/random/boot_id")?.trim()} ${fields[19]}`;
}

/**
 * @param {number} pid
 * @returns {{ parent: number, command: string }}
 */
export function ancestry(pid) {
  if (!hasProc) {
    const [parent, ...command] = ps("-o", "ppid=,command=", "-p", String(pid)).trim().split(/\s+/);
    return { parent: Number(parent), command: command.join(" ") };
  }
  const stat = read(`/proc/${pid}/stat`) ?? "";
  const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(parent), command: (read(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ") };
}

/**
 * The running processes that have an argument beginning with `fragment`, such as `--datadir=/home/ada/letters`.
 * @param {string} fragment
 * @returns {{ pid: number, identity: string }[]}
 */
export function findProcesses(fragment) {
  const pids = hasProc ? findInProc(fragment) : findWithPs(fragment);
  return pids.flatMap((pid) => {
    const identity = pid === process.pid ? null : processIdentity(pid);
    return identity ? [{ pid, identity }] : [];
  });
}

function findInProc(fragment) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) =>
      read(`/proc/${name}/cmdline`)
        ?.split("\0")
        .some((argument) => argument.startsWith(fragment)),
    )
    .map(Number);
}

function findWithPs(fragment) {
  return ps("-axo", "pid=,command=")
    .split("\n")
    .filter((line) => line.includes(` ${fragment}`))
    .map((line) => Number.parseInt(line, 10));
}
