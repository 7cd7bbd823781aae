import { type Box, boxesIn } from "../inspection/iso-media.server";
import type { Patch } from "./patch";

/** What players need. Phones and cameras write places into any of the other boxes: `udta`, `meta`, `uuid`, `gps `. */
export const KEPT: Record<string, string[]> = {
  file: ["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx", "ssix", "prft", "wide"],
  moov: ["mvhd", "trak", "mvex"],
  trak: ["tkhd", "tref", "edts", "mdia", "tapt", "clip", "matt", "load"],
  mdia: ["mdhd", "hdlr", "minf", "elng"],
  moof: ["mfhd", "traf"],
  traf: ["tfhd", "tfdt", "trun", "sbgp", "sgpd", "subs", "saiz", "saio"],
};

/** Turns a box that starts at `start` into a `free` one of zeros (ISO/IEC 14496-12, section 8.1.2). */
export function freed(box: Pick<Box, "content" | "end">, start: number): Patch[] {
  const type = { start: start + 4, end: start + 8, head: Buffer.from("free") };
  return [type, { start: box.content, end: box.end }];
}

/** Frees what players do not need of `content`, which is at byte `at` of the file. */
export function patchesIn(parent: string, content: Buffer, at: number): Patch[] {
  return boxesIn(content)
    .filter(({ type }) => !KEPT[parent]?.includes(type))
    .flatMap((box) => freed({ content: at + box.content, end: at + box.end }, at + box.start));
}

/** `at` and the offsets of `box` are those in the file. */
export function childrenOf(content: Buffer, at: number, wanted: string) {
  return boxesIn(content)
    .filter(({ type }) => type === wanted)
    .map(({ start, ...box }) => ({
      start: at + start,
      box: { ...box, content: at + box.content, end: at + box.end },
      at: at + box.content,
      content: content.subarray(box.content, box.end),
    }));
}

/** 0 past the end. */
export const numberAt = (content: Buffer, at: number) => (at + 4 <= content.length ? content.readUInt32BE(at) : 0);
