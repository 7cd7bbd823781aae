import { describe, expect, it } from "vitest";
import { MEDIA_MAX_BYTES, type MediaKind } from "~/domain/media/media";
import { uploadRefusal } from "~/domain/media/refusals";
import { earlyRefusal, type GivenFile, kindOf } from "./early-refusal";

const photo: GivenFile = { kind: "photo", name: "mia.jpg", type: "image/jpeg", size: 1000 };
const there = (kind: MediaKind, count: number) => Array.from({ length: count }, () => ({ kind, bytes: 1000 }));

describe("an early refusal", () => {
  it("has the server's own message", () => {
    expect(earlyRefusal({ ...photo, size: 0 }, "letter", [])).toBe(
      uploadRefusal("empty", { kind: "photo", fileName: "mia.jpg" }),
    );
  });

  it.each<[string, Partial<GivenFile>, RegExp]>([
    ["is too large", { size: MEDIA_MAX_BYTES.photo + 1 }, /too large: a photo can be up to 25 MB/],
    ["is a drawing", { type: "image/svg+xml" }, /SVG drawing/],
    ["is a photo that few can open", { type: "image/heic" }, /HEIC photo/],
    ["is one of which the browser does not know it", { name: "IMG_1.HEIC", type: "" }, /HEIC photo/],
    ["is a film among the photos", { type: "video/mp4" }, /is a video. Please add it to the videos/],
    ["is a photo among the recordings", { kind: "audio" }, /is a photo. Please add it to the photos/],
    ["is no kind of it", { kind: undefined, type: "application/pdf" }, /isn’t a photo, a video or a recording/],
  ])("%s", (_, change, sentence) => {
    expect(earlyRefusal({ ...photo, ...change }, "letter", [])).toMatch(sentence);
  });

  it("applies to one file more than the vault takes", () => {
    expect(earlyRefusal(photo, "letter", there("video", 1))).toMatch(/takes one file/);
    expect(earlyRefusal(photo, "future-self", there("photo", 4))).toBeUndefined();
    expect(earlyRefusal(photo, "future-self", there("photo", 5))).toMatch(/takes up to 5 files/);
  });

  it("finds the kind by the name if the browser has no type", () => {
    expect(["a.heic", "a.mkv", "a.M4A", "a.pdf"].map((name) => kindOf({ type: "", name }))).toEqual([
      "photo",
      "video",
      "audio",
      undefined,
    ]);
  });

  it("leaves to the server what only it can check", () => {
    expect(earlyRefusal(photo, "letter", [])).toBeUndefined();
    expect(earlyRefusal({ ...photo, type: "" }, "letter", [])).toBeUndefined();
    expect(earlyRefusal({ ...photo, size: MEDIA_MAX_BYTES.photo }, "letter", [])).toBeUndefined();
    expect(earlyRefusal({ kind: "audio", name: "voice.webm", type: "video/webm", size: 9 }, "letter", [])).toBe(
      undefined,
    );
  });
});
