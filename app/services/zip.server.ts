import { Readable } from "node:stream";
import yazl from "yazl";
import { describeError, log } from "./log.server";

/** `path` is inside the archive, with `/` between folders. */
export type ZipEntry = {
  path: string;
  content: string | (() => Promise<Readable>);
  /** The stream fails if the content is shorter or longer. */
  bytes?: number;
  isCompressed?: boolean;
};

/** ZIP64 above 4 GB. Entries are read one at a time with back-pressure; the stream fails if one cannot be read. */
export function streamZip(entries: ZipEntry[], at: Date): Readable {
  const zip = new yazl.ZipFile();
  const archive = zip.outputStream as Readable;
  let current: Readable | undefined;
  const breakOff = (error: Error) => {
    log.error({ err: describeError(error) }, "an archive download was interrupted");
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
