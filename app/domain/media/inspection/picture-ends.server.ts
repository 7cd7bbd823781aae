import { readBox } from "./iso-media.server";

/** Returns the offset of a picture's end; undefined when the end is missing. */
export type FindEnd = (content: Buffer) => number | undefined;

/** ISO/IEC 10918-1, annex B: segments, and coded data in which FF is followed by 00 or a restart marker. */
export const jpegEnd: FindEnd = (content) => {
  const [marker, endOfImage] = [0xff, 0xd9];
  for (let at = content.indexOf(marker, 2); at >= 0 && at + 1 < content.length; at = content.indexOf(marker, at)) {
    const code = content[at + 1] ?? 0;
    if (code === endOfImage) return at + 2;
    if (code === marker) at += 1;
    else if (code <= 0x01 || (code >= 0xd0 && code <= 0xd8)) at += 2;
    else if (at + 4 > content.length) return undefined;
    else at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
};

/** ISO/IEC 15948, section 5.3: chunks of a length, a type, data and a checksum. */
export const pngEnd: FindEnd = (content) => {
  for (let at = 8; at + 12 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at);
    if (content.toString("latin1", at + 4, at + 8) === "IEND") return end <= content.length ? end : undefined;
    at = end;
  }
  return undefined;
};

/** GIF89a specification, sections 18 to 27: blocks of sub-blocks, and colour tables whose length is in a flag. */
export const gifEnd: FindEnd = (content) => {
  const byte = (at: number) => content[at] ?? 0;
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);
  const skipSubBlocks = (from: number) => {
    let at = from;
    while (byte(at) !== 0) at += 1 + byte(at);
    return at + 1;
  };
  for (let at = 13 + tableBytes(byte(10)); at < content.length; ) {
    const introducer = byte(at);
    if (introducer === 0x3b) return at + 1;
    if (introducer === 0x21) at = skipSubBlocks(at + 2);
    else if (introducer === 0x2c) at = skipSubBlocks(at + 11 + tableBytes(byte(at + 9)));
    else return undefined;
  }
  return undefined;
};

export const webpEnd: FindEnd = (content) => {
  if (content.length < 12) return undefined;
  const end = 8 + content.readUInt32LE(4);
  return end > content.length ? undefined : Math.min(content.length, end + (end % 2));
};

export const avifEnd: FindEnd = (content) => {
  let end = 0;
  for (;;) {
    const box = readBox(content.subarray(end, end + 16), end, content.length);
    if (!box) return end;
    if (box.end > content.length) return undefined;
    end = box.end;
  }
};
