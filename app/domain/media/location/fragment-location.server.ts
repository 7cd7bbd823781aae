import { childrenOf, freed, numberAt, patchesIn, type Range } from "./iso-boxes.server";
import type { Patch } from "./patch";

/** Default sample size by track; undefined for removed tracks. */
export type KeptTracks = Map<number, number>;

/** Flags of `tfhd` and `trun` (ISO/IEC 14496-12, sections 8.8.7 and 8.8.8). */
const HAS = { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, baseIsFragment: 0x2_0000 };
const RUN_HAS = { offset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 };

/**
 * Patches of a fragment that starts at `start`, with its content at `at`, and of the data after it. `kept` are the
 * ranges of the remaining tracks in that data; undefined if that is all of it.
 */
export function fragmentPatches(
  fragment: Buffer,
  { at, start }: { at: number; start: number },
  tracks: KeptTracks,
): { patches: Patch[]; kept: Range[] | undefined } {
  const patches = patchesIn("moof", fragment, at);
  const kept: Range[] = [];
  let isWhole = true;
  let dataEnd = start;
  for (const part of childrenOf(fragment, at, "traf")) {
    const [header] = childrenOf(part.content, part.at, "tfhd");
    const head = header && readHeader(header.content);
    const sampleSize = head && tracks.get(head.track);
    const base = head?.base ?? (head?.baseIsFragment ? start : dataEnd);
    const ranges = runsIn(part.content, base, head?.size ?? sampleSize ?? 0);
    dataEnd = ranges.at(-1)?.end ?? dataEnd;
    if (sampleSize === undefined) {
      isWhole = false;
      patches.push(freed(part));
    } else {
      kept.push(...ranges);
      patches.push(...patchesIn("traf", part.content, part.at));
    }
  }
  return { patches, kept: isWhole ? undefined : kept };
}

export function dataPatches(data: Range, kept: Range[]): Patch[] {
  const patches: Patch[] = [];
  let at = data.start;
  for (const { start, end } of kept.toSorted((one, other) => one.start - other.start)) {
    if (start > at) patches.push({ start: at, end: Math.min(start, data.end) });
    at = Math.max(at, end);
    if (at >= data.end) break;
  }
  if (at < data.end) patches.push({ start: at, end: data.end });
  return patches;
}

function readHeader(header: Buffer) {
  const flags = numberAt(header, 0);
  let at = 8;
  const take = (flag: number, bytes: number) => {
    if (!(flags & flag)) return undefined;
    at += bytes;
    return at - bytes;
  };
  const base = take(HAS.base, 8);
  take(HAS.description, 4);
  take(HAS.duration, 4);
  const size = take(HAS.size, 4);
  return {
    track: numberAt(header, 4),
    base: base === undefined ? undefined : numberAt(header, base) * 2 ** 32 + numberAt(header, base + 4),
    size: size === undefined ? undefined : numberAt(header, size),
    baseIsFragment: Boolean(flags & HAS.baseIsFragment),
  };
}

/** The data of each run; one without an offset follows the one before. */
function runsIn(part: Buffer, base: number, sampleSize: number): Range[] {
  const ranges: Range[] = [];
  for (const { content: run } of childrenOf(part, 0, "trun")) {
    const flags = numberAt(run, 0);
    const offset = flags & RUN_HAS.offset ? numberAt(run, 8) | 0 : undefined;
    const start = offset === undefined ? (ranges.at(-1)?.end ?? base) : base + offset;
    ranges.push({ start, end: start + runBytes(run, flags, sampleSize) });
  }
  return ranges;
}

function runBytes(run: Buffer, flags: number, sampleSize: number): number {
  const count = numberAt(run, 4);
  if (!(flags & RUN_HAS.size)) return count * sampleSize;
  const first = 8 + (flags & RUN_HAS.offset ? 4 : 0) + (flags & RUN_HAS.firstFlags ? 4 : 0);
  const { duration, size, flags: ofSample, shift } = RUN_HAS;
  const stride = 4 * [duration, size, ofSample, shift].filter((field) => flags & field).length;
  const sizeAt = flags & duration ? 4 : 0;
  let bytes = 0;
  for (let at = first; at + stride <= run.length && at < first + count * stride; at += stride) {
    bytes += numberAt(run, at + sizeAt);
  }
  return bytes;
}
