import type { ReadRecording } from "./inspect-recording.server";
import { MAX_PARTS, type StoredFile } from "./stored-file.server";

/** WAV and AVI: chunks of a name, a length and content (RIFF, Multimedia Programming Interface 1.0). */

/** Written by programs that stream and cannot know the length. */
const UNKNOWN_LENGTHS = [0, 0xffffffff];

export const readWav: ReadRecording = async (file) => {
  const end = await endOfRiff(file, 0);
  if (end > file.bytes) return "truncated";
  for (let at = 12, count = 0; at + 8 <= end && count < MAX_PARTS; count += 1) {
    const header = await file.read(at, 8);
    const length = header.readUInt32LE(4);
    if (header.toString("latin1", 0, 4) === "data") {
      const isWhole = UNKNOWN_LENGTHS.includes(length) || at + 8 + length <= file.bytes;
      return isWhole ? { end, hasVideo: false, hasAudio: true } : "truncated";
    }
    at += 8 + length + (length % 2);
  }
  return "truncated";
};

/** An AVI of more than a gigabyte is several RIFFs in a row (OpenDML AVI 1.02). */
export const readAvi: ReadRecording = async (file) => {
  let end = await endOfRiff(file, 0);
  for (let count = 0; end < file.bytes && count < MAX_PARTS; count += 1) {
    if (!/^RIFF.{4}AVIX$/s.test((await file.read(end, 12)).toString("latin1"))) break;
    end = await endOfRiff(file, end);
  }
  if (end > file.bytes) return "truncated";
  const head = await file.read(0, 256);
  const main = head.indexOf("avih");
  if (main < 0 || main + 48 > head.length) return undefined;
  const [width, height] = [head.readUInt32LE(main + 40), head.readUInt32LE(main + 44)];
  return { end, hasVideo: true, hasAudio: false, ...(width > 0 && height > 0 && { width, height }) };
};

async function endOfRiff(file: StoredFile, start: number): Promise<number> {
  const header = await file.read(start, 8);
  if (header.length < 8) return start;
  const length = header.readUInt32LE(4);
  if (UNKNOWN_LENGTHS.includes(length)) return file.bytes;
  const end = start + 8 + length;
  // An odd length is followed by a byte of padding, which files often lack at their end.
  return end < file.bytes ? end + (length % 2) : end;
}
