import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { bytesOf, pictureBytes } from "../../../tests/factories/media-content";
import { startCloudinary } from "../../../tests/mocks/cloudinary";

let beforeDownload: () => unknown;
const cloudinary = await startCloudinary({ beforeDownload: () => beforeDownload() });
vi.stubEnv("CLOUDINARY_URL", cloudinary.setting);
// The folder of all tests has files of those that run at the same time.
const home = await mkdtemp(join(tmpdir(), "amberkeep-fetch-"));
vi.stubEnv("AMBERKEEP_HOME", home);
const { db } = await import("~/services/db.server");
const { boardMedia, discardedFiles, media, replyMedia, uploads } = await import("~db/schema");
const { deleteMedia, isOnDisk, MediaMissing, putMedia, readMedia } = await import("~/services/media-store.server");
const { createUpload, createUploadedPhoto } = await import("../../../tests/factories/upload");
const { createBoard, join: joinBoard, postInput } = await import("../../../tests/factories/board");
const { createDueLetter, DUE_AT, WRITTEN_AT } = await import("../../../tests/factories/letter");
const { sendReply } = await import("../../../tests/factories/reply");
const { createUser } = await import("../../../tests/factories/user");
const { png } = await import("../../../tests/corpus/photos");
const { recordOpening } = await import("~/domain/access/opening.server");
const { addPosts } = await import("~/domain/board/posts.server");
const { copyKey } = await import("~/domain/media/media");
const { addMedia } = await import("~/domain/media/media.server");
const { inTransaction } = await import("~/services/db.server");
const { fetchMedia } = await import("./fetch-media.server");

const folder = join(home, "media");
const WEBP = { kind: "photo", contentType: "image/webp" } as const;

/** At Cloudinary, with its only copy. */
async function createPhoto(bytes = 5_000) {
  const photo = await createUploadedPhoto({ content: pictureBytes(bytes), width: 300, height: 200 });
  await putMedia(copyKey(photo.upload.storageKey, 480), pictureBytes(100), WEBP);
  return photo;
}

async function fetchAll() {
  const sums = [];
  for await (const sum of fetchMedia()) sums.push(sum);
  return sums.at(-1);
}

beforeEach(async () => {
  for (const table of [uploads, media, replyMedia, boardMedia, discardedFiles]) await db.delete(table);
  await rm(folder, { recursive: true, force: true });
  beforeDownload = () => {};
});
afterAll(async () => {
  await cloudinary.close();
  await rm(home, { recursive: true });
  vi.unstubAllEnvs();
});

it("fetches the files of vaults, replies, boards and forms, with the copies of photos", async () => {
  const { user } = await createUser();
  const { id, delivery } = await createDueLetter(user);
  await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png() });
  await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
  const ofReply = await createPhoto();
  await sendReply(delivery, ofReply);
  const guest = await joinBoard((await createBoard()).code, "Ben");
  const { owner, formId, upload } = await createPhoto(6_000);
  await addPosts(guest, postInput("", { formId, files: { owner, altTexts: {} } }), WRITTEN_AT);
  const ofForm = await createPhoto(7_000);

  const kept = cloudinary.assets();
  await createUploadedPhoto({ content: pictureBytes(100), state: "receiving" });
  expect(await fetchAll()).toEqual({ fetched: kept.length, present: 0, failed: [] });
  expect(await fetchAll()).toEqual({ fetched: 0, present: kept.length, failed: [] });
  // The photo of the letter has two copies.
  expect(kept).toHaveLength(9);
  const asked = cloudinary.requests.length;
  for (const { storageKey, bytes } of [ofReply.upload, upload, ofForm.upload]) {
    expect(await bytesOf(readMedia(storageKey, { kind: "photo" }))).toHaveLength(bytes);
  }
  expect(cloudinary.requests).toHaveLength(asked);
});

it("fetches more files than it lists at once", async () => {
  const content = Buffer.from("ID3".padEnd(100));
  await Promise.all(
    Array.from({ length: 101 }, () => createUpload(createId(), createId(), { kind: "audio", content })),
  );
  expect(await fetchAll()).toEqual({ fetched: 101, present: 0, failed: [] });
});

it("does not keep a file that was changed at Cloudinary, and fetches the others", async () => {
  const [{ upload: changed }, { upload: missing }, { upload: whole }] = [
    await createPhoto(),
    await createPhoto(),
    await createPhoto(),
  ];
  await putMedia(changed.storageKey, pictureBytes(5_000), { kind: "photo", contentType: "image/jpeg" });
  await deleteMedia(missing.storageKey, "photo");
  const sum = await fetchAll();
  expect(sum).toMatchObject({ fetched: 4, present: 0 });
  expect(sum?.failed).toHaveLength(2);
  expect(sum?.failed).toContainEqual({ key: changed.storageKey, problem: "is damaged" });
  expect(sum?.failed).toContainEqual({ key: missing.storageKey, problem: "is missing" });
  const onDisk = await Promise.all([changed, missing, whole].map(({ storageKey }) => isOnDisk(storageKey, "photo")));
  expect(onDisk).toEqual([false, false, true]);
});

it("leaves nothing of a file that is deleted while it is fetched", async () => {
  const { upload } = await createPhoto();
  beforeDownload = () => db.delete(uploads).where(eq(uploads.id, upload.id));
  expect(await fetchAll()).toMatchObject({ fetched: 2 });
  for (const key of [upload.storageKey, copyKey(upload.storageKey, 480)]) {
    await expect(readMedia(key, { kind: "photo" }), key).rejects.toThrow(MediaMissing);
  }
});

it("stops when Cloudinary does not answer, and goes on from there", async () => {
  await createPhoto();
  cloudinary.meet("missing_says_a_proxy");
  await expect(fetchAll()).rejects.toThrow("Cloudinary responded 404");
  expect(await fetchAll()).toMatchObject({ fetched: 2, failed: [] });
});
