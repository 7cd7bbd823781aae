import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { listSavedFiles } from "~/domain/media/form-files.server";
import { addMedia } from "~/domain/media/media.server";
import { listUploads, uploadOwner } from "~/domain/media/uploads.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { draftCopies, media } from "~db/schema";
import { png } from "../../tests/corpus/photos";
import { createLetter, storedVault } from "../../tests/factories/letter";
import { answerOf, type Fields, formRequest, pageRequest, requestContext } from "../../tests/factories/request";
import { createUpload } from "../../tests/factories/upload";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";
import * as draft from "./create_.draft";
import * as finish from "./memories.$id_.finish";

/** A board with two photos, and what its owner types to send it again. */
async function arrange() {
  const { user, browser } = await createUser({ vaultLimit: 3 });
  const original = await createLetter(user, { title: "Summer", type: "memory-board" });
  const photo = (position: number, fileName: string, size: number) =>
    png(size, 20).then((content) => addMedia(original, position, { kind: "photo", fileName, content }));
  const [sea, dune] = [await photo(0, "sea.png", 30), await photo(1, "dune.png", 40)];
  const form = `/create?type=memory-board&step=form&duplicateFrom=${original}`;
  const fields: Record<string, string | string[]> = {
    formId: createId(),
    title: "Summer once more",
    message: "Dear Mia",
    "boardRecipients[0].name": "Mia",
    "boardRecipients[0].email": "mia@example.net",
    deliveryDate: "2044-06-14",
    deliveryHour: "9",
    deliveryZone: "UTC",
    copy: [sea, dune],
  };
  const save = async (sent: Fields, path = form): Promise<{ ok: boolean; form: string }> => {
    const request = formRequest(`/create/draft?${new URLSearchParams({ form: path })}`, sent, browser);
    return (await answerOf(draft.action, request, browser)).json();
  };
  const open = async (path: string) => (await answerOf(create.loader, pageRequest(path, browser), browser)).json();
  const send = (path: string, sent: Fields) => answerOf(create.action, formRequest(path, sent, browser), browser);
  const press = (id: string) => {
    const request = formRequest(`/memories/${id}/finish`, {}, browser);
    return answerOf(finish.action, request, browser, { id });
  };
  return { user, browser, original, sea, dune, form, fields, save, open, send, press };
}

const idIn = (path: string): string => new URLSearchParams(path.split("?")[1]).get("id") ?? "";
const names = async (id: string) => (await listSavedFiles(id)).map(({ fileName }) => fileName);
const GONE =
  "A file you wanted to send again is gone: its vault was cancelled, sealed or changed. Please check your files and add what’s missing.";

