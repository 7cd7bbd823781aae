import { Readable } from "node:stream";
import yazl from "yazl";
import { describeError, log } from "./log.server";

/** A file of an archive. `path` is below the archive, with `/` between folders. */
export type ZipEntry = {
  path: string;
  content: string | (() => Promise<Readable>);
  /** In bytes, of what is streamed: the archive breaks off when there comes more or less. */
  bytes?: number;
  /** For what is text; photos, films and sound have been compressed before. */
  isCompressed?: boolean;
};

/**
 * Streams an archive (ZIP, above 4 GB as ZIP64), with the modification time `at` for each file. Entries are read one after
 * the other with back-pressure, so memory use does not depend on their size. The stream fails if an entry cannot be read.
 */
export function streamZip(entries: ZipEntry[], at: Date): Readable {
  const zip = new yazl.ZipFile();
  const archive = zip.outputStream as Readable;
  let current: Readable | undefined;
  const breakOff = (error: Error) => {
    log.error({ err: describeError(error) }, "an archive broke off");
    archive.destroy(error);
  };
  zip.on("error", breakOff);
  archive.on("close", () => current?.destroy());
  for (const { path, content, bytes, isCompressed = false } of entries) {
    const options = { mtime: at, compress: isCompressed, ...(bytes !== undefined && { size: bytes }) };
    const open = typeof content === "string" ? async () => Readable.from([Buffer.from(content)]) : content;
    zip.addReadStreamLazy(path, options, (give) => {
      if (archive.destroyed) return;
      open().then((source) => {
        current = source.on("error", breakOff);
        if (archive.destroyed) source.destroy();
        else give(null, source);
      }, breakOff);
    });
  }
  zip.end();
  return archive;
}
