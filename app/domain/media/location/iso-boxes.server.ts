import { boxesIn } from "../inspection/iso-media.server";
import type { Patch } from "./patch";

/** Bytes of a file. */
export type Range = { start: number; end: number };

/** What players need. Phones and cameras write places into any of the other boxes: `udta`, `meta`, `uuid`, `gps `. */
export const KEPT: Record<string, string[]> = {
  file: ["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx", "ssix", "prft", "wide"],
  moov: ["mvhd", "trak", "mvex"],
  trak: ["tkhd", "tref", "edts", "mdia", "tapt", "clip", "matt", "load"],
  mdia: ["mdhd", "hdlr", "minf", "elng"],
  moof: ["mfhd", "traf"],
  traf: ["tfhd", "tfdt", "trun", "sbgp", "sgpd", "subs", "saiz", "saio"],
};

/** Turns adjacent boxes into a `free` box (ISO/IEC 14496-12, section 8.1.2), or a rest under 8 bytes into zeros. */
export function freed({ start, end }: Range): Patch {
  if (end - start < 8) return { start, end };
  const head = Buffer.alloc(8, "\0\0\0\0free");
  head.writeUInt32BE(end - start);
  return { start, end, head };
}

/** Frees what players do not need, and what is no box. `content` is at byte `at` of the file. */
export function patchesIn(parent: string, content: Buffer, at: number): Patch[] {
  const unneeded: Range[] = [];
  const boxes = boxesIn(content);
  for (const { type, start, end } of boxes) {
    if (!KEPT[parent]?.includes(type)) addRange(unneeded, { start: at + start, end: at + end });
  }
  addRange(unneeded, { start: at + (boxes.at(-1)?.end ?? 0), end: at + content.length });
  return unneeded.map(freed);
}

/** Ranges that touch become one. */
export function addRange(ranges: Range[], range: Range): void {
  const last = ranges.at(-1);
  if (last?.end === range.start) last.end = range.end;
  else ranges.push(range);
}

/** `at` and the offsets of `box` are those in the file. */
export function childrenOf(content: Buffer, at: number, wanted: string) {
  return boxesIn(content)
    .filter(({ type }) => type === wanted)
    .map(({ start, ...box }) => ({
      start: at + start,
      end: at + box.end,
      at: at + box.content,
      content: content.subarray(box.content, box.end),
    }));
}

/** 0 past the end. */
export const numberAt = (content: Buffer, at: number) => (at + 4 <= content.length ? content.readUInt32BE(at) : 0);
