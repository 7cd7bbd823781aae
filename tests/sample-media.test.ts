import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sampleMedia } from "../scripts/seed/sample-media.ts";

describe("the sample photos", () => {
  it.each(["kitchen.jpg", "hills.jpg", "sea.jpg"] as const)(
    "%s is a small JPEG of 1200 by 800 pixels",
    async (name) => {
      const photo = sampleMedia(name);
      expect(await sharp(photo).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 800, channels: 3 });
      expect(photo.subarray(-2).toString("hex")).toBe("ffd9");
      expect(photo.length).toBeLessThan(120_000);
    },
  );
});

describe("the sample video", () => {
  const video = sampleMedia("sea.mp4");

  it("is a small MP4 with its index before its frames, so that it plays while loading", () => {
    const boxes: string[] = [];
    let at = 0;
    for (; at < video.length; at += video.readUInt32BE(at)) boxes.push(video.toString("latin1", at + 4, at + 8));
    expect(boxes).toEqual(["ftyp", "moov", "mdat"]);
    expect(at).toBe(video.length);
    expect(video.length).toBeLessThan(300_000);
  });

  it("lasts three seconds and shows 480 by 320 pixels", () => {
    const movieHeader = video.indexOf("mvhd") + 4;
    expect(video.readUInt32BE(movieHeader + 16) / video.readUInt32BE(movieHeader + 12)).toBe(3);
    const sampleEntry = video.indexOf("avc1", video.indexOf("stsd")) + 4;
    expect([video.readUInt16BE(sampleEntry + 24), video.readUInt16BE(sampleEntry + 26)]).toEqual([480, 320]);
  });
});

describe("the sample audio", () => {
  const audio = sampleMedia("melody.wav");

  it("is a small WAV file of four seconds, mono, 16 bits at 22.05 kHz", () => {
    expect(audio.toString("latin1", 0, 4) + audio.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
    expect(audio.readUInt32LE(4)).toBe(audio.length - 8);
    const [pcm, channels, depth] = [20, 22, 34].map((at) => audio.readUInt16LE(at));
    expect({ pcm, channels, depth }).toEqual({ pcm: 1, channels: 1, depth: 16 });
    expect(audio.readUInt32LE(24)).toBe(22_050);
    expect(audio.toString("latin1", 36, 40)).toBe("data");
    expect(audio.readUInt32LE(40)).toBe(audio.length - 44);
    expect((audio.length - 44) / 2 / 22_050).toBe(4);
    expect(audio.length).toBeLessThan(250_000);
  });
});
