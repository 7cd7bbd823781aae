import type { ReadRecording, Recording } from "./window.server";

/** MP4, M4A and MOV: boxes within boxes (ISO/IEC 14496-12, section 4.2). */

type Box = { type: string; start: number; content: number; end: number };

const BOXES_AT_MOST = 200_000;
const MOVIE_MAX_BYTES = 16 * 1024 * 1024;

export const readIsoMedia: ReadRecording = async (file) => {
  let at = 0;
  let found: Pick<Recording, "hasVideo" | "hasAudio" | "width" | "height"> | undefined;
  for (let count = 0; at < file.bytes && count < BOXES_AT_MOST; count += 1) {
    const box = boxAt(await file.at(at, 16), at, file.bytes);
    if (!box) break;
    if (box.end > file.bytes) return "truncated";
    if (box.type === "moov") {
      if (box.end - box.start > MOVIE_MAX_BYTES) return undefined;
      found = readMovie(await file.at(box.content, box.end - box.content));
    }
    at = box.end;
  }
  // A recording that was cut off has its data, but not the table of contents that is written last.
  if (!found) return at >= file.bytes ? "truncated" : undefined;
  return { end: at, ...found };
};

/** The box whose head begins `bytes`, which lie at `start`; undefined when there is none. */
function boxAt(bytes: Buffer, start: number, fileBytes: number): Box | undefined {
  if (bytes.length < 8) return undefined;
  const type = bytes.toString("latin1", 4, 8);
  if (!/^[ -~\xa9]{4}$/.test(type)) return undefined;
  const short = bytes.readUInt32BE(0);
  if (short === 0) return { type, start, content: start + 8, end: fileBytes };
  if (short !== 1) return short < 8 ? undefined : { type, start, content: start + 8, end: start + short };
  if (bytes.length < 16) return undefined;
  const long = Number(bytes.readBigUInt64BE(8));
  return long < 16 ? undefined : { type, start, content: start + 16, end: start + long };
}

/** The boxes that lie whole in `content`. */
function boxesIn(content: Buffer): { type: string; content: Buffer }[] {
  const boxes: { type: string; content: Buffer }[] = [];
  for (let at = 0; at < content.length; ) {
    const box = boxAt(content.subarray(at, at + 16), at, content.length);
    if (!box || box.end > content.length) break;
    boxes.push({ type: box.type, content: content.subarray(box.content, box.end) });
    at = box.end;
  }
  return boxes;
}

const childOf = (content: Buffer, type: string) => boxesIn(content).find((box) => box.type === type)?.content;

function readMovie(movie: Buffer) {
  const tracks = boxesIn(movie).filter(({ type }) => type === "trak");
  const described = tracks.map(({ content }) => ({ kind: handlerOf(content), ...sizeOf(content) }));
  const film = described.find(({ kind }) => kind === "vide");
  return {
    hasVideo: film !== undefined,
    hasAudio: described.some(({ kind }) => kind === "soun"),
    ...(film?.width && film.height && { width: film.width, height: film.height }),
  };
}

function handlerOf(track: Buffer): string | undefined {
  return childOf(childOf(track, "mdia") ?? Buffer.alloc(0), "hdlr")?.toString("latin1", 8, 12);
}

/** The size of the film as it is shown: the matrix of a phone's film may turn it by a quarter (section 8.3.2). */
function sizeOf(track: Buffer): { width?: number; height?: number } {
  const header = childOf(track, "tkhd");
  if (!header || header.length < 84) return {};
  const [width, height] = [header.readUInt16BE(header.length - 8), header.readUInt16BE(header.length - 4)];
  const isTurned = header.readInt32BE(header.length - 44) === 0 && header.readInt32BE(header.length - 40) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
