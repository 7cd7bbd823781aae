import { MAX_PARTS } from "../inspection/stored-file.server";
import type { Patch } from "./patch";

type FindBox = (type: string) => Buffer | undefined;

/** Where the data of a track is in its file, chunk by chunk (ISO/IEC 14496-12, sections 8.7.3 to 8.7.5). */
export function sampleChunks(find: FindBox): Patch[] {
  const samplesIn = samplesPerChunk(find("stsc"));
  const bytesOf = sampleBytes(find("stsz"));
  let sample = 0;
  return chunkOffsets(find)
    .slice(0, MAX_PARTS)
    .map((start, index) => {
      const count = samplesIn(index + 1);
      const bytes = bytesOf(sample, count);
      sample += count;
      return { start, end: start + bytes };
    });
}

function chunkOffsets(find: FindBox): number[] {
  const [short, long] = [find("stco"), find("co64")];
  if (short) return entriesOf(short, 4).map((entry) => entry.readUInt32BE(0));
  return long ? entriesOf(long, 8).map((entry) => Number(entry.readBigUInt64BE(0))) : [];
}

/** Each entry holds up to the first chunk of the next one. */
function samplesPerChunk(box: Buffer | undefined): (chunk: number) => number {
  const entries = box ? entriesOf(box, 12) : [];
  const runs = entries.map((entry) => ({ first: entry.readUInt32BE(0), count: entry.readUInt32BE(4) }));
  let run = 0;
  return (chunk) => {
    while (chunk >= (runs[run + 1]?.first ?? Number.POSITIVE_INFINITY)) run += 1;
    return runs[run]?.count ?? 0;
  };
}

function sampleBytes(box: Buffer | undefined): (first: number, count: number) => number {
  if (!box || box.length < 12) return () => 0;
  const equal = box.readUInt32BE(4);
  if (equal > 0) return (_, count) => count * equal;
  const sizes = entriesOf(box.subarray(4), 4).map((entry) => entry.readUInt32BE(0));
  return (first, count) => sizes.slice(first, first + count).reduce((sum, size) => sum + size, 0);
}

/** After version, flags and a count, which may claim more than there is. */
function entriesOf(box: Buffer, bytes: number): Buffer[] {
  const there = Math.floor(Math.max(0, box.length - 8) / bytes);
  const count = box.length < 8 ? 0 : Math.min(there, box.readUInt32BE(4));
  return Array.from({ length: count }, (_, index) => box.subarray(8 + index * bytes, 8 + (index + 1) * bytes));
}
