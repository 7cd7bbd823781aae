import { sampleMedia } from "../../scripts/seed/sample-media.ts";
import { jpeg, webp } from "./photos.ts";

/** Three seconds of H.264, 480 by 320. */
export const mp4 = (): Buffer => sampleMedia("sea.mp4");

/** The same video rotated by its matrix, as by a phone held upright. */
export function turnedMp4(): Buffer {
  const turned = mp4();
  const matrix = turned.indexOf("tkhd") + 44;
  for (const [index, value] of [0, 0x1_0000, 0, -0x1_0000, 0].entries()) turned.writeInt32BE(value, matrix + index * 4);
  return turned;
}

/** Four seconds of a music box: 16 bits, 22.05 kHz. */
export const wav = (): Buffer => sampleMedia("melody.wav");

/** Two seconds of silence: empty MPEG-1 layer III frames of 128 kbit/s after an ID3 tag. */
export function mp3({ tagBytes = 64 } = {}): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb90c4);
  return Buffer.concat([id3(tagBytes), ...Array.from({ length: 77 }, () => frame)]);
}

function id3(bytes: number): Buffer {
  const sizes = [21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f);
  return Buffer.concat([Buffer.from("ID3\x04\0\0", "latin1"), Buffer.from(sizes), Buffer.alloc(bytes)]);
}

/** A frame of silence, AAC-LC in mono. */
const SILENT_AAC = Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);

/** A second of silence as ADTS frames, 44.1 kHz. */
export function aac(): Buffer {
  const length = SILENT_AAC.length + 7;
  const head = Buffer.from([
    0xff,
    0xf1,
    0x50,
    0x40 | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return Buffer.concat(Array.from({ length: 43 }, () => Buffer.concat([head, SILENT_AAC])));
}

export const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content);
  return Buffer.concat([u32(all.length + 8), Buffer.from(type, "latin1"), all]);
}
export const fullBox = (type: string, ...content: Buffer[]) => box(type, u32(0), ...content);

/** A second of silence, AAC in MP4, as recorded by phones and Safari. */
export function m4a(brand = "M4A "): Buffer {
  const count = 43;
  const samples = Buffer.concat(Array.from({ length: count }, () => SILENT_AAC));
  const ftyp = box("ftyp", Buffer.from(`${brand}\0\0\0\0${brand}mp42isom`, "latin1"));
  const matrix = Buffer.concat([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].map(u32));
  const duration = u32(count * 1024);
  const config = Buffer.from([
    0x03, 0x19, 0, 1, 0, 0x04, 0x11, 0x40, 0x15, 0, 0, 0, 0, 0, 0xfa, 0, 0, 0, 0xfa, 0, 0x05, 0x02, 0x12, 0x08, 0x06,
    0x01, 0x02,
  ]);
  const entry = box(
    "mp4a",
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(1),
    u16(16),
    Buffer.alloc(4),
    u32((44_100 << 16) >>> 0),
    fullBox("esds", config),
  );
  const movie = (at: number) =>
    box(
      "moov",
      fullBox(
        "mvhd",
        u32(0),
        u32(0),
        u32(44_100),
        duration,
        u32(0x1_0000),
        u16(0x100),
        Buffer.alloc(10),
        matrix,
        Buffer.alloc(24),
        u32(2),
      ),
      box(
        "trak",
        fullBox("tkhd", u32(0), u32(0), u32(1), u32(0), duration, Buffer.alloc(16), matrix, u32(0), u32(0)),
        box(
          "mdia",
          fullBox("mdhd", u32(0), u32(0), u32(44_100), duration, u16(0x55c4), u16(0)),
          fullBox("hdlr", u32(0), Buffer.from("soun"), Buffer.alloc(13)),
          box(
            "minf",
            fullBox("smhd", u32(0)),
            box("dinf", fullBox("dref", u32(1), box("url ", u32(1)))),
            box(
              "stbl",
              fullBox("stsd", u32(1), entry),
              fullBox("stts", u32(1), u32(count), u32(1024)),
              fullBox("stsc", u32(1), u32(1), u32(count), u32(1)),
              fullBox("stsz", u32(SILENT_AAC.length), u32(count)),
              fullBox("stco", u32(1), u32(at)),
            ),
          ),
        ),
      ),
    );
  return Buffer.concat([ftyp, movie(ftyp.length + movie(0).length + 8), box("mdat", samples)]);
}

