import { createRequire } from "node:module";
import { afterEach, expect, it, vi } from "vitest";
import { parseEnv } from "~/env.server";
import { pictureBytes } from "../../../tests/factories/media-content";
import { startCloudinary } from "../../../tests/mocks/cloudinary";

const loaded = () => Object.keys(createRequire(import.meta.url).cache);
const isSdkLoaded = () => loaded().some((path) => /[/\\]node_modules[/\\]cloudinary[/\\]/.test(path));

async function mediaStore(setting: string | undefined) {
  vi.stubEnv("CLOUDINARY_URL", setting);
  vi.resetModules();
  return import("../media-store.server");
}

afterEach(() => vi.unstubAllEnvs());

it("media are stored on the disk by default, and Cloudinary's SDK is not loaded", async () => {
  for (const setting of [undefined, ""]) {
    const { directUpload, directUploadOrigin } = await mediaStore(setting);
    expect([directUpload("some/key", "photo"), directUploadOrigin]).toEqual([undefined, undefined]);
  }
  expect(isSdkLoaded()).toBe(false);
});

it("media are stored at Cloudinary when it is configured", async () => {
  const cloudinary = await startCloudinary();
  const { directUploadOrigin, putMedia } = await mediaStore(cloudinary.setting);
  expect(directUploadOrigin).toBe(cloudinary.url);
  await putMedia("some/key", pictureBytes(100), { kind: "photo", contentType: "image/jpeg" });
  expect(cloudinary.assets()).toHaveLength(1);
  expect(isSdkLoaded()).toBe(true);
  await cloudinary.close();
});

it.each([
  "https://key:secret@cloud",
  "cloudinary://key@cloud",
  "cloudinary://:secret@cloud",
  "cloudinary://key:secret",
  "cloudinary://key:secret@",
])("the process does not start with %s", (setting) => {
  expect(() => parseEnv({ ...process.env, CLOUDINARY_URL: setting })).toThrow(
    "CLOUDINARY_URL: must look like cloudinary://key:secret@cloud",
  );
});
