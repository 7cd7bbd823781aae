import { type Box, boxesIn, readBox } from "../inspection/iso-media.server";
import { MAX_PARTS, type StoredFile } from "../inspection/stored-file.server";
import type { Patch } from "./patch";
import { sampleChunks } from "./sample-chunks.server";

/** What players need. Phones and cameras write places into any of the other boxes: `udta`, `meta`, `uuid`, `gps `. */
const KEPT: Record<string, string[]> = {
  file: ["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx", "ssix", "prft", "wide"],
  moov: ["mvhd", "trak", "mvex"],
  trak: ["tkhd", "tref", "edts", "mdia", "tapt", "clip", "matt", "load"],
  mdia: ["mdhd", "hdlr", "minf", "elng"],
};

/** Video and sound. Others hold a place for each second: `gpmd` of GoPro, `camm`, `mebx`, DJI's subtitles. */
const KEPT_TRACKS = ["vide", "soun"];

/** The other boxes become `free` boxes of zeros (ISO/IEC 14496-12, section 8.1.2). */
export async function isoPatches(file: StoredFile): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (let at = 0, count = 0; at < file.bytes && count < MAX_PARTS; count += 1) {
    const box = readBox(await file.read(at, 16), at, file.bytes);
    if (!box || box.end > file.bytes) break;
    if (!KEPT.file?.includes(box.type)) patches.push(...freed(box, at));
    if (box.type === "moov") patches.push(...moviePatches(await file.read(box.content, box.end - box.content), box));
    at = box.end;
  }
  return patches;
}

function freed(box: Box, start: number): Patch[] {
  const type = { start: start + 4, end: start + 8, head: Buffer.from("free") };
  return [type, { start: box.content, end: box.end }];
}

function moviePatches(movie: Buffer, { content: at }: Box): Patch[] {
  return patchesIn("moov", movie, at).concat(
    childrenOf(movie, at, "trak").flatMap((track) => {
      const [media] = childrenOf(track.content, track.at, "mdia");
      const [handler] = media ? childrenOf(media.content, media.at, "hdlr") : [];
      if (!media || !handler) return patchesIn("trak", track.content, track.at);
      const kind = handler.content.toString("latin1", 8, 12);
      if (!KEPT_TRACKS.includes(kind)) return [...freed(track.box, track.start), ...samplesOf(media.content)];
      return [...patchesIn("trak", track.content, track.at), ...patchesIn("mdia", media.content, media.at)];
    }),
  );
}

function patchesIn(parent: string, content: Buffer, at: number): Patch[] {
  return boxesIn(content)
    .filter(({ type }) => !KEPT[parent]?.includes(type))
    .flatMap((box) => freed({ ...box, content: at + box.content, end: at + box.end }, at + box.start));
}

/** `at` and the offsets of `box` are those in the file. */
function childrenOf(content: Buffer, at: number, wanted: string) {
  return boxesIn(content)
    .filter(({ type }) => type === wanted)
    .map(({ start, ...box }) => ({
      start: at + start,
      box: { ...box, content: at + box.content, end: at + box.end },
      at: at + box.content,
      content: content.subarray(box.content, box.end),
    }));
}

function samplesOf(media: Buffer): Patch[] {
  const [information] = childrenOf(media, 0, "minf");
  const [table] = information ? childrenOf(information.content, 0, "stbl") : [];
  return table ? sampleChunks((type) => childrenOf(table.content, 0, type)[0]?.content) : [];
}
