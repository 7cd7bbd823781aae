import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { deleteFact } from "../installation-facts.server";
import { createDiskStore } from "./disk-store.server";
import { createFolderMark } from "./folder-mark.server";
import { MediaMissing, type MediaStore, MediaUnavailable } from "./store.server";

const KEY = "ab/photo";
const CONTENT = Buffer.from("content");
const FILE = { kind: "photo", contentType: "" } as const;
const PART = { kind: "photo", start: 0, total: CONTENT.length, source: CONTENT } as const;

/** Other tests of this database keep their files in other folders. */
const withoutMark = () => deleteFact("media_folder_mark");
beforeEach(withoutMark);
afterEach(withoutMark);

async function makeHome() {
  const home = await mkdtemp(join(tmpdir(), "amberkeep-mark-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

const everyUse = (store: MediaStore) => [
  store.put(KEY, CONTENT, FILE),
  store.read(KEY, { kind: "photo" }),
  store.delete(KEY, "photo"),
  store.receivePart(KEY, PART),
  store.receivedBytes(KEY, "photo"),
  store.finishParts(KEY, { kind: "photo", total: CONTENT.length }),
];

it("keeps a folder in the place of the media folder from being used", async () => {
  const folder = join(await makeHome(), "media");
  const mark = createFolderMark(folder);
  await mark.make();
  const store = createDiskStore(folder, mark);
  await store.put(KEY, CONTENT, FILE);

  const elsewhere = `${folder}-elsewhere`;
  await rename(folder, elsewhere);
  for (const used of await Promise.allSettled(everyUse(store))) {
    expect(used).toMatchObject({ status: "rejected", reason: expect.any(MediaUnavailable) });
  }
  await mkdir(folder);
  for (const used of await Promise.allSettled(everyUse(store))) {
    expect(used).toMatchObject({ status: "rejected", reason: expect.any(MediaUnavailable) });
  }
  expect(await readdir(folder)).toEqual([]);

  await rm(folder, { recursive: true });
  await rename(elsewhere, folder);
  expect(await store.receivedBytes(KEY, "photo")).toBe(CONTENT.length);
});

it("is the same for every process, and is not made in another folder", async () => {
  const home = await makeHome();
  const [folder, other] = [join(home, "media"), join(home, "other")];
  await Promise.all([1, 2].map(() => createFolderMark(folder).make()));
  await createFolderMark(other).make();
  expect(await createFolderMark(folder).missing()).toBeUndefined();
  const name = await createFolderMark(other).missing();
  expect(await readdir(folder)).toContain(name);
  await expect(createFolderMark(other).require()).rejects.toThrow(`it has no file ${name}`);
});

it("is not required before a web process has made it", async () => {
  const folder = join(await makeHome(), "media");
  const store = createDiskStore(folder, createFolderMark(folder));
  await store.put(KEY, CONTENT, FILE);
  expect(await store.receivedBytes(KEY, "photo")).toBe(CONTENT.length);
  await expect(store.read("ab/other", { kind: "photo" })).rejects.toThrow(MediaMissing);
});
