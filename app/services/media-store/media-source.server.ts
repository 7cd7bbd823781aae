import { Readable } from "node:stream";
import { type MediaSource, PartSuperseded, PartTooLong } from "./store.server";

const piecesOf = (source: MediaSource): AsyncIterable<Uint8Array> =>
  Buffer.isBuffer(source) ? Readable.from([source]) : source;

/** The last chunk may be shorter or empty. All share one buffer: a chunk is valid until the next one is requested. */
export async function* chunksOf(
  source: MediaSource,
  chunkBytes: number,
): AsyncGenerator<{ content: Buffer; isLast: boolean }> {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let size = 0;
  for await (const piece of piecesOf(source)) {
    for (let from = 0; from < piece.length; ) {
      if (size === chunkBytes) {
        yield { content: chunk, isLast: false };
        size = 0;
      }
      const taken = piece.subarray(from, from + chunkBytes - size);
      chunk.set(taken, size);
      size += taken.length;
      from += taken.length;
    }
  }
  yield { content: chunk.subarray(0, size), isLast: true };
}

/** @throws PartTooLong when more than `atMost` remain, PartSuperseded as soon as `superseded` aborts */
export async function* restOf(
  source: MediaSource,
  { skip, atMost, superseded }: { skip: number; atMost: number; superseded: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(source)[Symbol.asyncIterator]();
  let giveUp: (reason: Error) => void = () => undefined;
  superseded.addEventListener("abort", () => giveUp(new PartSuperseded()), { once: true });
  // Racing every piece against one promise would keep all pieces in memory until that promise settles.
  const nextPiece = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      giveUp = reject;
      pieces.next().then(resolve, reject);
    });
  let toSkip = skip;
  let left = atMost;
  for (;;) {
    if (superseded.aborted) throw new PartSuperseded();
    const next = await nextPiece();
    if (next.done) return;
    const piece = next.value.subarray(Math.min(toSkip, next.value.length));
    toSkip -= next.value.length - piece.length;
    if (piece.length > left) throw new PartTooLong();
    left -= piece.length;
    if (piece.length > 0) yield piece;
  }
}
