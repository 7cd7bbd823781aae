import { createHash } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { attachUploads } from "~/domain/media/attach-uploads.server";
import type { FormFile, MediaKind } from "~/domain/media/media";
import { findUpload, uploadOwner } from "~/domain/media/uploads.server";
import { readVisitor } from "~/http/csrf.server";
import { db, inTransaction } from "~/services/db.server";
import * as mediaStore from "~/services/media-store.server";
import { discardedFiles, uploads } from "~db/schema";
import { jpeg, phoneJpeg } from "../../tests/corpus/photos";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { whilePicturesAreBusy } from "../../tests/factories/busy-pictures";
import { createLetter } from "../../tests/factories/letter";
import { multipartRequest } from "../../tests/factories/multipart";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUpload } from "../../tests/factories/upload";
import { createUser } from "../../tests/factories/user";
import * as mediaFile from "./media.$id";
import * as start from "./uploads";
import * as one from "./uploads.$id";
import * as content from "./uploads.$id_.content";
import * as finish from "./uploads.$id_.finish";
import * as preview from "./uploads.$id_.preview";
import * as remove from "./uploads.$id_.remove";

type Answer = { status: number; ok: boolean; reason?: string; message?: string; id: string; file: FormFile } & {
  to: { url: string; fields: Record<string, string> };
  partBytes: number;
  receivedBytes: number;
};
const told = async (response: Response): Promise<Answer> => ({ status: response.status, ...(await response.json()) });

let browser: Browser;
let formId: string;
beforeEach(async () => {
  browser = await createBrowser();
  formId = createId();
});

const begin = async (
  file: { bytes: number; id?: string; fileName?: string; kind?: MediaKind; type?: string },
  by = browser,
) =>
  told(
    await answerOf(
      start.action,
      formRequest(
        "/uploads",
        { formId, kind: "photo", fileName: "mia.jpg", type: "letter", ...file, bytes: String(file.bytes) },
        by,
      ),
      by,
    ),
  );

async function sendPart(id: string, file: Buffer, from: number, to = file.length, by = browser): Promise<Answer> {
  const headers = { "Content-Range": `bytes ${from}-${to - 1}/${file.length}`, "X-Unique-Upload-Id": id };
  const request = multipartRequest(`/uploads/${id}/content`, [["file", file.subarray(from, to), "blob"]], by, headers);
  return told(await answerOf(content.action, request, by, { id }));
}
const ask = async (id: string, by = browser) =>
  told(await answerOf(one.loader, pageRequest(`/uploads/${id}`, by), by, { id }));
const end = async (id: string, by = browser) =>
  told(await answerOf(finish.action, formRequest(`/uploads/${id}/finish`, {}, by), by, { id }));
const previewOf = (id: string, by = browser) =>
  answerOf(preview.loader, pageRequest(`/uploads/${id}/preview`, by), by, { id });
/** Follows the redirect to a saved file. */
const look = async (id: string, by = browser) => {
  const answer = await previewOf(id, by);
  const path = answer.headers.get("Location");
  return path === null ? answer : answerOf(mediaFile.loader, pageRequest(path, by), by, { id });
};
const drop = (id: string, by = browser, headers: Record<string, string> = { Accept: "application/json" }) => {
  const request = formRequest(`/uploads/${id}/remove`, {}, by);
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return answerOf(remove.action, request, by, { id });
};

async function rowOf(id: string) {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row;
}

