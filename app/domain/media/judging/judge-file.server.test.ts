import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { HARMLESS } from "../../../../tests/corpus/harmless";
import { HOSTILE } from "../../../../tests/corpus/hostile";
import * as photos from "../../../../tests/corpus/photos";
import * as recordings from "../../../../tests/corpus/recordings";
import { copyWidths, type MediaKind } from "../media";
import { UPLOAD_REFUSALS, uploadRefusal } from "../refusals";
import { judgeFile } from "./judge-file.server";
import { heldFile } from "./stored-file.server";

const judge = async (kind: MediaKind, content: Buffer | Promise<Buffer>) => judgeFile(heldFile(kind, await content));

describe("a file of every kind", () => {
  it.each(HARMLESS)("like $name is taken as $contentType", async ({ kind, make, contentType, size }) => {
    expect(await judge(kind, Promise.resolve(make()))).toMatchObject({ ok: true, contentType, ...size });
  });
});

describe("a photo", () => {
  it("has the colour that it has from far away", async () => {
    const flat = sharp({ create: { width: 30, height: 20, channels: 3, background: "#336699" } });
    expect(await judge("photo", flat.png().toBuffer())).toMatchObject({ colour: "#336699" });
    const clear = sharp({ create: { width: 30, height: 20, channels: 4, background: "#33669900" } });
    expect(await judge("photo", clear.png().toBuffer())).toMatchObject({ colour: "#ffffff" });
    const grey = sharp({ create: { width: 30, height: 20, channels: 3, background: "#777777" } }).grayscale();
    expect(await judge("photo", grey.png().toBuffer())).toMatchObject({ colour: "#777777" });
  });

  it("may have filling, and what cameras write, behind its end", async () => {
    const jpeg = await photos.jpeg();
    for (const rest of [Buffer.alloc(5_000), Buffer.from("\r\n"), jpeg, recordings.mp4()]) {
      expect(await judge("photo", Buffer.concat([jpeg, rest]))).toMatchObject({ ok: true });
    }
  });

  it("gets copies that are upright, no wider than itself, and say nothing about where it was taken", async () => {
    const original = await photos.phoneJpeg(1500, 2000);
    expect((await sharp(original).metadata()).exif?.includes("Amberkeep")).toBe(true);
    const verdict = await judge("photo", original);
    const copies = verdict.ok ? (verdict.copies ?? []) : [];
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
    const verdict = await judge("photo", tower.png().toBuffer());
    expect(verdict).toMatchObject({ ok: true, width: 600, height: 40_000 });
  });
});

describe("a recording", () => {
  it("may have the tag of an old player behind its end", async () => {
    const tag = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125, "a")]);
    expect(await judge("audio", Buffer.concat([recordings.mp3(), tag]))).toMatchObject({ ok: true });
  });
});

describe("a file that is no such thing", () => {
  it.each(HOSTILE)("like $name in the field for $kind is refused: $reason", async ({ kind, make, reason, found }) => {
    expect(await judge(kind, Promise.resolve(make()))).toEqual({ ok: false, reason, ...(found && { found }) });
  });

  it("is told so in a sentence of its own", () => {
    const sentences = UPLOAD_REFUSALS.map((reason) => uploadRefusal(reason, { kind: "photo", fileName: "mia.jpg" }));
    expect(new Set(sentences).size).toBe(UPLOAD_REFUSALS.length);
  });

  it("never brings the judge down, however it was damaged", async () => {
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
          const verdict = await judge(kind, Promise.resolve(damaged));
          expect(verdict.ok || UPLOAD_REFUSALS.includes(verdict.reason)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});
