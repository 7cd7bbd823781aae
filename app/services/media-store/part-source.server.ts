import { type MediaSource, PartSuperseded, PartTooLong } from "./store.server";

const PIECE_BYTES = 256 * 1024;

/** The bytes of a source, those of a buffer in pieces, so that no step works on all of them at once. */
export function piecesOf(source: MediaSource): AsyncIterable<Uint8Array> {
  return Buffer.isBuffer(source) ? cut(source) : source;
}

async function* cut(whole: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < whole.length; from += PIECE_BYTES) yield whole.subarray(from, from + PIECE_BYTES);
}

/**
 * The bytes of a part without the first `skip`, which are there already.
 * @throws PartTooLong when more than `atMost` remain
 * @throws PartSuperseded as soon as `givenUp` says so, whether the source moves or hangs
 */
export async function* cutSource(
  source: MediaSource,
  { skip, atMost, givenUp }: { skip: number; atMost: number; givenUp: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(source)[Symbol.asyncIterator]();
  let giveUp: (reason: Error) => void = () => undefined;
  givenUp.addEventListener("abort", () => giveUp(new PartSuperseded()), { once: true });
  // Not a race against one promise for all pieces: that would hold every piece until the last has come.
  const nextPiece = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      giveUp = reject;
      pieces.next().then(resolve, reject);
    });
  let toSkip = skip;
  let left = atMost;
  for (;;) {
    if (givenUp.aborted) throw new PartSuperseded();
    const next = await nextPiece();
    if (next.done) return;
    const piece = next.value.subarray(Math.min(toSkip, next.value.length));
    toSkip -= next.value.length - piece.length;
    if (piece.length > left) throw new PartTooLong();
    left -= piece.length;
    if (piece.length > 0) yield piece;
  }
}