describe("an upload", () => {
  it("sends parts to its URL, is inspected and has a preview", async () => {
    const file = await phoneJpeg();
    const begun = await begin({ bytes: file.length });
    expect(begun).toMatchObject({ status: 200, ok: true, partBytes: 20 * 1024 * 1024 });
    expect(begun.to.url).toBe(`/uploads/${begun.id}/content`);
    const third = Math.floor(file.length / 3);
    expect(await sendPart(begun.id, file, 0, third)).toMatchObject({ ok: true });
    expect(await ask(begun.id)).toMatchObject({ file: { state: "receiving" } });
    const { receivedBytes: there } = (await ask(begun.id)).file;
    expect(await sendPart(begun.id, file, there)).toMatchObject({ ok: true, receivedBytes: file.length });
    const finished = await end(begun.id);
    expect(finished).toMatchObject({ ok: true, file: { state: "ready", kind: "photo", width: 600, height: 800 } });
    expect(await end(begun.id)).toEqual(finished);
    expect(await rowOf(begun.id)).toMatchObject({
      contentType: "image/jpeg",
      sha256: createHash("sha256").update(file).digest("hex"),
      bytes: file.length,
    });
    const shown = await look(begun.id);
    expect(shown.headers.get("Content-Type")).toBe("image/webp");
    const copy = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(copy).toMatchObject({ format: "webp", width: 480, height: 640 });
    expect([copy.exif, copy.orientation]).toEqual([undefined, undefined]);
  });

  it("responds with the offset of a missing part", async () => {
    const file = await jpeg();
    const { id } = await begin({ bytes: file.length });
    expect(await sendPart(id, file, 1000)).toMatchObject({ status: 409, receivedBytes: 0 });
    expect(await end(id)).toMatchObject({ status: 409, reason: "broke_off" });
    expect(await sendPart(id, file, 0)).toMatchObject({ status: 200, receivedBytes: file.length });
    expect(await sendPart(id, file, 0, 1000)).toMatchObject({ status: 200, receivedBytes: file.length });
    expect(await end(id)).toMatchObject({ ok: true });
  });

  it("is kept for another try while the store does not answer", async () => {
    const file = await jpeg();
    const { id } = await begin({ bytes: file.length });
    await sendPart(id, file, 0);
    vi.spyOn(mediaStore, "finishParts").mockRejectedValueOnce(new mediaStore.MediaUnavailable());
    const message = "Failed to upload file: our storage does not answer right now. Please try again in a minute.";
    expect(await end(id)).toMatchObject({ status: 503, message });
    expect(await end(id)).toMatchObject({ ok: true });
  });

  it("starts once for repeated requests, and resumes", async () => {
    const file = await jpeg();
    const id = createId();
    expect(await begin({ id, bytes: file.length })).toMatchObject({ status: 200, id, receivedBytes: 0 });
    await sendPart(id, file, 0, 1000);
    const again = await begin({ id, bytes: file.length });
    expect(again).toMatchObject({ status: 200, id, to: { url: `/uploads/${id}/content` } });
    expect(again.receivedBytes).toBe((await ask(id)).file.receivedBytes);
    await sendPart(id, file, again.receivedBytes);
    expect(await end(id)).toMatchObject({ ok: true });
    expect(await begin({ id, bytes: file.length })).toMatchObject({ id, receivedBytes: file.length });
    expect(await begin({ id, bytes: file.length + 1 })).toMatchObject({ status: 400, reason: "broke_off" });
    expect(await begin({ id: "../../etc", bytes: file.length })).toMatchObject({ status: 400 });
  });

  it("is refused by its content and deleted", async () => {
    const file = Buffer.from("#!/bin/sh\necho this is no photo\n".repeat(100));
    const { id } = await begin({ bytes: file.length });
    await sendPart(id, file, 0);
    const row = await rowOf(id);
    expect(await end(id)).toMatchObject({ status: 400, ok: false, reason: "not_media", message: /mia\.jpg/ });
    expect(await rowOf(id)).toBeUndefined();
    expect(await mediaStore.receivedBytes(row?.storageKey ?? "", "photo")).toBe(0);
    expect(await end(id)).toMatchObject({ status: 404, ok: false, reason: "not_found" });
    expect(await db.$count(discardedFiles)).toBe(0);
  });

  it("is refused up front when it is too large or one too many", async () => {
    expect(await begin({ bytes: 26 * 1024 * 1024 })).toMatchObject({ status: 400, reason: "too_large" });
    expect(await begin({ bytes: 0 })).toMatchObject({ status: 400, reason: "empty" });
    await begin({ bytes: 10 });
    expect(await begin({ bytes: 10 })).toMatchObject({ status: 400, reason: "too_many_files" });
  });

  it.each([
    [{ formId: "x" }],
    [{ kind: "program" }],
    [{ bytes: "many" }],
    [{ bytes: "-1" }],
    [{ bytes: "1.5" }],
    [{ bytes: "1e300" }],
    [{ fileName: "a".repeat(2_000) }],
  ])("is not begun with %j", async (change) => {
    const fields = { formId, kind: "photo", fileName: "a.jpg", type: "letter", bytes: "10", ...change };
    const answer = await told(await answerOf(start.action, formRequest("/uploads", fields, browser), browser));
    expect(answer).toMatchObject({ status: 400, ok: false, reason: "not_understood" });
  });

  it.each([["bytes 0-9/11"], ["bytes 5-2/10"], ["bytes 0-10/10"], ["bytes */10"], ["0-9/10"]])(
    "refuses a part with the range %j",
    async (range) => {
      const { id } = await begin({ bytes: 10 });
      const request = multipartRequest(`/uploads/${id}/content`, [["file", Buffer.alloc(10), "b"]], browser, {
        "Content-Range": range,
      });
      expect(await told(await answerOf(content.action, request, browser, { id }))).toMatchObject({ status: 400 });
      expect((await ask(id)).file.receivedBytes).toBe(0);
    },
  );

  it("cannot exceed its announced size", async () => {
    const { id } = await begin({ bytes: 10 });
    const request = multipartRequest(`/uploads/${id}/content`, [["file", Buffer.alloc(100_000), "b"]], browser);
    expect(await told(await answerOf(content.action, request, browser, { id }))).toMatchObject({ status: 400 });
    expect((await ask(id)).file.receivedBytes).toBeLessThanOrEqual(10);
  });

  it("finishes once for repeated requests", async () => {
    const file = await jpeg();
    const { id } = await begin({ bytes: file.length });
    await sendPart(id, file, 0);
    const all = await Promise.all(Array.from({ length: 5 }, () => end(id)));
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(all[0]).toMatchObject({ ok: true });
  });

  it("is kept while too many photos wait, and finished later", async () => {
    const file = await jpeg();
    const { id } = await begin({ bytes: file.length });
    await sendPart(id, file, 0);
    const answer = await whilePicturesAreBusy(() =>
      answerOf(finish.action, formRequest(`/uploads/${id}/finish`, {}, browser), browser, { id }),
    );
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "30"]);
    expect(await told(answer)).toMatchObject({
      ok: false,
      reason: "busy",
      message: expect.stringMatching(/again in a minute/),
    });
    expect(await end(id)).toMatchObject({ ok: true, file: { state: "ready" } });
  });

  it("can be removed at any time", async () => {
    const { id } = await begin({ bytes: 10 });
    expect(await told(await drop(id))).toMatchObject({ status: 200, ok: true });
    expect(await ask(id)).toMatchObject({ status: 404 });
    expect(await told(await drop(id))).toMatchObject({ status: 200, ok: true });
  });

  it("can be removed by a plain form, which redirects back", async () => {
    const { id } = await begin({ bytes: 10 });
    const referrer = "http://localhost:3000/create?type=letter&step=form";
    expect(await drop(id, browser, { Referer: referrer })).toHaveRedirect("/create?type=letter&step=form");
    expect(await rowOf(id)).toBeUndefined();
    expect(await drop(id, browser, { Referer: "https://evil.example/a" })).toHaveRedirect("/a");
  });
});

