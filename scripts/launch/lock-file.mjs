import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { processIdentity } from "./process-identity.mjs";

/**
 * @typedef {{ pid: number, identity: string | null }} Holder
 * @typedef {{ addHolder(pid: number): void, release(): void }} Lock
 */

const holder = (pid) => ({ pid, identity: processIdentity(pid) });

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * @param {string | null} text
 * @returns {Holder | undefined}
 */
function livingHolder(text) {
  try {
    const holders = JSON.parse(text ?? "[]");
    return holders.find(({ pid, identity }) => identity !== null && processIdentity(pid) === identity);
  } catch {
    return undefined;
  }
}

/**
 * Takes a lock that ends with its holders: it counts for nothing once their processes are gone, also when others reuse their pids.
 * @param {string} file
 * @returns {{ ok: true, lock: Lock } | { ok: false, pid: number }}
 */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  let mine = JSON.stringify([holder(process.pid)]);
  writeFileSync(draft, mine);
  try {
    for (;;) {
      const found = read(file);
      const other = livingHolder(found);
      if (other) return { ok: false, pid: other.pid };
      if (found !== null) setAside(file, found, `${draft}.stale`);
      try {
        // A link appears whole or not at all, so nobody reads a half-written lock.
        linkSync(draft, file);
        break;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const isMine = () => read(file) === mine;
  const lock = {
    addHolder(pid) {
      mine = JSON.stringify([...JSON.parse(mine), holder(pid)]);
      writeFileSync(draft, mine);
      renameSync(draft, file);
    },
    release() {
      if (isMine()) rmSync(file, { force: true });
    },
  };
  return { ok: true, lock };
}

/** Removes the stale lock that was seen, and only that one: two starts may find it at the same moment. */
function setAside(file, seen, aside) {
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  try {
    if (read(aside) !== seen) linkSync(aside, file);
  } catch {
    // A third start holds the lock already; the next look tells.
  }
  rmSync(aside, { force: true });
}
