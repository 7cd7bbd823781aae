import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** After how many bytes the used chunks are collected. */
const EACH_BYTES = 8 * 1024 * 1024;
/** What is shorter is not worth the call, and may lie in memory that node shares among many. */
const SHORTEST = 4096;

type Collect = (options: { type: "minor" }) => void;

let collect: Collect | undefined;
let passed = 0;

/**
 * Gives back the memory of a chunk at once, which only its owner may do: whoever still has it finds it empty. One that is a
 * piece of something larger stays as it is.
 */
export function letGo({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < SHORTEST || byteLength !== buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * To be told of every chunk that a stream has passed on, with its length in bytes. V8 sees of a chunk only the small object
 * in front of it: left alone it lets 64 MB of used ones lie, then looks through the whole heap, and does so again every
 * tenth of a second while a long file passes. Collecting the young ones after every few megabytes takes a millisecond and
 * keeps the memory flat. Where chunks wait long, as with many senders, they have to be let go of besides.
 */
export function chunkPassed(bytes: number): void {
  passed += bytes;
  if (passed < EACH_BYTES) return;
  passed = 0;
  collect ??= collector();
  collect({ type: "minor" });
}

function collector(): Collect {
  setFlagsFromString("--expose-gc");
  const found = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  return found;
}
