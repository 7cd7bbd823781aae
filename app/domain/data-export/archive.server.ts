import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";

/** In bytes, of a page or a list. */
const TEXT_MAX_BYTES = 64 * 1024 * 1024;

export type Archive = {
  has: (path: string) => boolean;
  /** @throws Error when there is no such file, it is damaged, or it is too large for a text */
  readText: (path: string) => Promise<string>;
  /** One file at a time; its content is not compared with its checksum. */
  open: (path: string) => Promise<Readable>;
  close: () => void;
};

/** @throws Error for a file that is no ZIP, or has names that lead out of it */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  const entries = await entriesOf(zip);
  const find = (path: string) => {
    const entry = entries.get(path);
    if (!entry) throw new Error(`${path} is not in the archive.`);
    return entry;
  };
  return {
    has: (path) => entries.has(path),
    async readText(path) {
      const entry = find(path);
      if (entry.uncompressedSize > TEXT_MAX_BYTES) throw new Error(`${path} is too large.`);
      const text = await buffer(await zip.openReadStreamPromise(entry));
      if (crc32(text) !== entry.crc32) throw new Error(`${path} is damaged.`);
      return text.toString("utf8");
    },
    open: (path) => zip.openReadStreamPromise(find(path)),
    close: () => zip.close(),
  };
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}
