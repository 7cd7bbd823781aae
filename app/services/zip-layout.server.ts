/** An entry without its content, from which every other byte of the archive follows. */
export type ZipItem = {
  /** With `/` between folders. */
  path: string;
  bytes: number;
  /** CRC-32 of the content. */
  checksum: number;
};

type Piece = { start: number; bytes: number } & ({ header: Buffer } | { item: number });
export type ZipLayout = { bytes: number; pieces: Piece[] };

/** Above these a field holds its maximum, and the value is in the ZIP64 extra field (APPNOTE 4.4.1.4). */
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
/** Of the format, as needed to extract: with folders, and with ZIP64. */
const VERSION = 20;
const VERSION_ZIP64 = 45;
const UTF8_NAMES = 0x0800;

/**
 * The layout of an archive whose content is stored as it is (PKWARE APPNOTE 6.3.10). It depends on the arguments alone,
 * so that any range of the archive can be produced again later, by any process.
 */
export function layOutZip(items: ZipItem[], at: Date): ZipLayout {
  const pieces: Piece[] = [];
  const central: Buffer[] = [];
  let end = 0;
  const addHeader = (header: Buffer) => {
    pieces.push({ start: end, bytes: header.length, header });
    end += header.length;
  };
  for (const [index, item] of items.entries()) {
    central.push(centralHeader(item, end, at));
    addHeader(localHeader(item, at));
    if (item.bytes > 0) pieces.push({ start: end, bytes: item.bytes, item: index });
    end += item.bytes;
  }
  const directory = { start: end, bytes: central.reduce((sum, { length }) => sum + length, 0), count: items.length };
  addHeader(Buffer.concat([...central, endRecords(directory)]));
  return { bytes: end, pieces };
}

/** Reads from byte `start` to `end`, both included, in order and one item at a time. Ranges of items are the same. */
export async function* readZip(
  { pieces }: ZipLayout,
  { start, end }: { start: number; end: number },
  readItem: (item: number, range: { start: number; end: number }) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    const from = Math.max(start - piece.start, 0);
    const to = Math.min(end - piece.start, piece.bytes - 1);
    if (from > to) continue;
    if ("header" in piece) {
      yield piece.header.subarray(from, to + 1);
      continue;
    }
    let length = 0;
    for await (const chunk of await readItem(piece.item, { start: from, end: to })) {
      length += chunk.length;
      yield chunk;
    }
    if (length !== to - from + 1) throw new Error("An archive entry does not have the recorded length.");
  }
}

function localHeader({ path, bytes, checksum }: ZipItem, at: Date): Buffer {
  const name = Buffer.from(path);
  const extra = zip64Extra(bytes >= MAX_32 ? [bytes, bytes] : []);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, { bytes, checksum, at, nameLength: name.length, extraLength: extra.length });
  return Buffer.concat([header, name, extra]);
}

function centralHeader({ path, bytes, checksum }: ZipItem, offset: number, at: Date): Buffer {
  const name = Buffer.from(path);
  const extra = zip64Extra([...(bytes >= MAX_32 ? [bytes, bytes] : []), ...(offset >= MAX_32 ? [offset] : [])]);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION_ZIP64, 4);
  writeCommon(header, 6, { bytes, checksum, at, nameLength: name.length, extraLength: extra.length });
  header.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([header, name, extra]);
}

type Common = { bytes: number; checksum: number; at: Date; nameLength: number; extraLength: number };

/** The 26 bytes that both kinds of header have, from "version needed" on. */
function writeCommon(header: Buffer, from: number, { bytes, checksum, at, nameLength, extraLength }: Common): void {
  header.writeUInt16LE(extraLength > 0 ? VERSION_ZIP64 : VERSION, from);
  header.writeUInt16LE(UTF8_NAMES, from + 2);
  header.writeUInt16LE(dosTime(at), from + 6);
  header.writeUInt16LE(dosDate(at), from + 8);
  header.writeUInt32LE(checksum, from + 10);
  header.writeUInt32LE(Math.min(bytes, MAX_32), from + 14);
  header.writeUInt32LE(Math.min(bytes, MAX_32), from + 18);
  header.writeUInt16LE(nameLength, from + 22);
  header.writeUInt16LE(extraLength, from + 24);
}

function zip64Extra(values: number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

/** Has ZIP64 records only where a field needs them, as older programs cannot read them. */
function endRecords({ start, bytes, count }: { start: number; bytes: number; count: number }): Buffer {
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(Math.min(count, MAX_16), 8);
  last.writeUInt16LE(Math.min(count, MAX_16), 10);
  last.writeUInt32LE(Math.min(bytes, MAX_32), 12);
  last.writeUInt32LE(Math.min(start, MAX_32), 16);
  if (count < MAX_16 && bytes < MAX_32 && start < MAX_32) return last;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(VERSION_ZIP64, 12);
  large.writeUInt16LE(VERSION_ZIP64, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(bytes), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, last]);
}

/** In UTC, to two seconds; ZIP's calendar begins in 1980. */
const dosTime = (at: Date) => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
const dosDate = (at: Date) =>
  (Math.max(at.getUTCFullYear() - 1980, 0) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
