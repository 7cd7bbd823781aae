import { closeSync, copyFileSync, existsSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { redact } from "./launch-error.ts";
import { privateFolder } from "./project.ts";

export type LogFile = ReturnType<typeof openLog>;

const MAX_BYTES = 5_000_000;
const CHECK_EVERY_MS = 60_000;

/** Children write to a file and not to a pipe, to stop cleanly after the launcher was killed. */
export function openLog(home: string, name: string) {
  const path = join(privateFolder(home, "log"), `${name}.log`);
  rotateLog(path);
  let start = sizeOf(path);
  setInterval(() => {
    if (rotateLog(path)) start = 0;
  }, CHECK_EVERY_MS).unref();
  return {
    path,
    opened<T>(use: (handle: number) => T): T {
      const handle = openSync(path, "a", 0o600);
      try {
        return use(handle);
      } finally {
        closeSync(handle);
      }
    },
    tail(lines = 15): string {
      const text = existsSync(path) ? readFileSync(path).subarray(start).toString() : "";
      return redact(text.trimEnd().split("\n").slice(-lines).join("\n"));
    },
  };
}

/** Moves what a large log holds to `<path>.old`. The file itself stays, as running processes append to it. */
function rotateLog(path: string): boolean {
  if (sizeOf(path) <= MAX_BYTES) return false;
  try {
    copyFileSync(path, `${path}.old`);
  } catch {
    // A full disk: room matters more than old lines.
  }
  truncateSync(path);
  return true;
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
