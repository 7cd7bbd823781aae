import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { H264Encoder } from "../scripts/seed/h264.ts";
import { newPicture } from "../scripts/seed/picture.ts";
import { sampleAudio } from "../scripts/seed/sample-audio.ts";
import { samplePhoto } from "../scripts/seed/sample-photo.ts";
import { sampleVideo } from "../scripts/seed/sample-video.ts";

describe("the sample photo", () => {
  it.each(["kitchen", "hills", "sea"] as const)("shows the motif %s in a small JPEG", async (motif) => {
    const photo = await samplePhoto({ motif });
    expect(photo.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect(photo.subarray(-2).toString("hex")).toBe("ffd9");
    expect(await sharp(photo).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 800, channels: 3 });
    expect(photo.length).toBeLessThan(120_000);
  });

  it("is a picture, in warm colours", async () => {
    const { channels, entropy } = await sharp(await samplePhoto({ motif: "kitchen" })).stats();
    const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    expect(entropy).toBeGreaterThan(5);
  });

  it("takes the size and the hue it is told, and is the same every time", async () => {
    const portrait = await samplePhoto({ motif: "sea", hue: 22, width: 600, height: 900 });
    expect(await sharp(portrait).metadata()).toMatchObject({ width: 600, height: 900 });
    expect(await samplePhoto({ motif: "sea", hue: 22, width: 600, height: 900 })).toEqual(portrait);
    expect(await samplePhoto({ motif: "sea", hue: 46, width: 600, height: 900 })).not.toEqual(portrait);
  });
});

describe("the sample video", () => {
  const video = sampleVideo();
  const boxes = readBoxes(video, 0, video.length);
  const find = (path: string) => boxes.find((box) => box.path === path) ?? { path, start: 0, content: Buffer.alloc(0) };
  const table = (name: string, skip = 4) =>
    readNumbers(find(`moov/trak/mdia/minf/stbl/${name}`).content.subarray(skip));

  it("is a small file of boxes that fill it to its last byte, the pictures at the end", () => {
    expect(boxes.map(({ path }) => path).filter((path) => !path.includes("/"))).toEqual(["ftyp", "moov", "mdat"]);
    expect(find("ftyp").content.toString("latin1", 0, 4)).toBe("isom");
    expect(video.length).toBeLessThan(300_000);
  });

  it("tells the size and the profile of its pictures", () => {
    const entry = find("moov/trak/mdia/minf/stbl/stsd").content.subarray(8);
    expect(entry.readUInt32BE(0)).toBe(entry.length);
    expect(entry.toString("latin1", 4, 8)).toBe("avc1");
    expect([entry.readUInt16BE(32), entry.readUInt16BE(34)]).toEqual([480, 320]);

    const avcc = entry.subarray(86);
    expect([avcc.readUInt32BE(0), avcc.toString("latin1", 4, 8)]).toEqual([avcc.length, "avcC"]);
    const sequence = avcc.subarray(16, 16 + avcc.readUInt16BE(14));
    expect(sequence.subarray(0, 4).toString("hex")).toBe(`67${avcc.subarray(9, 12).toString("hex")}`);
    const picture = avcc.subarray(16 + sequence.length + 3);
    expect([picture.length, picture[0]]).toEqual([avcc.readUInt16BE(16 + sequence.length + 1), 0x68]);
  });

  it("has a sample table that leads through all pictures and nothing else", () => {
    const [uniform, count, ...sizes] = table("stsz");
    expect([uniform, sizes.length]).toEqual([0, count]);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(find("mdat").content.length);
    expect(table("stco")).toEqual([1, find("mdat").start]);
    expect(table("stsc")).toEqual([1, 1, count, 1]);
  });

  it("lasts three seconds by every clock in it", () => {
    const [entries, count = 0, each = 0] = table("stts");
    const [timescale = 1, duration = 0] = readNumbers(find("moov/mvhd").content.subarray(12, 20));
    expect([entries, (count * each) / timescale, duration / timescale]).toEqual([1, 3, 3]);
    expect(readNumbers(find("moov/trak/mdia/mdhd").content.subarray(12, 20))).toEqual([timescale, duration]);
    expect(find("moov/trak/tkhd").content.readUInt32BE(20)).toBe(duration);
  });

  it("begins anew with a whole picture each second, and the players are told", () => {
    const units = readSamples(find("mdat").content, table("stsz").slice(2));
    const keys = units.flatMap((unit, index) => (((unit[0] ?? 0) & 31) === 5 ? [index + 1] : []));
    expect(keys).toEqual([1, 16, 31]);
    expect(table("stss")).toEqual([keys.length, ...keys]);
    expect(units.every((unit) => [1, 5].includes((unit[0] ?? 0) & 31))).toBe(true);
  });

  it("has nothing in a picture that a player could take for the start of another", () => {
    const units = readSamples(find("mdat").content, table("stsz").slice(2));
    expect(units.filter(hasStartCode)).toEqual([]);
  });

  it("would have none either if the picture were full of zeros", () => {
    const unit = new H264Encoder(16, 16).encode(newPicture(16, 16), true, []);
    expect(hasStartCode(unit)).toBe(false);
    const content = unit.toString("hex").replaceAll("000003", "0000");
    const bytesOfSamples = 16 * 16 + 2 * 8 * 8;
    expect(content).toMatch(new RegExp(`^65.*[^0]0*(00){${bytesOfSamples}}80$`));
  });
});

