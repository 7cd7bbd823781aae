import type { ReadRecording } from "./inspect-recording.server";
import { MAX_PARTS } from "./stored-file.server";

/** MP4, M4A, MOV and AVIF: nested boxes of a length, a type and content (ISO/IEC 14496-12, section 4.2). */
export type Box = { type: string; content: number; end: number };

const MAX_MOVIE_BYTES = 16 * 1024 * 1024;
/** Inside of one box. A hostile one can hold two million. */
const MAX_BOXES = 10_000;

export const readIsoMedia: ReadRecording = async (file) => {
  let end = 0;
  let tracks: ReturnType<typeof readTracks> | undefined;
  for (let count = 0; end < file.bytes && count < MAX_PARTS; count += 1) {
    const box = readBox(await file.read(end, 16), end, file.bytes);
    if (!box) break;
    if (box.end > file.bytes) return "truncated";
    if (box.type === "moov") {
      if (box.end - end > MAX_MOVIE_BYTES) return undefined;
      const movie = await file.read(box.content, box.end - box.content);
      if (boxesIn(movie).length === MAX_BOXES) return undefined;
      tracks = readTracks(movie);
    }
    end = box.end;
  }
  // Recorders write the movie box last: a recording that was cut off has only its data.
  if (!tracks) return end >= file.bytes ? "truncated" : undefined;
  return { end, ...tracks };
};

/** A length of 0 reaches to the end of the file. */
export function readBox(header: Buffer, start: number, fileBytes: number): Box | undefined {
  if (header.length < 8) return undefined;
  const type = header.toString("latin1", 4, 8);
  if (!/^[ -~\xa9]{4}$/.test(type)) return undefined;
  const length = header.readUInt32BE(0);
  if (length === 0) return { type, content: start + 8, end: fileBytes };
  if (length !== 1) return length < 8 ? undefined : { type, content: start + 8, end: start + length };
  const longLength = header.length < 16 ? 0 : Number(header.readBigUInt64BE(8));
  return longLength < 16 ? undefined : { type, content: start + 16, end: start + longLength };
}

/** The boxes directly inside of `parent`, with their offsets in it; at most `MAX_BOXES`. */
export function boxesIn(parent: Buffer): (Box & { start: number })[] {
  const found: (Box & { start: number })[] = [];
  for (let at = 0; at < parent.length && found.length < MAX_BOXES; ) {
    const box = readBox(parent.subarray(at, at + 16), at, parent.length);
    if (!box || box.end > parent.length) break;
    found.push({ ...box, start: at });
    at = box.end;
  }
  return found;
}

function findBoxes(parent: Buffer | undefined, type: string): Buffer[] {
  const boxes = parent ? boxesIn(parent).filter((box) => box.type === type) : [];
  return boxes.map((box) => (parent as Buffer).subarray(box.content, box.end));
}

function readTracks(movie: Buffer) {
  const tracks = findBoxes(movie, "trak").map((track) => {
    const [media] = findBoxes(track, "mdia");
    const [handler] = findBoxes(media, "hdlr");
    return { track, type: handler?.toString("latin1", 8, 12) };
  });
  const video = tracks.find(({ type }) => type === "vide");
  return {
    hasVideo: video !== undefined,
    hasAudio: tracks.some(({ type }) => type === "soun"),
    ...(video && readSize(video.track)),
  };
}

/** Phones rotate video by a quarter turn with a matrix (section 8.3.2). */
function readSize(track: Buffer): { width?: number; height?: number } {
  const [header] = findBoxes(track, "tkhd");
  if (!header || header.length < 84) return {};
  const { length } = header;
  const [width, height] = [header.readUInt16BE(length - 8), header.readUInt16BE(length - 4)];
  const isTurned = header.readInt32BE(length - 44) === 0 && header.readInt32BE(length - 40) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