describe("a draft that sends a vault again", () => {
  it("keeps which files were ticked, and how they were described", async () => {
    const { dune, fields, save, open, original } = await arrange();
    const { form } = await save({ ...fields, copy: dune, [`alt_${dune}`]: "The dune at noon" });
    expect(await open(form)).toMatchObject({
      mode: "draft",
      files: [],
      copies: [
        { fileName: "sea.png", altText: "" },
        { fileName: "dune.png", altText: "The dune at noon" },
      ],
      ticked: [dune],
    });
    expect(await names(original)).toEqual(["sea.png", "dune.png"]);
  });

  it("can still be opened and saved when a description of theirs is damaged", async () => {
    const { sea, dune, fields, save, open } = await arrange();
    const described = { ...fields, [`alt_${sea}`]: "The sea", [`alt_${dune}`]: "The dune at noon" };
    const { form } = await save(described);
    await db
      .update(draftCopies)
      .set({ altTextEncrypted: Buffer.from("damaged") })
      .where(eq(draftCopies.mediaId, dune));
    const ticked = expect.arrayContaining([sea, dune]);
    expect(await open(form)).toMatchObject({ copies: [{ altText: "The sea" }, { altText: "" }], ticked });
    expect(await save(described, form)).toMatchObject({ ok: true });
    expect(await open(form)).toMatchObject({ copies: [{ altText: "The sea" }, { altText: "The dune at noon" }] });
  });

  it("is scheduled with them from the dashboard, once", async () => {
    const { user, dune, fields, save, press } = await arrange();
    const id = idIn((await save({ ...fields, copy: dune, [`alt_${dune}`]: "The dune at noon" })).form);
    expect(await press(id)).toHaveRedirect(`/dashboard?sent=${id}`);
    expect(await listSavedFiles(id)).toMatchObject([{ fileName: "dune.png", altText: "The dune at noon" }]);
    expect(await listUploads(uploadOwner({ userId: user.id }), fields.formId as string)).toEqual([]);
    expect(await db.$count(draftCopies, eq(draftCopies.vaultId, id))).toBe(0);
  });

  it("is scheduled with the same response when its button is pressed twice at once", async () => {
    const { dune, fields, save, press, send, form } = await arrange();
    const id = idIn((await save({ ...fields, copy: dune })).form);
    for (const response of await Promise.all([press(id), press(id)]))
      expect(response).toHaveRedirect(`/dashboard?sent=${id}`);
    expect(await names(id)).toEqual(["dune.png"]);
    const another = { ...fields, formId: createId(), title: "Summer, and once more" };
    const [first, second] = await Promise.all([send(form, another), send(form, another)]);
    expect(first.headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
    expect(second).toHaveRedirect(first.headers.get("Location") ?? "");
    expect(await names(first.headers.get("Location")?.split("=")[1] ?? "")).toEqual(["sea.png", "dune.png"]);
  });

  it.each([
    ["while it was copied", { receivedBytes: 1 }],
    ["while its copy was inspected", {}],
  ])("is scheduled with a file whose first attempt ended %s", async (_, how) => {
    const { user, dune, fields, save, press } = await arrange();
    const id = idIn((await save({ ...fields, copy: dune })).form);
    const [file] = await db.select().from(media).where(eq(media.id, dune));
    await createUpload(uploadOwner({ userId: user.id }), fields.formId as string, {
      state: "receiving",
      fileName: "dune.png",
      bytes: file?.bytes ?? 0,
      receivedBytes: file?.bytes ?? 0,
      contentType: null,
      sha256: null,
      ...how,
    });
    expect(await press(id)).toHaveRedirect(`/dashboard?sent=${id}`);
    expect(await names(id)).toEqual(["dune.png"]);
  });

  it("is saved, and scheduled, with them in its own form", async () => {
    const { fields, save, send, open } = await arrange();
    const { form } = await save(fields);
    expect(await send(form, { ...fields, intent: "draft" })).toHaveRedirect(form);
    expect(await names(idIn(form))).toEqual(["sea.png", "dune.png"]);
    expect(await open(form)).toMatchObject({ copies: [], ticked: null });

    const other = await arrange();
    const { form: second } = await other.save(other.fields);
    const sent = await other.send(second, { ...other.fields, copy: other.sea, intent: "schedule" });
    expect(sent.headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
    expect(await names(idIn(second))).toEqual(["sea.png"]);
  });

  it("offers files that were unticked, to be ticked again", async () => {
    const { sea, fields, save, open, send } = await arrange();
    const { form } = await save(fields);
    const { copy: _, ...without } = fields;
    await save(without, form);
    expect(await open(form)).toMatchObject({ copies: [{ id: sea }, { fileName: "dune.png" }], ticked: [] });
    await save({ ...fields, copy: sea }, form);
    expect(await open(form)).toMatchObject({ ticked: [sea] });
    await save(without, form);
    const sent = await send(form, { ...fields, copy: sea, intent: "schedule" });
    expect(sent.headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
    expect(await names(idIn(form))).toEqual(["sea.png"]);
  });

  it("is saved without copies for a URL that names no vault, and with no more than a vault can have", async () => {
    const { form, fields, save } = await arrange();
    const other = `${form}x`;
    expect(await db.$count(draftCopies, eq(draftCopies.vaultId, idIn((await save(fields, other)).form)))).toBe(0);
    const many = { ...fields, formId: createId(), title: "Others", copy: Array.from({ length: 200 }, createId) };
    expect(await db.$count(draftCopies, eq(draftCopies.vaultId, idIn((await save(many)).form)))).toBe(120);
  });

  it("copies nothing while it lacks something else", async () => {
    const { user, fields, save, press } = await arrange();
    const id = idIn((await save({ ...fields, "boardRecipients[0].email": "" })).form);
    expect(await press(id)).toHaveRedirect(`/create?edit=true&id=${id}`);
    expect(await listUploads(uploadOwner({ userId: user.id }), fields.formId as string)).toEqual([]);
  });

  it("does not copy the files of others", async () => {
    const { fields, save, press } = await arrange();
    const others = await arrange();
    const stolen = { ...fields, copy: others.sea };
    const id = idIn((await save(stolen, others.form)).form);
    const answer = await press(id);
    expect(answer).toHaveRedirect(`/create?edit=true&id=${id}`);
    await expect(answer).toSendToast({ title: "Failed to Save Memory", description: GONE, kind: "error" });
    expect(await names(id)).toEqual([]);
  });

  it("says once from the dashboard that a file is gone", async () => {
    const { fields, save, press, dune } = await arrange();
    const id = idIn((await save(fields)).form);
    await db.delete(media).where(eq(media.id, dune));
    const answer = await press(id);
    expect(answer).toHaveRedirect(`/create?edit=true&id=${id}`);
    await expect(answer).toSendToast({ title: "Failed to Save Memory", description: GONE, kind: "error" });
    expect((await storedVault(id)).state).toBe("draft");
    expect(await press(id)).toHaveRedirect(`/dashboard?sent=${id}`);
    expect(await names(id)).toEqual(["sea.png"]);
  });

  it("says once from the dashboard that the files are sealed", async () => {
    const { user, original, fields, save, press } = await arrange();
    const id = idIn((await save(fields)).form);
    await sealVault(user, original);
    await expect(await press(id)).toSendToast({ title: "Failed to Save Memory", description: GONE, kind: "error" });
    expect(await press(id)).toHaveRedirect(`/dashboard?sent=${id}`);
    expect(await names(id)).toEqual([]);
  });
});

describe("the form that sends a vault again", () => {
  it("says that a file is gone, and copies none", async () => {
    const { user, fields, form, send, dune } = await arrange();
    await db.delete(media).where(eq(media.id, dune));
    await expect(await send(form, { ...fields, intent: "schedule" })).toBeRefused(400, "form", GONE);
    expect(await listUploads(uploadOwner({ userId: user.id }), fields.formId as string)).toEqual([]);
    const sent = await send(form, { ...fields, copy: [], intent: "schedule" });
    expect(sent.headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
  });

  it("keeps what was typed when its vault was cancelled meanwhile", async () => {
    const { user, browser, original, fields, form, send } = await arrange();
    await cancelVault(user, original);
    const answer = await send(form, { ...fields, intent: "schedule" });
    await expect(answer.clone()).toBeRefused(400, "form", GONE);
    expect(await answer.json()).toMatchObject({ initialValue: { title: "Summer once more", message: "Dear Mia" } });
    // Without JavaScript the page of the refused form is rendered by the same request.
    const request = formRequest(form, fields, browser);
    const context = requestContext(request, browser);
    const page = await create.loader({ request: pageRequest(form, browser), context, params: {} });
    expect(await page.json()).toMatchObject({ step: "form", mode: "new", copies: [] });
  });
});
