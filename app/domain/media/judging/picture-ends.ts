/**
 * Where a picture ends in the bytes that hold it, or undefined when its end is missing. Whether its inside is sound says
 * the decoder.
 */
export type FindEnd = (content: Buffer) => number | undefined;

/** ISO/IEC 10918-1, annex B: segments, and coded data in which FF is followed by 00 or a restart mark. */
export const jpegEnd: FindEnd = (content) => {
  const [marker, startOfScan, endOfImage] = [0xff, 0xda, 0xd9];
  let at = 2;
  for (;;) {
    at = content.indexOf(marker, at);
    if (at < 0 || at + 1 >= content.length) return undefined;
    const code = content[at + 1] ?? 0;
    if (code === marker) at += 1;
    else if (code === endOfImage) return at + 2;
    else if (code <= 0x01 || (code >= 0xd0 && code <= 0xd8)) at += 2;
    else if (at + 4 > content.length) return undefined;
    else at += 2 + content.readUInt16BE(at + 2);
    // Behind a scan's head everything up to the next mark is coded data, which the search above passes over.
    if (code === startOfScan && at >= content.length) return undefined;
  }
};

/** ISO/IEC 15948, section 5.3: length, type, data, checksum. */
export const pngEnd: FindEnd = (content) => {
  for (let at = 8; at + 12 <= content.length; ) {
    const length = content.readUInt32BE(at);
    const type = content.toString("latin1", at + 4, at + 8);
    at += 12 + length;
    if (type === "IEND") return at <= content.length ? at : undefined;
  }
  return undefined;
};

/** GIF89a specification, sections 18 to 27: colour tables are as long as their flags say, data come in sub-blocks. */
export const gifEnd: FindEnd = (content) => {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0);
  const byte = (at: number) => content[at] ?? 0;
  const afterSubBlocks = (from: number) => {
    let at = from;
    while (at < content.length && byte(at) !== 0) at += 1 + byte(at);
    return at + 1;
  };
  let at = 13 + tableBytes(byte(10));
  while (at < content.length) {
    const introducer = byte(at);
    if (introducer === 0x3b) return at + 1;
    if (introducer === 0x21) at = afterSubBlocks(at + 2);
    else if (introducer === 0x2c) at = afterSubBlocks(at + 11 + tableBytes(byte(at + 9)));
    else return undefined;
  }
  return undefined;
};

/** RIFF: the length stands behind the name; what is odd is filled up by a byte. */
export const webpEnd: FindEnd = (content) => {
  if (content.length < 12) return undefined;
  const length = content.readUInt32LE(4);
  if (8 + length > content.length) return undefined;
  return Math.min(content.length, 8 + length + (length % 2));
};

/** ISO/IEC 14496-12, section 4.2: boxes in a row. What is no box any more is behind the end. */
export const avifEnd: FindEnd = (content) => {
  let at = 0;
  while (at + 8 <= content.length && /^[ -~]{4}$/.test(content.toString("latin1", at + 4, at + 8))) {
    const short = content.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= content.length;
    const size = isLong ? Number(content.readBigUInt64BE(at + 8)) : short || content.length - at;
    if (at + size > content.length) return undefined;
    if (size < 8) break;
    at += size;
  }
  return at;
};
