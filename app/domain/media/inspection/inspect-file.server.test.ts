import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { HARMLESS } from "../../../../tests/corpus/harmless";
import { HOSTILE } from "../../../../tests/corpus/hostile";
import * as photos from "../../../../tests/corpus/photos";
import * as recordings from "../../../../tests/corpus/recordings";
import { copyWidths, type MediaKind } from "../media";
import { UPLOAD_REFUSALS, uploadRefusal } from "../refusals";
import { inspectFile } from "./inspect-file.server";
import { fileInMemory, type StoredFile } from "./stored-file.server";

const inspect = async (kind: MediaKind, content: Buffer | Promise<Buffer>) =>
  inspectFile(fileInMemory(kind, await content));

const isoHead = Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1");
const liveMatroskaHead = Buffer.from("1a45dfa38b42868101428284776562" + "6d1853806701ffffffffffffff", "hex");

function nestedBoxes(count: number): Buffer {
  const boxes = Buffer.alloc(count * 8, "\0\0\0\0trak");
  for (let at = 0; at < boxes.length; at += 8) boxes.writeUInt32BE(boxes.length - at, at);
  boxes.write("moov", 4);
  return Buffer.concat([isoHead, boxes]);
}

describe("an accepted format", () => {
  it.each(HARMLESS)("$name is accepted as $contentType", async ({ kind, make, contentType, size }) => {
    expect(await inspect(kind, Promise.resolve(make()))).toMatchObject({ ok: true, contentType, ...size });
  });
});

describe("a photo", () => {
  it("has the mean colour of its pixels", async () => {
    const flat = sharp({ create: { width: 30, height: 20, channels: 3, background: "#336699" } });
    expect(await inspect("photo", flat.png().toBuffer())).toMatchObject({ colour: "#336699" });
    const clear = sharp({ create: { width: 30, height: 20, channels: 4, background: "#33669900" } });
    expect(await inspect("photo", clear.png().toBuffer())).toMatchObject({ colour: "#ffffff" });
    const grey = sharp({ create: { width: 30, height: 20, channels: 3, background: "#777777" } }).grayscale();
    expect(await inspect("photo", grey.png().toBuffer())).toMatchObject({ colour: "#777777" });
  });

  it("may be followed by padding and by what cameras add", async () => {
    const jpeg = await photos.jpeg();
    for (const rest of [Buffer.alloc(5_000), Buffer.from("\r\n"), jpeg, recordings.mp4()]) {
      expect(await inspect("photo", Buffer.concat([jpeg, rest]))).toMatchObject({ ok: true });
    }
  });

  it("gets upright copies that are no wider than the photo and have no metadata", async () => {
    const original = await photos.phoneJpeg(1500, 2000);
    expect((await sharp(original).metadata()).exif?.includes("Amberkeep")).toBe(true);
    const result = await inspect("photo", original);
    const copies = result.ok ? (result.copies ?? []) : [];
    expect(copies.map(({ width }) => width).sort((a, b) => a - b)).toEqual(copyWidths(1500));
    for (const { width, content } of copies) {
      const { exif, icc, xmp, orientation, ...copy } = await sharp(content).metadata();
      expect(copy).toMatchObject({ format: "webp", width: Math.min(width, 1500) });
      expect(copy.height).toBe(Math.round((copy.width * 2000) / 1500));
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
      const blueAt = (x: number) => data[(Math.floor(info.height / 2) * info.width + x) * info.channels + 2] ?? 0;
      expect(blueAt(2)).toBeGreaterThan(150);
      expect(blueAt(info.width - 3)).toBeLessThan(100);
    }
  });

  it("may be as long and narrow as a panorama", async () => {
    const tower = sharp({ create: { width: 600, height: 40_000, channels: 3, background: "#336699" } });
    const result = await inspect("photo", tower.png().toBuffer());
    expect(result).toMatchObject({ ok: true, width: 600, height: 40_000 });
  });
});

