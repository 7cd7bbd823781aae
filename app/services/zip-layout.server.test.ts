import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRandomAccessReaderPromise, RandomAccessReader } from "yauzl";
import { unpack } from "../../tests/factories/unpack";
import { layOutZip, readZip, type ZipLayout } from "./zip-layout.server";

const AT = new Date("2031-06-14T09:00:02Z");

const layoutOf = (contents: Map<string, Buffer>) =>
  layOutZip(
    [...contents].map(([path, content]) => ({ path, bytes: content.length, checksum: crc32(content) })),
    AT,
  );

function rangeOf(contents: Map<string, Buffer>, layout: ZipLayout, start: number, end: number): Promise<Buffer> {
  const all = [...contents.values()];
  const read = async (item: number, range: { start: number; end: number }) =>
    Readable.from([(all[item] ?? Buffer.alloc(0)).subarray(range.start, range.end + 1)]);
  return buffer(readZip(layout, { start, end }, read));
}

const CONTENTS = new Map([
  ["README.txt", Buffer.from("What is here.")],
  ["memories/01 für Mia/index.html", Buffer.from("<p>Liebe Mia</p>")],
  ["memories/01 für Mia/empty.txt", Buffer.alloc(0)],
  ["memories/01 für Mia/files/01 a film.mp4", Buffer.alloc(100_000, "film")],
]);

describe("an archive made from its layout", () => {
  it("unpacks to the same files with another library, and has the announced length", async () => {
    const layout = layoutOf(CONTENTS);
    const archive = await rangeOf(CONTENTS, layout, 0, layout.bytes - 1);
    expect(archive.length).toBe(layout.bytes);
    expect([...(await unpack(archive))]).toEqual([...CONTENTS]);
  });

  it("is the same in any ranges", async () => {
    const layout = layoutOf(CONTENTS);
    const whole = await rangeOf(CONTENTS, layout, 0, layout.bytes - 1);
    const at = fc.nat(layout.bytes - 1);
    await fc.assert(
      fc.asyncProperty(at, at, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        expect((await rangeOf(CONTENTS, layout, start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
      }),
    );
  });

  it("breaks off when a file is shorter than it was", async () => {
    const layout = layoutOf(CONTENTS);
    const shorter = new Map([...CONTENTS].map(([path, content]) => [path, content.subarray(0, -1)]));
    await expect(rangeOf(shorter, layout, 0, layout.bytes - 1)).rejects.toThrow("length");
  });

  it("may have files and offsets above 4 GB, and more than 65,535 files", async () => {
    const items = [
      { path: "large.mov", bytes: 5 * 2 ** 30, checksum: 1 },
      { path: "behind it.txt", bytes: 3, checksum: 2 },
      ...Array.from({ length: 66_000 }, (_, index) => ({ path: `many/${index}`, bytes: 0, checksum: 0 })),
    ];
    const layout = layOutZip(items, AT);
    const zip = await fromRandomAccessReaderPromise(new LayoutReader(layout), layout.bytes, {
      autoClose: false,
      lazyEntries: true,
    });
    expect(zip.entryCount).toBe(66_002);
    const entries = zip.eachEntry();
    const [large, behind] = [(await entries.next()).value, (await entries.next()).value];
    expect(large).toMatchObject({ fileName: "large.mov", uncompressedSize: 5 * 2 ** 30 });
    expect(behind).toMatchObject({ fileName: "behind it.txt", uncompressedSize: 3 });
    expect(behind?.relativeOffsetOfLocalHeader).toBeGreaterThan(5 * 2 ** 30);
  });
});

/** Reads only what is asked for: of zeros in place of the files. */
class LayoutReader extends RandomAccessReader {
  constructor(private readonly layout: ZipLayout) {
    super();
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const zeros = async (_: number, range: { start: number; end: number }) =>
      Readable.from([Buffer.alloc(range.end - range.start + 1)]);
    return Readable.from(readZip(this.layout, { start, end: end - 1 }, zeros));
  }
}
