import { type Box, readBox } from "../inspection/iso-media.server";
import { MAX_PARTS, type StoredFile } from "../inspection/stored-file.server";
import { dataPatches, fragmentPatches, type KeptTracks, type Range } from "./fragment-location.server";
import { childrenOf, freed, KEPT, numberAt, patchesIn } from "./iso-boxes.server";
import type { Patch } from "./patch";
import { sampleChunks } from "./sample-chunks.server";

/** Video and sound. Others hold a place for each second: `gpmd` of GoPro, `camm`, `mebx`, DJI's subtitles. */
const KEPT_TRACKS = ["vide", "soun"];
/** Larger tables of a fragment are not read, and its data is removed. */
const MAX_FRAGMENT_BYTES = 16 * 1024 * 1024;

export async function isoPatches(file: StoredFile): Promise<Patch[]> {
  const patches: Patch[] = [];
  let tracks: KeptTracks = new Map();
  let kept: Range[] | undefined;
  for (let at = 0, count = 0; at < file.bytes && count < MAX_PARTS; count += 1) {
    const box = readBox(await file.read(at, 16), at, file.bytes);
    if (!box || box.end > file.bytes) break;
    const content = { start: box.content, end: box.end };
    const length = box.end - box.content;
    if (!KEPT.file?.includes(box.type)) patches.push(...freed(box, at));
    if (box.type === "moov") {
      const movie = await file.read(box.content, length);
      patches.push(...moviePatches(movie, box));
      tracks = keptTracks(movie);
    }
    if (box.type === "moof") {
      const bytes = await file.read(box.content, Math.min(length, MAX_FRAGMENT_BYTES));
      const fragment = fragmentPatches(bytes, { at: box.content, start: at }, tracks);
      patches.push(...fragment.patches);
      kept = length > MAX_FRAGMENT_BYTES ? [] : fragment.kept;
    }
    if (box.type === "mdat" && kept) patches.push(...dataPatches(content, kept));
    at = box.end;
  }
  return patches;
}

function moviePatches(movie: Buffer, { content: at }: Box): Patch[] {
  return patchesIn("moov", movie, at).concat(
    childrenOf(movie, at, "trak").flatMap((track) => {
      const [media] = childrenOf(track.content, track.at, "mdia");
      if (media && !isKept(track.content)) return [...freed(track.box, track.start), ...samplesOf(media.content)];
      const inside = media ? patchesIn("mdia", media.content, media.at) : [];
      return [...patchesIn("trak", track.content, track.at), ...inside];
    }),
  );
}

function isKept(track: Buffer): boolean {
  const [media] = childrenOf(track, 0, "mdia");
  const [handler] = media ? childrenOf(media.content, 0, "hdlr") : [];
  return !handler || KEPT_TRACKS.includes(handler.content.toString("latin1", 8, 12));
}

/** With what fragments assume of their samples (`trex`). */
function keptTracks(movie: Buffer): KeptTracks {
  const [extended] = childrenOf(movie, 0, "mvex");
  const defaults = extended ? childrenOf(extended.content, 0, "trex").map(({ content }) => content) : [];
  const ids = childrenOf(movie, 0, "trak").flatMap(({ content: track }) => {
    const [header] = childrenOf(track, 0, "tkhd");
    // Version 1 has times of 64 bits.
    return header && isKept(track) ? [numberAt(header.content, header.content[0] === 1 ? 20 : 12)] : [];
  });
  const defaultsOf = (id: number) => defaults.find((one) => numberAt(one, 4) === id) ?? Buffer.alloc(0);
  return new Map(ids.map((id) => [id, numberAt(defaultsOf(id), 16)]));
}

function samplesOf(media: Buffer): Patch[] {
  const [information] = childrenOf(media, 0, "minf");
  const [table] = information ? childrenOf(information.content, 0, "stbl") : [];
  return table ? sampleChunks((type) => childrenOf(table.content, 0, type)[0]?.content) : [];
}