describe("several photos at once", () => {
  it("are held in memory one at a time", async () => {
    const content = await photos.heavyJpeg(300_000);
    let held = 0;
    let mostHeld = 0;
    const file: StoredFile = {
      kind: "photo",
      bytes: content.length,
      async read(start, length) {
        if (length === content.length) {
          mostHeld = Math.max(mostHeld, ++held);
          await setImmediate();
          held -= 1;
        }
        return content.subarray(start, start + length);
      },
    };
    const results = await Promise.all([file, file, file].map(inspectFile));
    expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(mostHeld).toBe(1);
  });
});

describe("a recording", () => {
  it("may be followed by an ID3v1 tag", async () => {
    const tag = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125, "a")]);
    expect(await inspect("audio", Buffer.concat([recordings.mp3(), tag]))).toMatchObject({ ok: true });
  });
});

describe("a refused file", () => {
  it.each(HOSTILE)("$name in the field for $kind is refused: $reason", async ({ kind, make, reason, found }) => {
    expect(await inspect(kind, Promise.resolve(make()))).toEqual({ ok: false, reason, ...(found && { found }) });
  });

  it("has a message of its own for each reason", () => {
    const messages = UPLOAD_REFUSALS.map((reason) => uploadRefusal(reason, { kind: "photo", fileName: "mia.jpg" }));
    expect(new Set(messages).size).toBe(UPLOAD_REFUSALS.length);
  });

  it.each([
    ["damaged", "tiny boxes", "video", isoHead, Buffer.from("\0\0\0\x08free", "latin1")],
    ["damaged", "one movie box", "video", Buffer.concat([isoHead, Buffer.from("\x06\0\0\0moov")]), Buffer.alloc(8)],
    ["damaged", "nested boxes and zeros", "video", nestedBoxes(1_000_000), Buffer.alloc(8)],
    ["truncated", "empty elements", "video", liveMatroskaHead, Buffer.from([0xec, 0x80])],
    ["damaged", "zeros for elements", "video", liveMatroskaHead, Buffer.alloc(8)],
    [
      "truncated",
      "empty chunks",
      "audio",
      Buffer.from("RIFF\xf0\xff\x3f\x06WAVE", "latin1"),
      Buffer.from("junk\0\0\0\0"),
    ],
    ["damaged", "overlapping frames", "audio", Buffer.alloc(0), Buffer.from([0xff, 0xf1, 0xff, 0xf1])],
  ] as const)(
    "is %s after a limited number of reads when it has 100 MB of %s",
    async (reason, _, kind, head, repeated) => {
      const bytes = 100 * 1024 * 1024;
      let bytesRead = 0;
      const read = async (start: number, length: number) => {
        const content = Buffer.alloc(Math.min(length, bytes - start));
        for (let at = 0; at < content.length; at += 1) content[at] = repeated[(start + at) % repeated.length] ?? 0;
        if (start < head.length) head.copy(content, 0, start);
        bytesRead += content.length;
        return content;
      };
      expect(await inspectFile({ kind, bytes, read })).toEqual({ ok: false, reason });
      expect(bytesRead).toBeLessThan(20 * 1024 * 1024);
    },
  );

  it("never makes the inspection throw, however it is damaged", async () => {
    const whole = await Promise.all([
      photos.jpeg(60, 40),
      photos.png(60, 40),
      photos.gif(60, 40),
      photos.webp(60, 40),
      recordings.mp4().subarray(0, 4_000),
      recordings.webm(),
      recordings.avi(),
      recordings.m4a(),
      recordings.ogg(),
      recordings.wav().subarray(0, 4_000),
      recordings.mp3(),
    ]);
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), changes, fc.nat(), async (file, changed, end) => {
        const damaged = Buffer.from(file.subarray(0, end % 3 === 0 ? end % (file.length + 1) : file.length));
        for (const [at, value] of changed)
          if (damaged.length > 0) damaged[at % Math.min(damaged.length, 2_000)] = value;
        for (const kind of ["photo", "video", "audio"] as const) {
          const result = await inspect(kind, Promise.resolve(damaged));
          expect(result.ok || UPLOAD_REFUSALS.includes(result.reason)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});
