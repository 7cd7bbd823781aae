import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** After how many bytes the used chunks are let go of; what comes in and goes into the store counts twice. */
const EACH_BYTES = 8 * 1024 * 1024;

type Collect = (options: { type: "minor" }) => void;

let collect: Collect | undefined;
let passed = 0;

/**
 * To be told of every chunk that a stream has passed on, with its length in bytes. V8 sees of a chunk only the small
 * object in front of it: left alone it lets 64 MB of used ones lie, then looks through the whole heap, and does so again
 * every tenth of a second while a long file passes. Collecting the young ones after every few megabytes takes a
 * millisecond, keeps the memory flat, and halves the work.
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
