import type { ReadRecording } from "./inspect-recording.server";
import type { StoredFile } from "./stored-file.server";

const FRAMES_IN_A_ROW = 3;
const MAX_FRAME_BYTES = 8191;
const MAX_PADDING_BYTES = 64 * 1024;
const MAX_TAGS = 8;
const MAX_OGG_PAGE_BYTES = 27 + 255 + 255 * 255;

/** Only an optional header ("Xing") gives the length in bytes, so not every missing end is found. */
export const readMp3: ReadRecording = async (file) => {
  const start = await findFrames(file, mp3FrameBytes);
  if (start === undefined) return undefined;
  const frame = await file.read(start, 200);
  const label = [frame.indexOf("Xing"), frame.indexOf("Info")].find((at) => at > 0 && at + 16 <= frame.length);
  if (label !== undefined) {
    const flags = frame.readUInt32BE(label + 4);
    const bytes = frame.readUInt32BE(label + (flags & 1 ? 12 : 8));
    if (flags & 2 && start + bytes > file.bytes) return "truncated";
  }
  return { end: file.bytes, hasVideo: false, hasAudio: true };
};

/** AAC as a stream of ADTS frames (ISO/IEC 13818-7, section 6.2). */
export const readAac: ReadRecording = async (file) => {
  const start = await findFrames(file, adtsFrameBytes);
  return start === undefined ? undefined : { end: file.bytes, hasVideo: false, hasAudio: true };
};

/** Ogg: pages that give their own length (RFC 3533, section 6). The last one must be whole. */
export const readOgg: ReadRecording = async (file) => {
  const first = (await file.read(0, 4096)).toString("latin1");
  const holds = (...codecs: string[]) => codecs.some((codec) => first.includes(codec));
  const hasVideo = holds("\x80theora", "\x01video");
  const hasAudio = holds("OpusHead", "\x01vorbis", "\x7fFLAC", "Speex   ");
  if (!hasVideo && !hasAudio) return undefined;
  const from = Math.max(0, file.bytes - MAX_OGG_PAGE_BYTES);
  const tail = await file.read(from, MAX_OGG_PAGE_BYTES);
  const page = tail.lastIndexOf("OggS");
  if (page < 0) return undefined;
  const lengths = page + 27;
  const content = lengths + (tail[page + 26] ?? tail.length);
  if (content > tail.length) return "truncated";
  const end = from + content + tail.subarray(lengths, content).reduce((sum, length) => sum + length, 0);
  return end > file.bytes ? "truncated" : { end, hasVideo, hasAudio };
};

async function findFrames(file: StoredFile, frameBytes: (header: Buffer) => number | undefined) {
  const from = await skipTags(file);
  const buffer = await file.read(from, MAX_PADDING_BYTES + FRAMES_IN_A_ROW * MAX_FRAME_BYTES);
  const head = buffer.subarray(0, MAX_PADDING_BYTES);
  for (let start = head.indexOf(0xff); start >= 0; start = head.indexOf(0xff, start + 1)) {
    let at = from + start;
    let count = 0;
    while (count < FRAMES_IN_A_ROW && at < file.bytes) {
      const length = frameBytes(await file.read(at, 8));
      if (!length) break;
      at += length;
      count += 1;
    }
    if (count === FRAMES_IN_A_ROW) return from + start;
  }
  return undefined;
}

/** Lengths of ID3 tags have seven bits a byte (ID3v2.4, section 3.1). */
async function skipTags(file: StoredFile): Promise<number> {
  let at = 0;
  for (let count = 0; count < MAX_TAGS; count += 1) {
    const header = await file.read(at, 10);
    if (header.length < 10 || header.toString("latin1", 0, 3) !== "ID3") break;
    at += 10 + header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  }
  return at;
}

/** In kbit/s, for layer III of MPEG 1 and of MPEG 2 (ISO/IEC 11172-3, section 2.4.2.3; 13818-3). */
const BIT_RATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const SAMPLE_RATES = [44_100, 48_000, 32_000];

function mp3FrameBytes(header: Buffer): number | undefined {
  const [sync = 0, second = 0, third = 0] = header;
  if (header.length < 4 || sync !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3;
  const sampleRate = SAMPLE_RATES[(third >> 2) & 3];
  const bitRate = BIT_RATES[version === 3 ? "mpeg1" : "mpeg2"][third >> 4];
  if (version === 1 || !sampleRate || !bitRate) return undefined;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const samples = version === 3 ? 1152 : 576;
  return Math.floor(((samples / 8) * bitRate * 1000) / (sampleRate / divisor)) + ((third >> 1) & 1);
}

function adtsFrameBytes(header: Buffer): number | undefined {
  if (header.length < 7 || (header.readUInt16BE(0) & 0xfff6) !== 0xfff0) return undefined;
  const length = (header.readUIntBE(3, 3) >> 5) & 0x1fff;
  return length > 7 ? length : undefined;
}
