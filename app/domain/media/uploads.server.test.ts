import { createId } from "@paralleldrive/cuid2";
import { addHours, subHours } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import * as store from "~/services/media-store.server";
import { discardedFiles, media, uploads, visitorDrafts } from "~db/schema";
import { jpeg } from "../../../tests/corpus/photos";
import { analyzeTables, createFullAccount } from "../../../tests/factories/full-account";
import { createLetter } from "../../../tests/factories/letter";
import { inPieces } from "../../../tests/factories/media-content";
import { explain, statementsOf } from "../../../tests/factories/statements";
import { createUpload } from "../../../tests/factories/upload";
import { createUser } from "../../../tests/factories/user";
import { setAltTexts } from "./alt-texts.server";
import { attachUploads } from "./attach-uploads.server";
import { finishUpload } from "./finish-upload.server";
import { listFormFiles } from "./form-files.server";
import { copyKey, MEDIA_MAX_BYTES } from "./media";
import { receiveUploadPart } from "./receive-part.server";
import { receiveUpload } from "./receive-upload.server";
import { startUpload, WAITING_MAX_FILES } from "./start-upload.server";
import { sweepUploads } from "./sweep-uploads.server";
import { adoptUploads, listUploads, removeUpload, uploadOwner } from "./uploads.server";

const photo = { kind: "photo", fileName: "mia.jpg", bytes: 1_000 } as const;
let owner = "";
let formId = "";
beforeEach(() => {
  owner = uploadOwner({ userId: createId() });
  formId = createId();
});

async function isStored(key: string): Promise<boolean> {
  try {
    for await (const _ of await store.readMedia(key, { kind: "photo" }));
    return true;
  } catch {
    return false;
  }
}

async function boardOf() {
  const { user } = await createUser({ vaultLimit: 50 });
  return createLetter(user, { type: "memory-board" });
}

