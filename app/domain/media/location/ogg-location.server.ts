import { readOgg } from "../inspection/sound.server";
import type { StoredFile } from "../inspection/stored-file.server";
import type { Patch } from "./patch";

/** Comments with a cover picture can be long. */
const MAX_HEADER_PAGES = 400;
const PAGE_HEADER = 27;
/** Before the comments, by codec (RFC 7845, section 5.2; Vorbis I, section 5.2; RFC 9639, section 10.1). */
const NAMES = ["OpusTags", "\x03vorbis", "\x81theora", "\x84\0\0", ""];

type Page = { at: number; bytes: Buffer; content: number };
/** `parts` are slices of the pages. */
type Stream = { packet: number; pages: Page[]; parts: Buffer[] };

/**
 * The second packet of each stream has its comments: their values become spaces, and their pages get a new checksum.
 * What follows the last page becomes zeros, over which readers look for another page (RFC 3533, section 6).
 */
export async function oggPatches(file: StoredFile): Promise<Patch[]> {
  const streams = new Map<number, Stream>();
  for (let at = 0, count = 0; count < MAX_HEADER_PAGES; count += 1) {
    const page = await readPage(file, at);
    if (!page) break;
    const serial = page.bytes.readUInt32LE(14);
    const stream = streams.get(serial) ?? { packet: 0, pages: [], parts: [] };
    streams.set(serial, stream);
    takeComments(stream, page);
    if ([...streams.values()].every(({ packet }) => packet > 1)) break;
    at += page.bytes.length;
  }
  return [...[...streams.values()].flatMap(blankComments), ...(await afterLastPage(file))];
}

async function afterLastPage(file: StoredFile): Promise<Patch[]> {
  const sound = await readOgg(file);
  return typeof sound === "object" ? [{ start: sound.end, end: file.bytes }] : [];
}

async function readPage(file: StoredFile, at: number): Promise<Page | undefined> {
  const header = await file.read(at, PAGE_HEADER + 255);
  if (header.length < PAGE_HEADER || header.toString("latin1", 0, 4) !== "OggS") return undefined;
  const content = PAGE_HEADER + (header[26] ?? 0);
  const length = header.subarray(PAGE_HEADER, content).reduce((sum, byte) => sum + byte, content);
  const bytes = Buffer.from(await file.read(at, length));
  return bytes.length === length ? { at, bytes, content } : undefined;
}

/** A segment of less than 255 bytes ends a packet (RFC 3533, section 5). */
function takeComments(stream: Stream, page: Page): void {
  let at = page.content;
  for (const length of page.bytes.subarray(PAGE_HEADER, page.content)) {
    if (stream.packet === 1) {
      if (!stream.pages.includes(page)) stream.pages.push(page);
      stream.parts.push(page.bytes.subarray(at, at + length));
    }
    at += length;
    if (length < 255) stream.packet += 1;
  }
}

function blankComments({ pages, parts }: Stream): Patch[] {
  const packet = Buffer.concat(parts);
  blankValues(packet);
  let at = 0;
  for (const part of parts) at += packet.copy(part, 0, at);
  return pages.map(({ at: start, bytes }) => {
    bytes.writeUInt32LE(0, 22);
    bytes.writeUInt32LE(oggChecksum(bytes), 22);
    return { start, end: start + bytes.length, head: bytes };
  });
}

/** A vendor, a count, and comments as `NAME=value`, each after its length. */
function blankValues(packet: Buffer): void {
  const name = NAMES.find((one) => packet.toString("latin1", 0, one.length) === one) ?? "";
  const after = (at: number) => (at + 4 <= packet.length ? at + 4 + packet.readUInt32LE(at) : packet.length);
  for (let at = after(name.startsWith("\x84") ? 4 : name.length) + 4; at + 4 < packet.length; at = after(at)) {
    const end = Math.min(packet.length, after(at));
    const value = packet.subarray(0, end).indexOf("=", at + 4) + 1;
    packet.fill(" ", value === 0 ? at + 4 : value, end);
  }
}

/** CRC-32 with the polynomial 04C11DB7, not reflected (RFC 3533, section 6). */
function oggChecksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  }
  return crc >>> 0;
}
