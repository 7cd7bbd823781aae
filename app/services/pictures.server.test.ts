import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { bombAvif } from "../../tests/corpus/hostile";
import { heavyJpeg, jpeg } from "../../tests/corpus/photos";
import { LONGEST_QUEUE, PictureDamaged, PicturesBusy, PictureTooHeavy, withPictureDecoder } from "./pictures.server";

const PHOTO = await jpeg();
const MANY = Number.MAX_SAFE_INTEGER;

const draw = (content: Buffer) =>
  withPictureDecoder(async ({ open, draw }) => {
    await open(content);
    return draw({ widths: [480], maxPixels: MANY });
  });

describe("the picture decoder", () => {
  it("reads the header, and draws copies", async () => {
    await withPictureDecoder(async ({ open, draw }) => {
      expect(await open(PHOTO)).toMatchObject({ format: "jpeg", width: 640, height: 480, isProgressive: false });
      const { copies, colour } = await draw({ widths: [320, 480], maxPixels: MANY });
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      expect(copies.map(({ width }) => width)).toEqual([480, 320]);
      const drawn = await sharp(copies[0]?.content).metadata();
      expect(drawn).toMatchObject({ format: "webp", width: 480, height: 360 });
    });
  });

  it("keeps its process for the next picture", async () => {
    const pidOf = () => withPictureDecoder(async ({ pid, open }) => (await open(PHOTO)) && pid);
    const pid = await pidOf();
    expect(pid).toBeGreaterThan(0);
    expect(await pidOf()).toBe(pid);
  });

  it("has memory for each large photo after many others", async () => {
    const photo = await heavyJpeg(8_000_000);
    for (let count = 0; count < 8; count += 1) {
      const { copies } = await withPictureDecoder(async ({ open, draw }) => {
        await open(photo);
        return draw({ widths: [2160], maxPixels: MANY });
      });
      expect(copies).toHaveLength(1);
    }
  });

  it("decodes nothing but photos", async () => {
    const tiff = await sharp(PHOTO).tiff().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const other of [tiff, svg, Buffer.from("text")]) await expect(draw(other)).rejects.toThrow(PictureDamaged);
    expect((await draw(PHOTO)).copies).toHaveLength(1);
  });

  it("refuses a picture that takes more memory than its process may have", async () => {
    const refused = await draw(bombAvif()).catch((error: unknown) => error);
    expect([PictureDamaged, PictureTooHeavy]).toContain((refused as Error).constructor);
    expect((await draw(PHOTO)).copies).toHaveLength(1);
  });

  it("starts a new process after the end of one", async () => {
    const ended = withPictureDecoder(async ({ pid, open, draw }) => {
      await open(PHOTO);
      process.kill(pid ?? 0, "SIGKILL");
      return draw({ widths: [480], maxPixels: MANY });
    });
    await expect(ended).rejects.toThrow(PictureTooHeavy);
    expect((await draw(PHOTO)).copies).toHaveLength(1);
  });

  it.runIf(existsSync("/proc/self/environ"))("runs in a process without our settings", async () => {
    const settings = await withPictureDecoder(async ({ pid, open }) => {
      await open(PHOTO);
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    });
    const names = settings.map((setting) => setting.split("=")[0]).filter(Boolean);
    expect(
      names.filter(
        (name) => !/^(NODE_ENV|UV_THREADPOOL_SIZE|MALLOC_\w+|NODE_CHANNEL_\w+|PWD|OLDPWD|SHLVL|_)$/.test(name ?? ""),
      ),
    ).toEqual([]);
  });

  it("refuses pictures while too many wait", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = [withPictureDecoder(() => promise)];
    for (let waiting = 0; waiting <= LONGEST_QUEUE; waiting += 1) running.push(withPictureDecoder(async () => {}));
    const results = Promise.allSettled(running);
    await expect(draw(PHOTO)).rejects.toThrow(PicturesBusy);
    resolve();
    const refused = (await results).filter(({ status }) => status === "rejected");
    expect(refused.length).toBeLessThanOrEqual(1);
    expect((await draw(PHOTO)).copies).toHaveLength(1);
  });
});
