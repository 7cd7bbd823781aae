import { readBox } from "../inspection/iso-media.server";
import { MAX_PARTS, type StoredFile } from "../inspection/stored-file.server";
import { dataPatches, fragmentPatches, type KeptTracks } from "./fragment-location.server";
import { addRange, childrenOf, freed, KEPT, numberAt, patchesIn, type Range } from "./iso-boxes.server";
import type { Patch } from "./patch";
import { sampleChunks } from "./sample-chunks.server";

/**
 * Video and sound. Other tracks may hold a position for each second: `gpmd` of GoPro, `camm`, `mebx`, DJI's subtitles.
 */
const KEPT_TRACKS = ["vide", "soun"];
/** Larger tables of a fragment are not read; they and its data are removed. */
const MAX_FRAGMENT_BYTES = 16 * 1024 * 1024;

export async function isoPatches(file: StoredFile): Promise<Patch[]> {
  const patches: Patch[][] = [];
  const unneeded: Range[] = [];
  let tracks: KeptTracks = new Map();
  let kept: Range[] | undefined;
  let at = 0;
  for (let count = 0; at < file.bytes && count < MAX_PARTS; count += 1) {
    const box = readBox(await file.read(at, 16), at, file.bytes);
    if (!box || box.end > file.bytes) break;
    const length = box.end - box.content;
    const isTooLong = box.type === "moof" && length > MAX_FRAGMENT_BYTES;
    if (isTooLong || !KEPT.file?.includes(box.type)) addRange(unneeded, { start: at, end: box.end });
    if (isTooLong) kept = [];
    else if (box.type === "moov") {
      const movie = await file.read(box.content, length);
      patches.push(moviePatches(movie, box.content));
      tracks = keptTracks(movie);
    } else if (box.type === "moof") {
      const fragment = fragmentPatches(await file.read(box.content, length), { at: box.content, start: at }, tracks);
      patches.push(fragment.patches);
      kept = fragment.kept;
    } else if (box.type === "mdat" && kept) patches.push(dataPatches({ start: box.content, end: box.end }, kept));
    at = box.end;
  }
  // Cameras append more after the last box, such as positions.
  addRange(unneeded, { start: at, end: file.bytes });
  return [...patches.flat(), ...unneeded.map(freed)];
}

function moviePatches(movie: Buffer, at: number): Patch[] {
  return patchesIn("moov", movie, at).concat(
    childrenOf(movie, at, "trak").flatMap((track) => {
      const [media] = childrenOf(track.content, track.at, "mdia");
      if (media && !isKept(track.content)) return [freed(track), ...samplesOf(media.content)];
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
  const sizes = new Map(defaults.map((one) => [numberAt(one, 4), numberAt(one, 16)]));
  const ids = childrenOf(movie, 0, "trak").flatMap(({ content: track }) => {
    const [header] = childrenOf(track, 0, "tkhd");
    // Version 1 has times of 64 bits.
    return header && isKept(track) ? [numberAt(header.content, header.content[0] === 1 ? 20 : 12)] : [];
  });
  return new Map(ids.map((id) => [id, sizes.get(id) ?? 0]));
}

function samplesOf(media: Buffer): Patch[] {
  const [information] = childrenOf(media, 0, "minf");
  const [table] = information ? childrenOf(information.content, 0, "stbl") : [];
  return table ? sampleChunks((type) => childrenOf(table.content, 0, type)[0]?.content) : [];
}
