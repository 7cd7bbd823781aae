import { Readable } from "node:stream";
import yazl from "yazl";
import { log } from "./log.server";

/** `path` is inside the archive, with `/` between folders. */
export type ZipEntry = {
  path: string;
  /** Opened when it is its turn; undefined leaves it out. */
  content: string | (() => Promise<Readable | undefined>);
  isCompressed?: boolean;
};

/** ZIP64 above 4 GB. Entries are read one at a time with back-pressure; the stream fails if one cannot be read. */
export function streamZip(entries: ZipEntry[], at: Date): Readable {
  const zip = new yazl.ZipFile();
  const archive = zip.outputStream as Readable;
  let current: Readable | undefined;
  const abortArchive = (error: Error) => {
    log.error({ err: error }, "an archive download was interrupted");
    archive.destroy(error);
  };
  zip.on("error", abortArchive);
  archive.on("close", () => current?.destroy());
  addEntries(zip, entries, at, (source) => {
    current = source.on("error", abortArchive);
    if (archive.destroyed) source.destroy();
    return !archive.destroyed;
  }).catch(abortArchive);
  return archive;
}

async function addEntries(
  zip: yazl.ZipFile,
  entries: ZipEntry[],
  at: Date,
  begin: (source: Readable) => boolean,
): Promise<void> {
  for (const { path, content, isCompressed = false } of entries) {
    const source = typeof content === "string" ? Readable.from([Buffer.from(content)]) : await content();
    if (!source) continue;
    if (!begin(source)) return;
    const isRead = new Promise((resolve) => source.once("end", resolve).once("close", resolve));
    const options = { mtime: at, compress: isCompressed };
    zip.addReadStreamLazy(path, options, (give) => give(null, source));
    await isRead;
  }
  zip.end();
}