describe("the owner of an upload", () => {
  it("is the same for the same person and does not reveal who that is", () => {
    expect(uploadOwner({ userId: "ada" })).toBe(uploadOwner({ userId: "ada" }));
    expect(uploadOwner({ userId: "ada" })).not.toBe(uploadOwner({ visitorToken: "ada" }));
    expect(uploadOwner({ userId: "ada" })).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("a new upload", () => {
  it("is listed in its form", async () => {
    const started = await startUpload(owner, {
      ...photo,
      formId,
      type: "letter",
      fileName: "C:\\Users\\Ada\\mia\n.jpg",
    });
    expect(started).toMatchObject({ ok: true, upload: { state: "receiving", receivedBytes: 0 } });
    expect(await listFormFiles(owner, formId)).toMatchObject([
      { state: "receiving", kind: "photo", fileName: "mia.jpg", bytes: 1_000, contentType: null },
    ]);
  });

  it("is not listed while it is inspected, if its form has the same file already", async () => {
    const ready = await createUpload(owner, formId, { fileName: "mia.jpg" });
    const half = { state: "receiving" as const, contentType: null, sha256: null, bytes: ready.bytes };
    await createUpload(owner, formId, { ...half, fileName: "mia.png", position: 1, receivedBytes: ready.bytes });
    const other = await createUpload(owner, formId, { ...half, fileName: "leo.jpg", position: 2 });
    const arriving = await createUpload(owner, formId, { ...half, position: 3, receivedBytes: 1 });
    expect(await listFormFiles(owner, formId)).toMatchObject([{ id: ready.id }, { id: other.id }, { id: arriving.id }]);
  });

  it.each([
    ["empty", { ...photo, bytes: 0 }],
    ["too_large", { ...photo, bytes: MEDIA_MAX_BYTES.photo + 1 }],
    ["too_large", { ...photo, kind: "video" as const, bytes: 501 * 1024 * 1024 }],
  ])("that is %s is refused before any byte is sent, and leaves no row", async (reason, file) => {
    expect(await startUpload(owner, { ...file, formId, type: "letter" })).toMatchObject({ ok: false, reason });
    expect(await db.$count(uploads, eq(uploads.owner, owner))).toBe(0);
  });

  it("is refused when the vault has its maximum of files", async () => {
    await startUpload(owner, { ...photo, formId, type: "letter" });
    const second = await startUpload(owner, { ...photo, formId, type: "letter" });
    expect(second).toMatchObject({ ok: false, reason: "too_many_files" });
    expect(await listFormFiles(owner, formId)).toHaveLength(1);
  });

  it("may take the place of one whose inspection was interrupted, and that its form doesn’t show", async () => {
    const whole = { state: "receiving" as const, contentType: null, sha256: null };
    const inspected = await createUpload(owner, formId, whole);
    const start = () => startUpload(owner, { ...photo, formId, type: "letter", fileName: "leo.jpg" });
    expect(await start()).toMatchObject({ ok: false, reason: "too_many_files" });
    await db
      .update(uploads)
      .set({ updatedAt: subHours(clock.now(), 1) })
      .where(eq(uploads.id, inspected.id));
    expect(await start()).toMatchObject({ ok: true });
  });

  it("never exceeds the limit of the form, however many start at once", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => startUpload(owner, { ...photo, formId, type: "future-self" })),
    );
    expect(all.filter(({ ok }) => ok).length).toBeLessThanOrEqual(5);
    expect(await listFormFiles(owner, formId)).toHaveLength(all.filter(({ ok }) => ok).length);
  });

  it("is refused when its owner has too many unsaved files in all forms together", async () => {
    const rows = Array.from({ length: WAITING_MAX_FILES }, (): typeof uploads.$inferInsert => ({
      id: createId(),
      owner,
      formId: createId(),
      position: 0,
      state: "ready",
      kind: "photo",
      fileName: "a",
      storageProof: "",
      storageKey: createId(),
      bytes: 1,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }));
    await db.insert(uploads).values(rows);
    const started = await startUpload(owner, { ...photo, formId, type: "letter" });
    expect(started).toMatchObject({ ok: false, reason: "too_much_waiting" });
    const other = uploadOwner({ userId: createId() });
    expect(await startUpload(other, { ...photo, formId, type: "letter" })).toMatchObject({ ok: true });
  });
});

describe("an upload", () => {
  it("cannot be seen, described or removed by another owner", async () => {
    const { id } = await createUpload(owner, formId);
    const other = uploadOwner({ userId: createId() });
    await setAltTexts(other, formId, { [id]: "mine" });
    expect(await removeUpload(other, id)).toBe(false);
    expect(await listFormFiles(other, formId)).toEqual([]);
    expect(await listFormFiles(owner, formId)).toMatchObject([{ id, altText: "" }]);
  });

  it("is removed with its file and its copies", async () => {
    const { id, storageKey } = await createUpload(owner, formId);
    expect(await isStored(storageKey)).toBe(true);
    expect(await removeUpload(owner, id)).toBe(true);
    expect(await isStored(storageKey)).toBe(false);
    expect(await removeUpload(owner, id)).toBe(false);
    expect(await db.$count(discardedFiles)).toBe(0);
  });

  it("moves to the account that a visitor signs in to", async () => {
    const visitor = uploadOwner({ visitorToken: createId() });
    const { id } = await createUpload(visitor, formId);
    await createUpload(visitor, createId());
    expect(await adoptUploads(visitor, owner, formId)).toBe(1);
    expect(await listFormFiles(owner, formId)).toMatchObject([{ id }]);
    expect(await listFormFiles(visitor, formId)).toEqual([]);
  });
});

describe("attaching", () => {
  const attach = (vaultId: string, more: { removed?: string[]; altTexts?: Record<string, string> } = {}) =>
    inTransaction((tx) => attachUploads(tx, { owner, formId, vaultId, ...more }));
  const positions = (vaultId: string) =>
    db.select({ id: media.id }).from(media).where(eq(media.vaultId, vaultId)).orderBy(media.position);

  it("moves the files of the form to the vault, in their order, with the same ids", async () => {
    const vaultId = await boardOf();
    const second = await createUpload(owner, formId, { position: 1 });
    const first = await createUpload(owner, formId, { position: 0 });
    const coming = await createUpload(owner, formId, { position: 2, state: "receiving", receivedBytes: 1 });
    await createUpload(owner, createId());
    const other = uploadOwner({ userId: createId() });
    const others = await createUpload(other, formId);
    const attached = await attach(vaultId, { altTexts: { [first.id]: " Mia\nat the sea " } });
    expect(attached).toEqual({ ok: true, count: 2, isChanged: true });
    expect(await positions(vaultId)).toEqual([{ id: first.id }, { id: second.id }]);
    expect(await listFormFiles(other, formId)).toMatchObject([{ id: others.id, state: "ready" }]);
    expect(await listFormFiles(owner, formId, async () => vaultId)).toMatchObject([
      { id: first.id, state: "saved", altText: "Mia at the sea" },
      { id: second.id, state: "saved" },
      { id: coming.id, state: "receiving" },
    ]);
    expect(await attach(vaultId)).toEqual({ ok: true, count: 2, isChanged: false });
  });

  it("neither hides nor repeats a file that is saved while the form's files are listed", async () => {
    const vaultId = await boardOf();
    const { id } = await createUpload(owner, formId);
    const saveMeanwhile = async () => {
      await attach(vaultId);
      return vaultId;
    };
    expect(await listFormFiles(owner, formId, saveMeanwhile)).toMatchObject([{ id, state: "saved" }]);
  });

  it("keeps a file once that arrived twice with a form sent twice at once", async () => {
    const vaultId = await boardOf();
    const content = Buffer.from("the same photo");
    const first = await createUpload(owner, formId, { content });
    const again = await createUpload(owner, formId, { content, position: 1 });
    const other = await createUpload(owner, formId, { content, position: 2, fileName: "sea.jpg" });
    expect(await attach(vaultId)).toMatchObject({ ok: true, count: 2 });
    expect(await positions(vaultId)).toEqual([{ id: first.id }, { id: other.id }]);
    expect(await db.$count(uploads, eq(uploads.formId, formId))).toBe(0);
    await sweepUploads();
    expect([await isStored(first.storageKey), await isStored(again.storageKey)]).toEqual([true, false]);
  });

  it("discards removed files, and the sweep deletes them from the store", async () => {
    const vaultId = await boardOf();
    const [kept, dropped] = [await createUpload(owner, formId), await createUpload(owner, formId, { position: 1 })];
    await attach(vaultId);
    await attach(vaultId, { removed: [dropped.id], altTexts: { [kept.id]: "Mia" } });
    expect(await listFormFiles(owner, formId, async () => vaultId)).toMatchObject([{ id: kept.id, altText: "Mia" }]);
    expect(await isStored(dropped.storageKey)).toBe(true);
    await sweepUploads();
    expect(await isStored(dropped.storageKey)).toBe(false);
    expect(await isStored(kept.storageKey)).toBe(true);
  });

  it("changes nothing when the vault would be over its limits", async () => {
    const { user } = await createUser();
    const vaultId = await createLetter(user);
    const [one, two] = [await createUpload(owner, formId), await createUpload(owner, formId)];
    expect(await attach(vaultId)).toMatchObject({ ok: false, kind: "photo", message: /one file/ });
    expect(await positions(vaultId)).toEqual([]);
    await removeUpload(owner, two.id);
    expect(await attach(vaultId)).toEqual({ ok: true, count: 1, isChanged: true });
    const next = await createUpload(owner, formId);
    expect(await attach(vaultId)).toMatchObject({ ok: false });
    expect(await attach(vaultId, { removed: [one.id] })).toEqual({ ok: true, count: 1, isChanged: true });
    expect(await positions(vaultId)).toEqual([{ id: next.id }]);
    expect(one.id).not.toBe(next.id);
  });

  it("limits the bytes of a board", async () => {
    const vaultId = await boardOf();
    for (let position = 0; position < 11; position += 1) {
      await createUpload(owner, formId, { kind: "video", bytes: MEDIA_MAX_BYTES.video, position });
    }
    expect(await attach(vaultId)).toMatchObject({ ok: false });
    await db.delete(uploads).where(eq(uploads.position, 10));
    expect(await attach(vaultId)).toEqual({ ok: true, count: 10, isChanged: true });
    await createUpload(owner, formId, { kind: "audio", bytes: MEDIA_MAX_BYTES.audio });
    await createUpload(owner, formId, { kind: "audio", bytes: MEDIA_MAX_BYTES.audio });
    expect(await attach(vaultId)).toMatchObject({ ok: false, message: /5 GB/ });
  });

  it("gives a file to one vault only when several are saved at once", async () => {
    const boards = await Promise.all([boardOf(), boardOf(), boardOf()]);
    const { id } = await createUpload(owner, formId);
    await Promise.all(boards.map((vaultId) => attach(vaultId)));
    expect(await db.$count(media, eq(media.id, id))).toBe(1);
    expect(await db.$count(uploads, eq(uploads.id, id))).toBe(0);
  });
});

describe("the sweep", () => {
  it("removes abandoned uploads after a day, with their files, and no others", async () => {
    const now = clock.now();
    const old = await createUpload(owner, formId, { updatedAt: addHours(now, -25), state: "receiving", width: null });
    const fresh = await createUpload(owner, formId, { updatedAt: addHours(now, -23) });
    await sweepUploads(now);
    expect(await isStored(old.storageKey)).toBe(false);
    expect(await listFormFiles(owner, formId)).toMatchObject([{ id: fresh.id }]);
    expect(await isStored(copyKey(fresh.storageKey, 480))).toBe(false);
    expect(await db.$count(discardedFiles)).toBe(0);
  });

  it("keeps the files of a visitor's draft until the draft expires", async () => {
    const now = clock.now();
    const waiting = await createUpload(owner, formId, { updatedAt: addHours(now, -100) });
    await db.insert(visitorDrafts).values({
      tokenHash: "a".repeat(64),
      formId,
      contentEncrypted: Buffer.from("x"),
      wrappedKey: Buffer.from("x"),
      masterKeyId: 1,
      createdAt: now,
      expiresAt: addHours(now, 1),
    });
    await sweepUploads(now);
    expect(await isStored(waiting.storageKey)).toBe(true);
    await sweepUploads(addHours(now, 2));
    expect(await isStored(waiting.storageKey)).toBe(false);
  });

  it("can run concurrently and over several batches", async () => {
    const now = clock.now();
    for (let index = 0; index < 120; index += 1) {
      await createUpload(owner, createId(), { updatedAt: addHours(now, -30) });
    }
    await Promise.all([sweepUploads(now), sweepUploads(now), sweepUploads(now)]);
    while ((await sweepUploads(now)).isFull);
    expect(await db.$count(uploads, eq(uploads.owner, owner))).toBe(0);
    expect(await db.$count(discardedFiles)).toBe(0);
  });
});

it("are swept without reading all vaults", async () => {
  const now = clock.now();
  await createFullAccount(300, now);
  const upload = await createUpload(owner, formId, { kind: "audio" });
  const others = Array.from({ length: 500 }, () => createId());
  await db.insert(uploads).values(others.map((id) => ({ ...upload, id, formId: id, storageKey: `aa/${id}` })));
  await analyzeTables();
  const statements = await statementsOf(() => sweepUploads(addHours(now, 25)));
  const [sweep = ""] = statements.filter(
    (one) => one.includes("from `uploads` where") && one.includes("for update skip"),
  );
  const steps = (await explain(sweep.replace(/ for update.*$/, ""))).filter(({ table }) => table === "memories");
  expect(steps).toMatchObject([{ key: "memories_form", type: "ref" }]);
});

describe("a file that is removed in another window", () => {
  it("while it is sent whole is refused, and leaves nothing behind", async () => {
    const file = await jpeg();
    let key = "";
    async function* removedMeanwhile() {
      yield file.subarray(0, 100);
      const [upload] = await listUploads(owner, formId);
      key = upload?.storageKey ?? "";
      await removeUpload(owner, upload?.id ?? "");
      yield file.subarray(100);
    }
    const sent = { ...photo, bytes: file.length, formId, type: "letter" as const };
    expect(await receiveUpload(owner, sent, removedMeanwhile())).toMatchObject({ ok: false, reason: "broke_off" });
    expect(await listUploads(owner, formId)).toEqual([]);
    expect(await isStored(key)).toBe(false);
  });

  it("after its last part, before it is finished, is refused", async () => {
    const file = await jpeg();
    const started = await startUpload(owner, { ...photo, bytes: file.length, formId, type: "letter" });
    if (!started.ok) throw new Error(started.reason);
    const { id, storageKey } = started.upload;
    await receiveUploadPart(started.upload, 0, inPieces(file, 5_000));
    const finish = store.finishParts;
    vi.spyOn(store, "finishParts").mockImplementationOnce(async (...parts) => {
      await removeUpload(owner, id);
      return finish(...parts);
    });
    expect(await finishUpload(owner, id)).toMatchObject({ ok: false, reason: "broke_off" });
    expect(await isStored(storageKey)).toBe(false);
  });

  it("leaves no copies behind if the process that draws them is killed", async () => {
    const file = await jpeg();
    const started = await startUpload(owner, { ...photo, bytes: file.length, formId, type: "letter" });
    if (!started.ok) throw new Error(started.reason);
    const { id, storageKey } = started.upload;
    await removeUpload(owner, id);
    // A process that was drawing it stored it after the removal, and was then killed.
    const copy = copyKey(storageKey, 480);
    await store.putMedia(copy, file, { kind: "photo", contentType: "image/webp" });
    const later = addHours(clock.now(), 3);
    while ((await sweepUploads(later)).isFull);
    expect(await isStored(copy)).toBe(false);
    expect(await db.$count(discardedFiles, eq(discardedFiles.storageKey, copy))).toBe(0);
  });

  it.each(["whole", "in parts"])("leaves no copies behind if the store fails then, sent %s", async (how) => {
    const file = await jpeg();
    const sent = { ...photo, bytes: file.length, formId, type: "letter" as const };
    const put = store.putMedia;
    const keys: string[] = [];
    const stored = vi.spyOn(store, "putMedia").mockImplementation(async (key, ...content) => {
      keys.push(key);
      if (key.endsWith(".w480")) throw new store.MediaUnavailable();
      if (key.endsWith(".w1080")) for (const { id } of await listUploads(owner, formId)) await removeUpload(owner, id);
      await put(key, ...content);
    });
    if (how === "whole") {
      expect(await receiveUpload(owner, sent, inPieces(file, 5_000))).toMatchObject({ ok: false, reason: "no_store" });
    } else {
      const started = await startUpload(owner, sent);
      if (!started.ok) throw new Error(started.reason);
      await receiveUploadPart(started.upload, 0, inPieces(file, 5_000));
      expect(await finishUpload(owner, started.upload.id)).toMatchObject({ ok: false, reason: "no_store" });
    }
    stored.mockRestore();
    const copy = keys.find((key) => key.endsWith(".w1080"));
    expect(copy).toBeDefined();
    expect(await isStored(copy ?? "")).toBe(false);
  });
});
