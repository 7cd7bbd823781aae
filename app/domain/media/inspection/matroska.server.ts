import type { ReadRecording } from "./inspect-recording.server";
import { MAX_PARTS } from "./stored-file.server";

/** WebM and Matroska: nested elements of an id, a length and content (RFC 8794; RFC 9559, section 5). */
export const ID = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  cues: 0x1c53bb6b,
  chapters: 0x1043a770,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  position: 0xa7,
  previousSize: 0xab,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  blockAdditions: 0x75a1,
  referenceBlock: 0xfb,
  discardPadding: 0x75a2,
  tracks: 0x1654ae6b,
  track: 0xae,
  type: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
};
const TRACK_TYPE = { video: 1, audio: 2 };

export const MAX_HEADER_BYTES = 12;
const MAX_TRACKS_BYTES = 4 * 1024 * 1024;

/** `end` is undefined for an element of unknown length, as in a live recording. */
type Element = { id: number; content: number; end: number | undefined };

export const readMatroska: ReadRecording = async (file) => {
  const readAt = async (at: number) => readElement(await file.read(at, MAX_HEADER_BYTES), at);
  const header = await readAt(0);
  if (header?.end === undefined) return undefined;
  const segment = await readAt(header.end);
  if (segment?.id !== ID.segment) return undefined;
  const end = segment.end ?? file.bytes;
  if (end > file.bytes) return "truncated";
  for (let at = segment.content, count = 0; at < end && count < MAX_PARTS; count += 1) {
    const child = await readAt(at);
    if (child?.end === undefined) return undefined;
    const bytes = child.end - child.content;
    if (child.id === ID.tracks && bytes < MAX_TRACKS_BYTES) {
      if (child.end > file.bytes) return "truncated";
      return { end, ...readTracks(await file.read(child.content, bytes)) };
    }
    at = child.end;
  }
  return "truncated";
};

export function readElement(bytes: Buffer, start: number): Element | undefined {
  const id = readNumber(bytes);
  if (!id || id.length > 4) return undefined;
  const size = readNumber(bytes.subarray(id.length));
  if (!size) return undefined;
  const content = start + id.length + size.length;
  return { id: id.value + id.marker, content, end: size.isUnknown ? undefined : content + size.value };
}

/** The leading zeros of the first byte give the length in bytes (RFC 8794, section 4). */
function readNumber(bytes: Buffer) {
  const first = bytes[0] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > bytes.length) return undefined;
  let value = first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let at = 1; at < length; at += 1) {
    value = value * 256 + (bytes[at] ?? 0);
    isUnknown &&= bytes[at] === 0xff;
  }
  return { value, marker: 2 ** (7 * length), length, isUnknown };
}

function findElements(parent: Buffer | undefined, id: number): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; parent && at < parent.length; ) {
    const element = readElement(parent.subarray(at, at + MAX_HEADER_BYTES), at);
    if (element?.end === undefined || element.end > parent.length) break;
    if (element.id === id) found.push(parent.subarray(element.content, element.end));
    at = element.end;
  }
  return found;
}

function findNumber(parent: Buffer | undefined, id: number): number | undefined {
  const [content] = findElements(parent, id);
  return content && content.length > 0 && content.length <= 6 ? content.readUIntBE(0, content.length) : undefined;
}

function readTracks(content: Buffer) {
  const tracks = findElements(content, ID.track);
  const types = tracks.map((track) => findNumber(track, ID.type));
  const video = tracks[types.indexOf(TRACK_TYPE.video)];
  const [picture] = findElements(video, ID.video);
  const [width, height] = [findNumber(picture, ID.width), findNumber(picture, ID.height)];
  return {
    hasVideo: video !== undefined,
    hasAudio: types.includes(TRACK_TYPE.audio),
    ...(width && height && { width, height }),
  };
}
