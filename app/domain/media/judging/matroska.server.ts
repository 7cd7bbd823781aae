import type { ReadRecording, Window } from "./window.server";

/** WebM and Matroska: elements of an id, a length and content (RFC 8794; RFC 9559, section 5). */

const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;
const [FILM, SOUND] = [1, 2];

const CHILDREN_AT_MOST = 100_000;
const TRACKS_MAX_BYTES = 4 * 1024 * 1024;

/** `end` is undefined for an element that says no length, as those that are recorded live. */
type Element = { id: number; content: number; end: number | undefined };

export const readMatroska: ReadRecording = async (file) => {
  const header = await elementIn(file, 0);
  if (header?.end === undefined) return undefined;
  const segment = await elementIn(file, header.end);
  if (segment?.id !== SEGMENT) return undefined;
  if (segment.end !== undefined && segment.end > file.bytes) return "truncated";
  const end = segment.end ?? file.bytes;
  for (let at = segment.content, count = 0; at < end && count < CHILDREN_AT_MOST; count += 1) {
    const child = await elementIn(file, at);
    if (!child) return undefined;
    if (child.id === TRACKS && child.end !== undefined && child.end - child.content < TRACKS_MAX_BYTES) {
      if (child.end > file.bytes) return "truncated";
      return { end, ...readTracks(await file.at(child.content, child.end - child.content)) };
    }
    if (child.end === undefined) return undefined;
    at = child.end;
  }
  return "truncated";
};

async function elementIn(file: Window, at: number): Promise<Element | undefined> {
  return elementAt(await file.at(at, 12), at);
}

function elementAt(bytes: Buffer, start: number): Element | undefined {
  const id = numberAt(bytes, 0, true);
  if (!id || id.length > 4) return undefined;
  const size = numberAt(bytes, id.length, false);
  if (!size) return undefined;
  const content = start + id.length + size.length;
  return { id: id.value, content, end: size.isUnknown ? undefined : content + size.value };
}

/** A number whose first byte says by its leading zeros how many bytes it has (RFC 8794, section 4). */
function numberAt(bytes: Buffer, at: number, keepsMarker: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = (first & (0xff >> length)) === 0xff >> length;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
}

function childrenOf(content: Buffer): { id: number; content: Buffer }[] {
  const children: { id: number; content: Buffer }[] = [];
  for (let at = 0; at < content.length; ) {
    const element = elementAt(content.subarray(at, at + 12), at);
    if (element?.end === undefined || element.end > content.length) break;
    children.push({ id: element.id, content: content.subarray(element.content, element.end) });
    at = element.end;
  }
  return children;
}

function readTracks(tracks: Buffer) {
  const entries = childrenOf(tracks)
    .filter(({ id }) => id === TRACK_ENTRY)
    .map(({ content }) => childrenOf(content));
  const types = entries.map((entry) => numberIn(entry, TRACK_TYPE));
  const film = entries[types.indexOf(FILM)];
  const picture = childrenOf(film?.find(({ id }) => id === VIDEO)?.content ?? Buffer.alloc(0));
  const [width, height] = [numberIn(picture, PIXEL_WIDTH), numberIn(picture, PIXEL_HEIGHT)];
  return { hasVideo: film !== undefined, hasAudio: types.includes(SOUND), ...(width && height && { width, height }) };
}

function numberIn(elements: { id: number; content: Buffer }[], wanted: number): number | undefined {
  const content = elements.find(({ id }) => id === wanted)?.content;
  return content && content.length > 0 && content.length <= 6 ? content.readUIntBE(0, content.length) : undefined;
}
