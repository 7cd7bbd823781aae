import type { Readable } from "node:stream";
import { PICTURE } from "~/keepsake/content";

/** A page with each picture in the place of its mark, as `data:` in base64: one is in memory at a time. */
export async function* withPictures(page: string, read: (id: string) => Promise<Readable>): AsyncGenerator<Buffer> {
  // Every second part is what the mark says, which the expression's one group catches.
  for (const [index, part] of page.split(PICTURE).entries()) {
    if (index % 2 === 0) yield Buffer.from(part);
    else yield Buffer.from(`src="data:image/webp;base64,${(await wholeOf(await read(part))).toString("base64")}"`);
  }
}

async function wholeOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
