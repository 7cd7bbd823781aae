import { setImmediate } from "node:timers/promises";

const PROGRAM = /<(?:script|iframe|html)[\s>/]|<\?php\s|<!doctype\s+html|__HALT_COMPILER\s*\(\s*\)/i;
const LONGEST_PROGRAM_SIGN = 64;
const SLICE_BYTES = 1024 * 1024;

/** Finds a web page or a program that another reader would run. Yields between slices. */
export async function holdsProgram(content: Buffer): Promise<boolean> {
  for (let at = 0; at < content.length; at += SLICE_BYTES) {
    if (PROGRAM.test(content.toString("latin1", at, at + SLICE_BYTES + LONGEST_PROGRAM_SIGN))) return true;
    await setImmediate();
  }
  return false;
}

/** PDF readers look for the header in the first kilobyte (PDF Reference 1.7, appendix H). */
export function startsAsPdf(head: Buffer): boolean {
  return head.subarray(0, 1024).includes("%PDF-");
}

const ARCHIVE_END = "PK\x05\x06";
const ARCHIVE_END_LENGTH = 22;
/** The last record of a ZIP archive may be followed by a comment of 64 kB. */
export const ARCHIVE_END_BYTES = ARCHIVE_END_LENGTH + 0xffff;

/** Archives are read from their end, so one can follow any other file (APPNOTE.TXT, section 4.3.16). */
export function endsAsArchive(tail: Buffer, fileBytes: number): boolean {
  for (let at = tail.lastIndexOf(ARCHIVE_END); at >= 0; at = at > 0 ? tail.lastIndexOf(ARCHIVE_END, at - 1) : -1) {
    if (at + ARCHIVE_END_LENGTH > tail.length) continue;
    const entries = tail.readUInt16LE(at + 10);
    const directory = at - tail.readUInt32LE(at + 12);
    const commentBytes = tail.readUInt16LE(at + 20);
    const isInFile = fileBytes - tail.length + directory >= 0 && at + ARCHIVE_END_LENGTH + commentBytes <= tail.length;
    const isDirectory = directory < 0 || tail.toString("latin1", directory, directory + 4) === "PK\x01\x02";
    if (entries > 0 && isInFile && isDirectory) return true;
  }
  return false;
}

export function isPadding(rest: Buffer): boolean {
  return rest.every((byte) => byte === 0 || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0xff);
}

/** Cameras add a second picture (CIPA DC-007), a short video of the moment, or Samsung's list of both to a JPEG. */
export function isCameraTrailer(rest: Buffer): boolean {
  const start = rest.subarray(0, 512);
  if (start.includes(Buffer.from([0xff, 0xd8, 0xff])) || start.includes("ftyp")) return true;
  return rest.toString("latin1", Math.max(0, rest.length - 4)) === "SEFT";
}
