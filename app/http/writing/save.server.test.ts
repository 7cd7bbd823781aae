import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listMedia } from "~/domain/media/media.server";
import { FILE_GONE } from "~/domain/media/refusals";
import { uploadOwner } from "~/domain/media/uploads.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { media, memories, uploads } from "~db/schema";
import { jpeg } from "../../../tests/corpus/photos";
import { createLetter } from "../../../tests/factories/letter";
import { type FormPart, multipartRequest } from "../../../tests/factories/multipart";
import { answerOf, formRequest, pageRequest } from "../../../tests/factories/request";
import { createUpload } from "../../../tests/factories/upload";
import { createUser, type SignedInUser } from "../../../tests/factories/user";
import * as create from "../../routes/create";
import * as draft from "../../routes/create_.draft";

const NEW = "/create?type=send-to-someone&step=form";

let account: SignedInUser;
let fields: Record<string, string>;
let photo: FormPart;
beforeEach(async () => {
  account = await createUser({ vaultLimit: 1 });
  photo = ["photo", await jpeg(300, 200), "mia.jpg"];
  fields = {
    formId: createId(),
    title: `Letter ${createId()}`,
    recipientEmail: "mia@example.net",
    deliveryDate: "2044-06-14",
  };
});

type Sent = { intent: string; files?: FormPart[]; isScripted?: boolean; path?: string };
function send({ intent, files = [], isScripted = false, path = NEW }: Sent, more: Record<string, string> = {}) {
  const parts = Object.entries({ ...fields, ...more, intent }) as FormPart[];
  const url = isScripted ? `${path}&_data=routes%2Fcreate` : path;
  return answerOf(create.action, multipartRequest(url, [...parts, ...files], account.browser), account.browser);
}
const vaults = () =>
  db
    .select({ id: memories.id, state: memories.state })
    .from(memories)
    .where(eq(memories.formId, fields.formId ?? ""));
const photosOf = async () => {
  const [vault] = await vaults();
  return listMedia(vault?.id ?? "");
};
const waiting = () => db.$count(uploads, eq(uploads.formId, fields.formId ?? ""));

