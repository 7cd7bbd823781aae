import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processIdentity } from "./process-identity.mjs";

/** @typedef {{ addHolder(pid: number): void, release(): void }} Lock */

const holder = (pid) => ({ pid, identity: processIdentity(pid) });

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** @param {string | null} text */
function findRunningHolder(text) {
  try {
    const holders = JSON.parse(text ?? "[]");
    return holders.find(({ pid, identity }) => identity !== null && processIdentity(pid) === identity);
  } catch {
    return undefined;
  }
}

/**
 * Takes a lock that is free once its holders' processes have ended, even if their pids are reused. `proper-lockfile`
 * takes seconds to notice a killed holder, and this lock is needed before there are packages.
 * @param {string} file
 * @returns {{ ok: true, lock: Lock } | { ok: false, pid: number }}
 */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  let content = JSON.stringify([holder(process.pid)]);
  writeFileSync(temporary, content);
  try {
    for (;;) {
      const found = read(file);
      const other = findRunningHolder(found);
      if (other) return { ok: false, pid: other.pid };
      if (found !== null) removeStale(file, found, `${temporary}.stale`);
      try {
        // Unlike a write, a link is atomic.
        linkSync(temporary, file);
        break;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  const lock = {
    addHolder(pid) {
      content = JSON.stringify([...JSON.parse(content), holder(pid)]);
      writeFileSync(temporary, content);
      renameSync(temporary, file);
    },
    release() {
      if (read(file) === content) rmSync(file, { force: true });
    },
  };
  return { ok: true, lock };
}

/**
 * @param {string} file
 * @param {() => void} onWait called once, if it is taken
 * @returns {Promise<Lock>}
 */
export async function waitForLock(file, onWait) {
  for (let isWaiting = false; ; isWaiting = true) {
    const taken = takeLock(file);
    if (taken.ok) return taken.lock;
    if (!isWaiting) onWait();
    await pause(500);
  }
}

/** Puts the lock back if another start has taken it meanwhile. */
function removeStale(file, stale, aside) {
  try {
    renameSync(file, aside);
    if (read(aside) !== stale) linkSync(aside, file);
  } catch {}
  rmSync(aside, { force: true });
}
