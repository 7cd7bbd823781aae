import { writeSync } from "node:fs";

/** In characters: longer batches are written at once. */
const WRITE_FROM = 4_096;
const WRITE_EVERY_MS = 200;
/** In characters, for a reader that is busy; more lines are dropped. */
const HELD_AT_MOST = 1_048_576;

type Write = (fd: number, bytes: Buffer) => number;

/**
 * Writes lines to a file descriptor in batches. Drops those that cannot be written, since a full disk or a closed pipe
 * must not stop the process: pino's own destination blocks until it can write.
 */
export function createLogDestination(fd: number, write: Write = writeSync) {
  let held = "";
  /** The rest of a batch of which only a part was written. */
  let rest = Buffer.alloc(0);
  let dropped = 0;

  function flush(): void {
    while (rest.length > 0 || held !== "") {
      if (rest.length === 0) {
        rest = Buffer.from(held);
        held = "";
      }
      try {
        rest = rest.subarray(write(fd, rest));
      } catch (error) {
        if (isBusy(error)) return;
        dropped += 1 + linesIn(held);
        rest = Buffer.alloc(0);
        held = "";
        return;
      }
    }
    if (dropped === 0) return;
    held = `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: "lines of the log could not be written" })}\n`;
    dropped = 0;
  }

  setInterval(flush, WRITE_EVERY_MS).unref();
  return {
    write(line: string): void {
      if (held.length + line.length > HELD_AT_MOST) dropped += 1;
      else held += line;
      if (held.length >= WRITE_FROM) flush();
    },
    flush,
  };
}

const linesIn = (text: string) => text.split("\n").length - 1;

/** The reader of a pipe has not made room yet. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EAGAIN" || error.code === "EBUSY");
}
