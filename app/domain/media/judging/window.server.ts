import type { StoredFile } from "./stored-file.server";

const WINDOW_BYTES = 64 * 1024;

/** Reads a file here and there without asking the store for every few bytes. */
export function createWindow({ bytes, read }: StoredFile) {
  let from = 0;
  let held: Buffer = Buffer.alloc(0);

  return {
    bytes,
    /** What lies there of `length` bytes from `start` on: less at the end of the file. */
    async at(start: number, length: number): Promise<Buffer> {
      const end = Math.min(start + length, bytes);
      if (start < from || end > from + held.length) {
        held = await read(start, Math.max(length, WINDOW_BYTES));
        from = start;
      }
      return held.subarray(start - from, Math.max(0, end - from));
    },
  };
}

export type Window = ReturnType<typeof createWindow>;

/** What a film or a recording is made of. `end` is where it ends in its file. */
export type Recording = { end: number; hasVideo: boolean; hasAudio: boolean; width?: number; height?: number };
/** Undefined for what cannot be read as what it says it is. */
export type ReadRecording = (file: Window) => Promise<Recording | "truncated" | undefined>;