describe("a new form that is sent twice", () => {
  it.each([
    ["as one press repeats it", true],
    ["without its photo", false],
  ])("keeps the photo of its draft once, %s", async (_, isWhole) => {
    await send({ intent: "draft", files: [photo] });
    const first = await photosOf();
    const answer = await send({ intent: "draft", files: isWhole ? [photo] : [] });
    expect(answer.headers.get("Location")).toMatch(/^\/create\?edit=true/);
    expect(await photosOf()).toEqual(first);
    expect(first).toMatchObject([{ fileName: "mia.jpg" }]);
    expect(await waiting()).toBe(0);
  });

  it.each([true, false])("is scheduled with its photo once a slot is free (script: %s)", async (isScripted) => {
    const other = await createLetter(account.user);
    await send({ intent: "attach", files: [photo] });
    const refused = await send({ intent: "schedule", isScripted });
    if (isScripted) expect((await refused.json()).error).toEqual({ "": ["Vault Limit Reached"] });
    else expect(refused.headers.get("Location")).toMatch(/^\/create\/limit\?draft=/);
    // With script the page still shows the upload.
    expect(await waiting()).toBe(isScripted ? 1 : 0);
    await send({ intent: "schedule", isScripted });
    await cancelVault(account.user, other);
    expect((await send({ intent: "schedule", isScripted })).headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
    expect(await photosOf()).toMatchObject([{ fileName: "mia.jpg" }]);
  });

  it("shows the files of its draft when it is refused, and loses only those that are ticked", async () => {
    await send({ intent: "draft", files: [photo] });
    const refused = await (await send({ intent: "schedule" }, { title: "" })).json();
    const [{ id }] = refused.files;
    expect(refused.files).toMatchObject([{ id, state: "saved", fileName: "mia.jpg" }]);
    await send({ intent: "draft" }, { remove: id });
    expect(await photosOf()).toEqual([]);
  });

  it("is refused, not scheduled without a file that it showed, which is gone", async () => {
    await send({ intent: "draft", files: [photo] });
    const [{ id = "" } = {}] = await photosOf();
    await send({ intent: "draft" }, { remove: id });
    const shown = { shown: id, message: "Dear Mia," };
    expect(await (await send({ intent: "schedule" }, shown)).json()).toMatchObject({ error: { "": [FILE_GONE] } });
    expect(await vaults()).toMatchObject([{ state: "draft" }]);
    const left = await send({ intent: "schedule" }, { ...shown, remove: id });
    expect(left.headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
  });

  it.each(["schedule", "draft"])("keeps its one photo once, also if it is sent twice at once (%s)", async (intent) => {
    const press = () => send({ intent, files: [photo] });
    for (const answer of await Promise.all([press(), press()])) expect(answer.status).toBe(303);
    expect(await vaults()).toMatchObject([{ state: intent === "draft" ? "draft" : "scheduled" }]);
    expect(await photosOf()).toMatchObject([{ fileName: "mia.jpg" }]);
  });

  it("is answered alike, also as the form of its draft", async () => {
    await send({ intent: "draft", files: [photo] });
    const path = `/create?edit=true&id=${(await vaults())[0]?.id}`;
    const [first, second] = [await send({ intent: "schedule", path }), await send({ intent: "schedule", path })];
    expect(first.headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
  });

  it("takes another photo of the same name as one too many", async () => {
    await send({ intent: "attach", files: [photo] });
    const other: FormPart = ["photo", await jpeg(200, 300), "mia.jpg"];
    const refused = await (await send({ intent: "schedule", files: [other] })).json();
    expect(refused.error).toEqual({ photo: ["This vault takes one file. Please remove the one that is there first."] });
    expect(refused.files).toHaveLength(1);
    expect(await waiting()).toBe(1);
  });

  it.each([true, false])("is one vault, also if it has only a photo (uploaded before: %s)", async (isUploaded) => {
    const { files } = await (await send({ intent: "attach", files: isUploaded ? [photo] : [] })).json();
    const press = () =>
      isUploaded ? send({ intent: "schedule" }, { shown: files[0].id }) : send({ intent: "schedule", files: [photo] });
    const answers = [await press(), await press()];
    for (const answer of answers) expect(answer.headers.get("Location")).toMatch(/^\/dashboard\?sent=/);
    expect(await photosOf()).toMatchObject([{ fileName: "mia.jpg" }]);
  });
});

describe("a form that is not saved as a whole yet", () => {
  const autosave = (form: string, more: Record<string, string>) =>
    answerOf(
      draft.action,
      formRequest(`/create/draft?${new URLSearchParams({ form })}`, { ...fields, ...more }, account.browser),
      account.browser,
    );
  const formAt = async (path: string) =>
    (await answerOf(create.loader, pageRequest(path, account.browser), account.browser)).json();

  it("shows its draft's photo once, while the copy of a second sending is still inspected", async () => {
    await send({ intent: "draft", files: [photo] });
    const [saved] = await db
      .select()
      .from(media)
      .where(eq(media.vaultId, (await vaults())[0]?.id ?? ""));
    await createUpload(uploadOwner({ userId: account.user.id }), fields.formId ?? "", {
      state: "receiving",
      fileName: "mia.jpg",
      bytes: saved?.bytes ?? 0,
      receivedBytes: saved?.bytes ?? 0,
      contentType: null,
    });
    const { files } = await formAt(`/create?edit=true&id=${saved?.vaultId}`);
    expect(files).toMatchObject([{ id: saved?.id, state: "saved" }]);
  });

  it("keeps descriptions of the files that its draft has", async () => {
    await send({ intent: "draft", files: [photo] });
    const [{ id = "" } = {}] = await photosOf();
    for (const [path, text] of [
      [NEW, "Mia"],
      [`/create?edit=true&id=${(await vaults())[0]?.id}`, "Mia at the sea"],
    ] as const) {
      expect(await (await autosave(path, { [`alt_${id}`]: text, remove: id })).json()).toMatchObject({ ok: true });
      expect(await photosOf()).toMatchObject([{ id, altText: text }]);
    }
  });

  it.each(["autosave", "Save draft"])(
    "keeps descriptions and ticked files of a scheduled vault by %s, and shows them again",
    async (by) => {
      const saved = await send({ intent: "schedule", files: [photo] });
      const path = `/create?edit=true&id=${new URL(saved.headers.get("Location") ?? "", "http://a").searchParams.get("sent")}`;
      const [{ id = "" } = {}] = await photosOf();
      const { version, formId } = await formAt(path);
      const more = { version, formId, [`alt_${id}`]: "Mia at the sea", remove: id };
      await (by === "autosave" ? autosave(path, more) : send({ intent: "draft", path }, more));
      expect(await photosOf()).toMatchObject([{ id, altText: "" }]);
      expect((await formAt(path)).files).toMatchObject([{ id, altText: "Mia at the sea", isRemoved: true }]);
      const refused = await (await send({ intent: "schedule", path }, { ...more, title: "" })).json();
      expect(refused.files).toMatchObject([{ id, altText: "Mia at the sea", isRemoved: true }]);
    },
  );
});
