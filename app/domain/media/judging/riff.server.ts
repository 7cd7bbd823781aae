import type { ReadRecording, Window } from "./window.server";

/** WAV and AVI: chunks of a name, a length and content (RIFF, Multimedia Programming Interface 1.0). */

/** What programs write that stream a WAV file and cannot know its length. */
const UNKNOWN_LENGTHS = [0, 0xffffffff];

export const readWav: ReadRecording = async (file) => {
  const end = await endOf(file, 0);
  if (end > file.bytes) return "truncated";
  for (let at = 12; at + 8 <= end; ) {
    const head = await file.at(at, 8);
    const name = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    if (name === "data") {
      const isStreamed = UNKNOWN_LENGTHS.includes(length);
      if (!isStreamed && at + 8 + length > file.bytes) return "truncated";
      return { end, hasVideo: false, hasAudio: true };
    }
    at += 8 + length + (length % 2);
  }
  return "truncated";
};

/** Films of over a gigabyte are several RIFFs in a row (OpenDML AVI 1.02). */
export const readAvi: ReadRecording = async (file) => {
  let end = await endOf(file, 0);
  while (end < file.bytes && (await file.at(end, 12)).toString("latin1").match(/^RIFF.{4}AVIX$/s)) {
    end = await endOf(file, end);
  }
  if (end > file.bytes) return "truncated";
  const head = await file.at(0, 256);
  const main = head.indexOf("avih");
  if (main < 0 || main + 48 > head.length) return undefined;
  const [width, height] = [head.readUInt32LE(main + 40), head.readUInt32LE(main + 44)];
  return { end, hasVideo: true, hasAudio: false, ...(width > 0 && height > 0 && { width, height }) };
};

async function endOf(file: Window, start: number): Promise<number> {
  const head = await file.at(start, 8);
  if (head.length < 8) return start;
  const length = head.readUInt32LE(4);
  return UNKNOWN_LENGTHS.includes(length)
    ? file.bytes
    : start + 8 + length + (start + 9 + length <= file.bytes ? length % 2 : 0);
}
