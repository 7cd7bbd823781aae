import { Readable } from "node:stream";
import { createId } from "@paralleldrive/cuid2";
import { asc, eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { listFormFiles } from "~/domain/media/form-files.server";
import { MEDIA_MAX_BYTES } from "~/domain/media/media";
import type { VaultType } from "~/domain/vault/vault";
import { CSRF_FIELD } from "~/http/csrf.server";
import { STALE_PAGE } from "~/http/form.server";
import { rateLimited, rateLimitWords } from "~/http/rate-limit.server";
import { keyedDigest } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { discardedFiles, rateLimits, uploads } from "~db/schema";
import { jpeg } from "../../../tests/corpus/photos";
import { type Browser, createBrowser } from "../../../tests/factories/browser";
import { whilePicturesAreBusy } from "../../../tests/factories/busy-pictures";
import { type FormPart, multipartBody, multipartRequest } from "../../../tests/factories/multipart";
import { requestContext } from "../../../tests/factories/request";
import { statementsOf } from "../../../tests/factories/statements";
import { createUpload } from "../../../tests/factories/upload";
import { readMediaForm } from "./media-form.server";
import { uploadOwnerOf } from "./upload-owner.server";

const schema = z.object({ title: z.string().min(2, "Please give it a title.") });
const NOT_CHOSEN: FormPart = ["video", Buffer.alloc(0), ""];

let browser: Browser;
let formId: string;
let photo: Buffer;
beforeEach(async () => {
  browser = await createBrowser();
  formId = createId();
  photo = await jpeg(300, 200);
});

const typed = (title = "For Mia"): FormPart[] => [
  ["formId", formId],
  ["title", title],
];

async function send(request: Request, type: VaultType = "letter") {
  return readMediaForm(request, requestContext(request, browser), schema, { type });
}
const post = (parts: FormPart[], type?: VaultType) => send(multipartRequest("/create", parts, browser), type);

async function there() {
  const request = multipartRequest("/create", [], browser);
  const owner = (await uploadOwnerOf(request, requestContext(request, browser))) ?? "";
  return listFormFiles(owner, formId);
}

type Reply = {
  error?: Record<string, string[]>;
  initialValue?: Record<string, string>;
  files?: { fileName: string }[];
};
async function replyOf(form: Awaited<ReturnType<typeof post>>): Promise<Reply & { status: number }> {
  if (form.ok) throw new Error("The form was not refused.");
  return { ...(await form.response.json()), status: form.response.status };
}

describe("a form with files", () => {
  it("saves them with the fields, for every button", async () => {
    const form = await post([...typed(), ["photo", photo, "mia.jpg"], NOT_CHOSEN, ["intent", "draft"]]);
    expect(form).toMatchObject({ ok: true, value: { title: "For Mia" }, intent: "draft", formId });
    expect(form.files).toMatchObject([{ fileName: "mia.jpg", state: "ready", bytes: photo.length, width: 300 }]);
    expect(await there()).toHaveLength(1);
  });

  it("accepts several if the type of vault allows it", async () => {
    const files: FormPart[] = [1, 2, 3].map((number) => ["photo", photo, `${number}.jpg`]);
    const form = await post([...typed(), ...files], "future-self");
    expect(form.files.map(({ fileName }) => fileName)).toEqual(["1.jpg", "2.jpg", "3.jpg"]);
  });

  it("saves the files of an invalid form and shows them again", async () => {
    const reply = await replyOf(await post([...typed(""), ["photo", photo, "mia.jpg"]]));
    expect(reply).toMatchObject({
      status: 400,
      error: { title: [expect.any(String)] },
      files: [{ fileName: "mia.jpg" }],
    });
    expect(await there()).toHaveLength(1);
  });

  it("shows the reason for a refused file at its field, and saves the rest", async () => {
    const files: FormPart[] = [
      ["photo", photo, "mia.jpg"],
      ["photo", Buffer.from("<?php echo 1;"), "leo.jpg"],
      ["photo", Buffer.alloc(0), "empty.jpg"],
    ];
    const reply = await replyOf(await post([...typed(""), ...files], "future-self"));
    expect(reply.error?.photo?.[0]).toMatch(/“leo\.jpg” isn’t a photo we can read.*“empty\.jpg” is empty/);
    expect(reply.error?.title).toBeDefined();
    expect(reply.files).toMatchObject([{ fileName: "mia.jpg" }]);
    expect(await there()).toHaveLength(1);
    expect(await db.$count(discardedFiles)).toBe(0);
  });

  it("refuses one file too many, with the reason", async () => {
    const reply = await replyOf(await post([...typed(), ["photo", photo, "a.jpg"], ["photo", photo, "b.jpg"]]));
    expect(reply.error?.photo?.[0]).toMatch(/takes one file/);
    expect(reply.files).toMatchObject([{ fileName: "a.jpg" }]);
  });

  it("removes ticked files before it accepts new ones", async () => {
    await post([...typed(), ["photo", photo, "a.jpg"]]);
    const [first] = await there();
    const form = await post([...typed(), ["remove", first?.id ?? ""], ["photo", photo, "b.jpg"]]);
    expect(form).toMatchObject({ ok: true, files: [{ fileName: "b.jpg" }] });
  });

  it("saves alternative texts", async () => {
    await post([...typed(), ["photo", photo, "a.jpg"]]);
    const [file] = await there();
    const form = await post([...typed(), [`alt_${file?.id}`, "Mia at the sea"]]);
    expect(form).toMatchObject({
      files: [{ altText: "Mia at the sea" }],
      altTexts: { [file?.id ?? ""]: "Mia at the sea" },
    });
  });
});

describe("a file that has arrived only in part", () => {
  it("holds up the form until it is removed, unless its writer goes on later", async () => {
    const request = multipartRequest("/create", [], browser);
    const owner = (await uploadOwnerOf(request, requestContext(request, browser))) ?? "";
    const part = await createUpload(owner, formId, { state: "receiving", kind: "video", fileName: "film.mp4" });
    // The buttons of pieces and replies have no intent.
    const buttons: FormPart[][] = [[], [["intent", "schedule"]], [["intent", "test-scheduled"]]];
    for (const button of buttons) {
      const reply = await replyOf(await post([...typed(""), ["shown", part.id], ...button]));
      expect(reply).toMatchObject({
        status: 400,
        error: {
          title: [expect.any(String)],
          video: [expect.stringMatching(/^“film\.mp4” has arrived only in part\./)],
        },
        files: [{ id: part.id }],
      });
    }
    for (const intent of ["draft", "rehearse", "attach"])
      expect(await post([...typed(), ["shown", part.id], ["intent", intent]])).toMatchObject({ ok: true });
    expect(await post([...typed(), ["shown", part.id], ["remove", part.id]])).toMatchObject({ ok: true, files: [] });
  });

  // After a kill, `bytes` is the length of the whole form, or with script that of the file.
  it.each([
    ["within a form", { tooMany: 500, receivedBytes: 0 }],
    ["from script", { tooMany: 0, receivedBytes: 10 }],
  ])("%s gives way to the same file chosen again", async (_, { tooMany, receivedBytes }) => {
    const request = multipartRequest("/create", [], browser);
    const owner = (await uploadOwnerOf(request, requestContext(request, browser))) ?? "";
    const unread = { state: "receiving" as const, contentType: null, sha256: null, width: null, receivedBytes };
    const unarrived = { ...unread, bytes: photo.length + tooMany };
    const part = await createUpload(owner, formId, { ...unarrived, fileName: "mia.jpg" });
    const other = await createUpload(owner, formId, { ...unarrived, fileName: "leo.jpg" });
    const files: FormPart[] = [["photo", photo, "mia.jpg"]];
    const form = await post([...typed(), ["shown", part.id], ...files], "future-self");
    expect(form).toMatchObject({ ok: true, files: [{ id: other.id }, { state: "ready", fileName: "mia.jpg" }] });
  });
});

describe("a form with too much", () => {
  it("is refused with 503 while too many photos wait, with all that was typed", async () => {
    const reply = await whilePicturesAreBusy(async () => {
      const form = await post([...typed(), ["photo", photo, "mia.jpg"]]);
      if (!form.ok) expect(form.response.headers.get("Retry-After")).toBe("30");
      return replyOf(form);
    });
    expect(reply).toMatchObject({
      status: 503,
      error: { photo: ["Many photos are arriving right now. Please add “mia.jpg” again in a minute."] },
      initialValue: { title: "For Mia" },
    });
    expect(await there()).toEqual([]);
    expect(await post([...typed(), ["photo", photo, "mia.jpg"]])).toMatchObject({ ok: true });
  });

  it("does not count against the uploads of the network while too many photos wait", async () => {
    const counted = async () => {
      const ofNetwork = inArray(
        rateLimits.key,
        ["upload_ip", "upload_mb_ip"].map((name) => `${name}:${keyedDigest("rate-limit", browser.clientIp)}`),
      );
      const rows = await db.select().from(rateLimits).where(ofNetwork).orderBy(asc(rateLimits.key));
      return rows.map(({ points }) => points);
    };
    await whilePicturesAreBusy(() => post([...typed(), ["photo", photo, "a.jpg"], ["photo", photo, "b.jpg"]]));
    expect(await counted()).toEqual([0, 0]);
    await post([...typed(), ["photo", photo, "mia.jpg"]]);
    expect((await counted())[0]).toBe(1);
  });

  it("counts the largest file for each one when the body has no length", async () => {
    const counted = async () => {
      const key = `upload_mb_ip:${keyedDigest("rate-limit", browser.clientIp)}`;
      const [row] = await db.select().from(rateLimits).where(eq(rateLimits.key, key));
      return row?.points;
    };
    const parts: FormPart[] = [...typed(), ["photo", photo, "a.jpg"], ["photo", photo, "b.jpg"]];
    await post(parts);
    expect(await counted()).toBe(1);
    const chunked = multipartRequest("/create", parts, browser);
    chunked.headers.delete("Content-Length");
    await send(chunked);
    expect(await counted()).toBe(1 + (2 * MEDIA_MAX_BYTES.photo) / 2 ** 20);
  });

  it("takes no more statements for 1,900 fields than for a few", async () => {
    const files: FormPart[] = [1, 2, 3].map((number) => ["photo", photo, `${number}.jpg`]);
    const statementsFor = async (count: number) => {
      formId = createId();
      await post([...typed(), ...files], "future-self");
      const [kept, ...others] = (await there()).map(({ id }) => id);
      const unknown = Array.from({ length: count }, () => createId());
      const fields: FormPart[] = [...others, ...unknown].flatMap((id) => [
        ["remove", id],
        [`alt_${id}`, "The sea"],
      ]);
      const parts: FormPart[] = [...typed(), ...fields, [`alt_${kept}`, "Mia"]];
      const statements = await statementsOf(() => post(parts, "future-self"));
      expect(await there()).toMatchObject([{ id: kept, altText: "Mia" }]);
      return statements.length;
    };
    expect(await statementsFor(940)).toBe(await statementsFor(2));
  });
});

describe("a file is not stored", () => {
  const expectNothing = async () => {
    expect(await there()).toEqual([]);
    expect(await db.$count(uploads, eq(uploads.formId, formId))).toBe(0);
  };

  it.each([
    ["when the form has no token", () => [[CSRF_FIELD, ""], ...typed(), ["photo", photo, "a.jpg"]] as FormPart[]],
    [
      "when it comes before the token",
      () => [...typed(), ["photo", photo, "a.jpg"], [CSRF_FIELD, browser.csrfToken()]] as FormPart[],
    ],
  ])("%s, and the form is refused with all that was typed", async (_, parts) => {
    const reply = await replyOf(await post(parts()));
    expect(reply).toMatchObject({ status: 403, initialValue: { title: "For Mia" } });
    expect(reply.error).toEqual({
      "": [`${STALE_PAGE} Files have to be chosen again.`],
      photo: ["Please choose “a.jpg” again."],
    });
    await expectNothing();
  });

  it("by a form without its token that had none, which does not mention files", async () => {
    const reply = await replyOf(await post([[CSRF_FIELD, ""], ...typed(), NOT_CHOSEN]));
    expect(reply.error).toEqual({ "": [STALE_PAGE] });
  });

  it("if it precedes the id of its form, which is refused", async () => {
    const reply = await replyOf(await post([["photo", photo, "a.jpg"], ...typed()]));
    expect(reply).toMatchObject({ status: 400, error: { photo: ["Please choose “a.jpg” again."] } });
    await expectNothing();
  });

  it("over the limit of its network, and its field says so", async () => {
    for (let count = 0; count < 600; count += 1) await rateLimited({ upload_ip: browser.clientIp });
    const reply = await replyOf(await post([...typed(), ["photo", photo, "a.jpg"], ["photo", photo, "b.jpg"]]));
    expect(reply).toMatchObject({ status: 429, initialValue: { title: "For Mia" } });
    expect(reply.error).toEqual({
      "": [`${rateLimitWords(3_600)} Files have to be chosen again.`],
      photo: ["Please choose “a.jpg” again. Please choose “b.jpg” again."],
    });
    await expectNothing();
  });

  it("if the connection breaks; earlier files stay", async () => {
    await db.delete(discardedFiles);
    const whole = multipartBody([
      [CSRF_FIELD, browser.csrfToken()],
      ...typed(),
      ["photo", photo, "a.jpg"],
      ["photo", Buffer.alloc(500_000, 1), "b.jpg"],
    ]);
    async function* broken() {
      yield whole.subarray(0, whole.length - 300_000);
      throw new Error("the connection broke");
    }
    const like = multipartRequest("/create", [], browser);
    const headers = new Headers(like.headers);
    headers.delete("Content-Length");
    const body = Readable.toWeb(Readable.from(broken())) as unknown as BodyInit;
    const request = new Request(like.url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
    await expect(send(request, "future-self")).rejects.toThrow("the connection broke");
    expect(await there()).toMatchObject([{ fileName: "a.jpg", state: "ready" }]);
    expect(await db.$count(discardedFiles)).toBe(0);
  });
});