describe("the sample audio", () => {
  const audio = sampleAudio();
  const samples = new Int16Array(audio.buffer.slice(audio.byteOffset + 44, audio.byteOffset + audio.length));

  it("is a small WAV file of four seconds, all of whose lengths are right", () => {
    expect(audio.toString("latin1", 0, 4) + audio.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
    expect(audio.readUInt32LE(4)).toBe(audio.length - 8);
    expect(audio.readUInt32LE(16)).toBe(16);
    const [pcm, channels, frame, depth] = [20, 22, 32, 34].map((at) => audio.readUInt16LE(at));
    expect({ pcm, channels, frame, depth }).toEqual({ pcm: 1, channels: 1, frame: 2, depth: 16 });
    expect([audio.readUInt32LE(24), audio.readUInt32LE(28)]).toEqual([22_050, 44_100]);
    expect(audio.toString("latin1", 36, 40)).toBe("data");
    expect(audio.readUInt32LE(40)).toBe(audio.length - 44);
    expect(samples.length / 22_050).toBe(4);
    expect(audio.length).toBeLessThan(250_000);
  });

  it("sounds, softly, and fades to nothing", () => {
    const loudest = (part: Int16Array) => part.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest(samples)).toBeGreaterThan(10_000);
    expect(loudest(samples)).toBeLessThan(25_000);
    for (let second = 0; second < 4; second++) {
      expect(loudest(samples.subarray(second * 22_050, (second + 1) * 22_050))).toBeGreaterThan(2_000);
    }
    expect(loudest(samples.subarray(-20))).toBeLessThan(20);
  });
});

const hasStartCode = (unit: Buffer) => [0, 1, 2].some((last) => unit.includes(Buffer.from([0, 0, last])));

type Box = { path: string; start: number; content: Buffer };
const folders = ["moov", "trak", "mdia", "minf", "dinf", "stbl"];

/** All boxes between two places, with those inside them. They must fill the space between exactly. */
function readBoxes(file: Buffer, from: number, to: number, folder = ""): Box[] {
  const found: Box[] = [];
  let at = from;
  while (at < to) {
    const end = at + file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    expect(name).toMatch(/^[a-zA-Z0-9 ]{4}$/);
    expect(end).toBeGreaterThanOrEqual(at + 8);
    found.push({ path: folder + name, start: at + 8, content: file.subarray(at + 8, end) });
    if (folders.includes(name)) found.push(...readBoxes(file, at + 8, end, `${folder}${name}/`));
    at = end;
  }
  expect(at).toBe(to);
  return found;
}

function readNumbers(content: Buffer): number[] {
  return Array.from({ length: content.length / 4 }, (_, index) => content.readUInt32BE(index * 4));
}

/** The one unit of each sample, which must be as long as the sample says. */
function readSamples(content: Buffer, sizes: number[]): Buffer[] {
  let at = 0;
  return sizes.map((size) => {
    const unit = content.subarray(at + 4, at + size);
    expect(content.readUInt32BE(at)).toBe(unit.length);
    at += size;
    return unit;
  });
}
