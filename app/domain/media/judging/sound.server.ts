import type { ReadRecording, Window } from "./window.server";

const FRAMES_IN_A_ROW = 3;
const FILLING_MAX_BYTES = 64 * 1024;
const OGG_PAGE_MAX_BYTES = 27 + 255 + 255 * 255;

/**
 * MP3: tags, then frames. The first frame may say how many bytes they are in all (the "Xing" header); nothing else tells
 * whether the end is there.
 */
export const readMp3: ReadRecording = async (file) => {
  const start = await firstFrame(file, await afterTags(file), mp3FrameBytes);
  if (start === undefined) return undefined;
  const frame = await file.at(start, 200);
  const label = [frame.indexOf("Xing"), frame.indexOf("Info")].find((at) => at > 0 && at + 16 <= frame.length);
  if (label !== undefined) {
    const flags = frame.readUInt32BE(label + 4);
    const at = label + (flags & 1 ? 12 : 8);
    if (flags & 2 && start + frame.readUInt32BE(at) > file.bytes) return "truncated";
  }
  return { end: file.bytes, hasVideo: false, hasAudio: true };
};

/** AAC as a stream of ADTS frames (ISO/IEC 13818-7, section 6.2). */
export const readAac: ReadRecording = async (file) => {
  const start = await firstFrame(file, await afterTags(file), adtsFrameBytes);
  return start === undefined ? undefined : { end: file.bytes, hasVideo: false, hasAudio: true };
};

/** Ogg: pages that say how long they are (RFC 3533, section 6). The last one must be whole. */
export const readOgg: ReadRecording = async (file) => {
  const first = await file.at(0, 4096);
  const names = (wanted: string[]) => wanted.some((name) => first.includes(Buffer.from(name, "latin1")));
  const hasVideo = names(["\x80theora", "\x01video"]);
  const hasAudio = names(["OpusHead", "\x01vorbis", "\x7fFLAC", "Speex   "]);
  if (!hasVideo && !hasAudio) return undefined;
  const from = Math.max(0, file.bytes - OGG_PAGE_MAX_BYTES);
  const tail = await file.at(from, OGG_PAGE_MAX_BYTES);
  const last = tail.lastIndexOf("OggS");
  const count = tail[last + 26];
  if (last < 0) return undefined;
  if (count === undefined || last + 27 + count > tail.length) return "truncated";
  const content = tail.subarray(last + 27, last + 27 + count).reduce((sum, length) => sum + length, 0);
  const end = from + last + 27 + count + content;
  return end > file.bytes ? "truncated" : { end, hasVideo, hasAudio };
};

/** Where the sound begins behind ID3 tags, whose lengths have seven bits a byte (ID3v2.4, section 3.1). */
async function afterTags(file: Window): Promise<number> {
  let at = 0;
  for (let count = 0; count < 8; count += 1) {
    const head = await file.at(at, 10);
    if (head.length < 10 || head.toString("latin1", 0, 3) !== "ID3") break;
    at += 10 + head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  }
  return at;
}

/** Where several frames follow each other, behind some filling at most. */
async function firstFrame(
  file: Window,
  from: number,
  frameBytes: (head: Buffer) => number | undefined,
): Promise<number | undefined> {
  const head = await file.at(from, FILLING_MAX_BYTES);
  for (let start = head.indexOf(0xff); start >= 0; start = head.indexOf(0xff, start + 1)) {
    let at = from + start;
    let count = 0;
    while (count < FRAMES_IN_A_ROW && at < file.bytes) {
      const length = frameBytes(await file.at(at, 8));
      if (!length) break;
      at += length;
      count += 1;
    }
    if (count === FRAMES_IN_A_ROW) return from + start;
  }
  return undefined;
}

/** In kbit/s, for layer III of MPEG 1 and of MPEG 2 (ISO/IEC 11172-3, section 2.4.2.3; 13818-3). */
const BIT_RATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const SAMPLE_RATES = [44_100, 48_000, 32_000];

function mp3FrameBytes(head: Buffer): number | undefined {
  if (head.length < 4 || head[0] !== 0xff || ((head[1] ?? 0) & 0xe6) !== 0xe2) return undefined;
  const version = ((head[1] ?? 0) >> 3) & 3;
  const rate = SAMPLE_RATES[((head[2] ?? 0) >> 2) & 3];
  const kilobits = BIT_RATES[version === 3 ? "mpeg1" : "mpeg2"][(head[2] ?? 0) >> 4];
  if (version === 1 || !rate || !kilobits) return undefined;
  const padding = ((head[2] ?? 0) >> 1) & 1;
  const samplesEighth = version === 3 ? 144 : 72;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  return Math.floor((samplesEighth * kilobits * 1000) / (rate / divisor)) + padding;
}

function adtsFrameBytes(head: Buffer): number | undefined {
  if (head.length < 7 || head[0] !== 0xff || ((head[1] ?? 0) & 0xf6) !== 0xf0) return undefined;
  const length = (((head[3] ?? 0) & 3) << 11) | ((head[4] ?? 0) << 3) | ((head[5] ?? 0) >> 5);
  return length > 7 ? length : undefined;
}
