import { setImmediate } from "node:timers/promises";

/**
 * Signs of a second file inside a file: pages and programs that some reader would run, and archives, which are read from
 * their end and so may stand behind anything.
 */
const PROGRAM = /<(?:script|iframe|html)[\s>/]|<\?php\s|<!doctype\s+html|__HALT_COMPILER\s*\(\s*\)/i;
const LONGEST_SIGN = 64;
const SLICE = 1024 * 1024;

/** Whether there is a page or a program in these bytes. Lets others go on in between. */
export async function holdsProgram(content: Buffer): Promise<boolean> {
  for (let at = 0; at < content.length; at += SLICE) {
    if (PROGRAM.test(content.toString("latin1", at, at + SLICE + LONGEST_SIGN))) return true;
    await setImmediate();
  }
  return false;
}

/** Readers of PDF look for its name in the first kilobyte (PDF Reference 1.7, appendix H). */
export function beginsAsPdf(head: Buffer): boolean {
  return head.subarray(0, 1024).includes("%PDF-");
}

/** How far from the end of a file the last record of a ZIP archive may begin: it may have a comment of 64 kB. */
export const ARCHIVE_END_BYTES = 22 + 0xffff;

/**
 * Whether the end of a file is that of a ZIP archive (APPNOTE.TXT, section 4.3.16): its last record, with the directory
 * that it names right before it.
 * @param fileBytes the length of the whole file
 */
export function endsAsArchive(tail: Buffer, fileBytes: number): boolean {
  for (let at = tail.lastIndexOf("PK\x05\x06"); at >= 0; at = at > 0 ? tail.lastIndexOf("PK\x05\x06", at - 1) : -1) {
    if (at + 22 > tail.length) continue;
    const entries = tail.readUInt16LE(at + 10);
    const directoryBytes = tail.readUInt32LE(at + 12);
    const comment = tail.readUInt16LE(at + 20);
    const position = fileBytes - tail.length + at;
    if (directoryBytes > position || at + 22 + comment > tail.length) continue;
    const directory = at - directoryBytes;
    const isDirectory = directory < 0 || tail.subarray(directory, directory + 4).equals(Buffer.from("PK\x01\x02"));
    if (entries > 0 && isDirectory) return true;
  }
  return false;
}

/** Whether bytes behind the end of a file are nothing but filling. */
export function isFilling(rest: Buffer): boolean {
  return rest.every((byte) => byte === 0 || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0xff);
}

/**
 * What cameras write behind a JPEG: a second picture (CIPA DC-007), a short film of the moment, and Samsung's own list of
 * such things.
 */
export function isOfCamera(rest: Buffer): boolean {
  const start = rest.subarray(0, 512);
  if (start.indexOf(Buffer.from([0xff, 0xd8, 0xff])) >= 0 || start.includes("ftyp")) return true;
  return rest.subarray(-4).toString("latin1") === "SEFT";
}