/** A second of silence, Opus in Ogg, as Firefox records. */
export function ogg(): Buffer {
  const head = Buffer.concat([Buffer.from("OpusHead\x01\x01\0\0", "latin1"), Buffer.from([0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const tags = Buffer.from("OpusTags\x06\0\0\0Corpus\0\0\0\0", "latin1");
  const silence = Array.from({ length: 50 }, () => Buffer.from([0xf8, 0xff, 0xfe]));
  return Buffer.concat([
    oggPage([head], { flags: 2, sequence: 0, position: 0 }),
    oggPage([tags], { flags: 0, sequence: 1, position: 0 }),
    oggPage(silence, { flags: 4, sequence: 2, position: 48_000 }),
  ]);
}

export function oggPage(
  packets: Buffer[],
  { flags, sequence, position }: Record<"flags" | "sequence" | "position", number>,
) {
  const head = Buffer.alloc(27);
  head.write("OggS\0", "latin1");
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(position), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(sequence, 18);
  head.writeUInt8(packets.length, 26);
  const page = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
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

export function element(id: number, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content);
  const name = Buffer.from(id.toString(16), "hex");
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(all.length) | (1n << 56n));
  return Buffer.concat([name, size, all]);
}
const number = (id: number, value: number) => element(id, u32(value));
export const string = (id: number, value: string) => element(id, Buffer.from(value, "latin1"));

/**
 * Half a second of VP8, 320 by 240: a WebP picture is a key frame of VP8. `live` leaves the lengths open, as recording
 * browsers do.
 */
export async function webm({ docType = "webm", live = false } = {}): Promise<Buffer> {
  const picture = await webp(320, 240);
  const frame = picture.subarray(picture.indexOf("VP8 ") + 8);
  const video = element(0xe0, number(0xb0, 320), number(0xba, 240));
  const entry = element(0xae, number(0xd7, 1), number(0x73c5, 1), number(0x83, 1), string(0x86, "V_VP8"), video);
  const blocks = Array.from({ length: 8 }, (_, index) =>
    element(0xa3, Buffer.from([0x81, 0, index * 62, 0x80]), frame),
  );
  return matroska(docType, live, entry, blocks);
}

/** A second of silence, Opus in WebM, as Chromium records. */
export function voiceWebm(): Buffer {
  const head = Buffer.concat([Buffer.from("OpusHead\x01\x01\0\0", "latin1"), Buffer.from([0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const rate = Buffer.alloc(4);
  rate.writeFloatBE(48_000);
  const audio = element(0xe1, element(0xb5, rate), number(0x9f, 1));
  const entry = element(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 2),
    string(0x86, "A_OPUS"),
    element(0x63a2, head),
    audio,
  );
  const blocks = Array.from({ length: 50 }, (_, index) =>
    element(0xa3, Buffer.from([0x81, (index * 20) >> 8, (index * 20) & 0xff, 0x80, 0xf8, 0xff, 0xfe])),
  );
  return matroska("webm", true, entry, blocks);
}

export const mkv = () => webm({ docType: "matroska" });

function matroska(docType: string, live: boolean, entry: Buffer, blocks: Buffer[]): Buffer {
  const header = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    string(0x4282, docType),
    number(0x4287, 2),
    number(0x4285, 2),
  );
  const info = element(0x1549a966, number(0x2ad7b1, 1_000_000), string(0x4d80, "Corpus"), string(0x5741, "Corpus"));
  const tracks = element(0x1654ae6b, entry);
  const cluster = element(0x1f43b675, number(0xe7, 0), ...blocks);
  const content = Buffer.concat([info, tracks, cluster]);
  const open = Buffer.from("1853806701ffffffffffffff", "hex");
  return Buffer.concat(live ? [header, open, content] : [header, element(0x18538067, content)]);
}

export function chunk(name: string, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(all.length, 4);
  return Buffer.concat([head, all, Buffer.alloc(all.length % 2)]);
}
const littleEndian = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);

/** Motion JPEG, eight frames a second, 320 by 240. */
export async function avi(): Promise<Buffer> {
  const [width, height, count] = [320, 240, 8];
  const frame = await jpeg(width, height);
  const main = chunk("avih", littleEndian(125_000, 0, 0, 0x10, count, 0, 1, frame.length, width, height, 0, 0, 0, 0));
  const stream = chunk(
    "strh",
    Buffer.from("vidsMJPG"),
    littleEndian(0, 0, 0, 1, 8, 0, count, frame.length, 0, 0, 0, 0),
  );
  const format = chunk(
    "strf",
    littleEndian(40, width, height, (24 << 16) | 1),
    Buffer.from("MJPG"),
    littleEndian(width * height * 3, 0, 0, 0, 0),
  );
  const list = (name: string, ...content: Buffer[]) => chunk("LIST", Buffer.from(name), ...content);
  const movie = list("movi", ...Array.from({ length: count }, () => chunk("00dc", frame)));
  return chunk("RIFF", Buffer.from("AVI "), list("hdrl", main, list("strl", stream, format)), movie);
}