describe("another visitor's file", () => {
  it("is 404", async () => {
    const file = await jpeg();
    const { id } = await begin({ bytes: file.length });
    await sendPart(id, file, 0, 1000);
    const other = await createBrowser();
    expect(await ask(id, other)).toMatchObject({ status: 404 });
    expect(await sendPart(id, file, 0, file.length, other)).toMatchObject({ status: 404 });
    expect(await end(id, other)).toMatchObject({ status: 404 });
    expect((await drop(id, other)).status).toBe(200);
    expect((await rowOf(id))?.receivedBytes).toBeLessThanOrEqual(1000);
    await sendPart(id, file, 0);
    await end(id);
    expect((await look(id)).status).toBe(200);
    expect((await look(id, other)).status).toBe(404);
  });

  it("is shown as a file of the vault once its form is saved, to its owner only", async () => {
    const { user, browser: by } = await createUser();
    const owner = uploadOwner({ userId: user.id });
    const { id } = await createUpload(owner, formId);
    const vaultId = await createLetter(user);
    await inTransaction((tx) => attachUploads(tx, { owner, formId, vaultId }));
    expect(await previewOf(id, by)).toHaveRedirect(`/media/${id}?width=480`, 302);
    expect((await look(id)).status).toBe(404);
    expect((await look(createId(), by)).status).toBe(404);
  });

  it("cannot be overwritten by its id", async () => {
    const { id } = await begin({ bytes: 10 });
    const other = await createBrowser();
    expect(await begin({ id, bytes: 10 }, other)).toMatchObject({ status: 400, reason: "broke_off" });
    expect((await rowOf(id))?.bytes).toBe(10);
  });

  it("requires the CSRF token", async () => {
    const file = await jpeg();
    const { id } = await begin({ bytes: file.length });
    const stranger = { ...browser, csrfToken: () => "a.b" };
    expect(await begin({ bytes: 10 }, stranger)).toMatchObject({ status: 403, reason: "stale_page" });
    expect(await sendPart(id, file, 0, file.length, stranger)).toMatchObject({ status: 403 });
    expect(await end(id, stranger)).toMatchObject({ status: 403 });
    expect((await drop(id, stranger)).status).toBe(403);
    expect((await ask(id)).file.receivedBytes).toBe(0);
    const owner = uploadOwner({ visitorToken: (await readVisitor(pageRequest("/", browser))) ?? "" });
    expect(await findUpload(owner, id)).toBeDefined();
  });
});
