import type { Readable } from "node:stream";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { db } from "~/services/db.server";
import { MediaMissing, MediaUnavailable, putMedia } from "~/services/media-store.server";
import { media } from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { createLetter } from "../../../tests/factories/letter";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { copyMedia } from "./copy-media.server";
import { addMedia } from "./media.server";
import { listUploads, uploadOwner } from "./uploads.server";

const opened = vi.hoisted((): Readable[] => []);
const failure = vi.hoisted((): { error?: Error | undefined; meanwhile?: (() => Promise<unknown>) | undefined } => ({}));

vi.mock("~/services/media-store.server", async (original) => {
  const store = await original<typeof import("~/services/media-store.server")>();
  const readMedia: typeof store.readMedia = async (...given) => {
    await failure.meanwhile?.();
    if (failure.error) throw failure.error;
    const content = await store.readMedia(...given);
    opened.push(content);
    return content;
  };
  return { ...store, readMedia };
});

async function createForm() {
  const { user } = await createUser();
  const vaultId = await createLetter(user);
  const id = await addMedia(vaultId, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
  const form = { owner: uploadOwner({ userId: user.id }), formId: createId(), type: "letter" as const };
  const copy = () => copyMedia({ ...form, vaultId, ids: [id], altTexts: {}, storer: user });
  return { ...form, id, copy };
}

beforeEach(() => {
  opened.length = 0;
  failure.error = undefined;
  failure.meanwhile = undefined;
});

it("closes the source of a copy for which the form has no room", async () => {
  const { owner, formId, copy } = await createForm();
  await createUpload(owner, formId);
  const copied = await copy();
  expect(copied).toMatchObject({ ok: false, reason: "too_many_files" });
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

it("copies files of its own vault only", async () => {
  const { owner, formId, id } = await createForm();
  const { user } = await createUser();
  const form = { owner, formId, type: "letter" as const, altTexts: {}, storer: user };
  expect(await copyMedia({ ...form, vaultId: await createLetter(user), ids: [id] })).toMatchObject({ ok: false });
  expect(await listUploads(owner, formId)).toEqual([]);
});

it("refuses a file that is damaged, with a sentence, and leaves nothing of it in the form", async () => {
  const { owner, formId, id, copy } = await createForm();
  await db
    .update(media)
    .set({ storageProof: "0".repeat(64) })
    .where(eq(media.id, id));
  expect(await copy()).toMatchObject({
    ok: false,
    kind: "photo",
    reason: "damaged",
    message: "“sea.png” is damaged, so we can’t open it. Please choose another one.",
  });
  expect(await listUploads(owner, formId)).toEqual([]);
});

it("refuses a file whose content in the store is not what was uploaded", async () => {
  const { owner, formId, id, copy } = await createForm();
  const [row] = await db.select().from(media).where(eq(media.id, id));
  await putMedia(row?.storageKey ?? "", await png(30, 21), { kind: "photo", contentType: "image/png" });
  expect(await copy()).toMatchObject({ ok: false, kind: "photo", reason: "damaged" });
  expect(await listUploads(owner, formId)).toEqual([]);
});

it("refuses a file while the store does not answer", async () => {
  const { owner, formId, copy } = await createForm();
  failure.error = new MediaUnavailable("down");
  expect(await copy()).toMatchObject({ ok: false, kind: "photo", reason: "no_store" });
  expect(await listUploads(owner, formId)).toEqual([]);
});

it("refuses a file that is missing from the store, by its name", async () => {
  const { owner, formId, copy } = await createForm();
  failure.error = new MediaMissing();
  expect(await copy()).toMatchObject({
    ok: false,
    kind: "photo",
    message: "“sea.png” is missing from our storage. Please choose it from your device, or save without it.",
  });
  expect(await listUploads(owner, formId)).toEqual([]);
});

it("copies a photo that its board has twice, under two names", async () => {
  const { user } = await createUser();
  const vaultId = await createLetter(user, { type: "memory-board" });
  const [names, content] = [["sea.png", "again.png"], await png(30, 20)];
  const ids: string[] = [];
  for (const fileName of names) ids.push(await addMedia(vaultId, ids.length, { kind: "photo", fileName, content }));
  const form = { owner: uploadOwner({ userId: user.id }), formId: createId(), type: "memory-board" as const };
  for (let time = 0; time < 2; time += 1) await copyMedia({ ...form, vaultId, ids, altTexts: {}, storer: user });
  expect((await listUploads(form.owner, form.formId)).map(({ fileName }) => fileName)).toEqual(names);
});

it("copies all files when one cannot be read, but the same form, sent at once, has copied it", async () => {
  const { user } = await createUser();
  const vaultId = await createLetter(user, { type: "memory-board" });
  const [content, other] = [await png(30, 20), await png(20, 30)];
  const ids = [
    await addMedia(vaultId, 0, { kind: "photo", fileName: "sea.png", content }),
    await addMedia(vaultId, 1, { kind: "photo", fileName: "boat.png", content: other }),
  ];
  const [owner, formId] = [uploadOwner({ userId: user.id }), createId()];
  failure.meanwhile = async () => {
    failure.meanwhile = undefined;
    await createUpload(owner, formId, { content, fileName: "sea.png" });
    throw new MediaUnavailable();
  };
  const form = { owner, formId, type: "memory-board" as const };
  expect(await copyMedia({ ...form, vaultId, ids, altTexts: {}, storer: user })).toMatchObject({ ok: true });
  expect((await listUploads(owner, formId)).map(({ fileName }) => fileName)).toEqual(["sea.png", "boat.png"]);
});
