/** In uploaded bytes; each leaves about two bytes of garbage. */
const COLLECT_AFTER = 16 * 1024 * 1024;

let uncollected = 0;

/**
 * Frees the chunks of uploads while they are young: V8 marks the whole heap when their buffers have grown by a few
 * dozen megabytes, which takes longer than storing them. Needs `--expose-gc`.
 * @param bytes received since the last call
 */
export function freeChunks(bytes: number): void {
  uncollected += bytes;
  if (uncollected < COLLECT_AFTER) return;
  uncollected = 0;
  globalThis.gc?.({ type: "minor" });
}
