import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { addMedia } from "~/domain/media/media.server";
import { createShare, shareTokenFor } from "~/domain/share/shares.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { media, memories } from "~db/schema";
import { PLACE, withPlace } from "../../tests/corpus/located";
import { phoneJpeg } from "../../tests/corpus/photos";
import { mp4 } from "../../tests/corpus/recordings";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { unpack } from "../../tests/factories/unpack";
import { createUser } from "../../tests/factories/user";
import * as create from "./create";
import * as date from "./create_.date";
import * as mediaFile from "./media.$id";
import * as keepsake from "./memories.$id_.keepsake";
import * as photoPage from "./memories.$id_.photos.$photo";

const PHOTO = await phoneJpeg(2400, 3200);
const FILM = withPlace(mp4());

const fetchFile = (path: string, browser: Browser) =>
  answerOf(mediaFile.loader, pageRequest(path, browser), browser, { id: path.split(/[/?]/)[2] ?? "" });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("the files of a sealed vault", () => {
  const FORM: Fields = { title: "Changed", message: "Dear", deliveryDate: "2044-06-14", deliveryHour: "9" };

  it.each(["attach", "draft", "schedule", "rehearse", "test-recipient", "test-scheduled"])(
    "are not listed for its owner by intent %s",
    async (intent) => {
      const { user, browser } = await createUser();
      const id = await createLetter(user, { deliveryDate: "2044-06-14" });
      await addMedia(id, 0, { kind: "photo", fileName: "secret.jpg", altText: "A hidden caption", content: PHOTO });
      const send = async () => {
        const form = { ...FORM, formId: createId(), recipientEmail: "mia@example.net", intent };
        const path = `/create?edit=true&id=${id}`;
        const answer = await answerOf(create.action, formRequest(path, form, browser), browser);
        return answer.text();
      };
      if (intent === "attach") expect(await send()).toContain("secret.jpg");
      await sealVault(user, id);
      expect(await send()).not.toMatch(/secret|hidden/);
    },
  );

  it("are not listed by the date picker", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2044-06-14" });
    await addMedia(id, 0, { kind: "photo", fileName: "secret.jpg", altText: "A hidden caption", content: PHOTO });
    await sealVault(user, id);
    const path = `/create/date?form=${encodeURIComponent(`/create?edit=true&id=${id}`)}`;
    const answer = await answerOf(date.action, formRequest(path, { ...FORM, formId: createId() }, browser), browser);
    expect(await answer.text()).not.toMatch(/secret|hidden/);
  });
});

describe("the name of a file", () => {
  async function createNamed(fileName: string) {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2044-06-14" });
    const file = await addMedia(id, 0, { kind: "photo", fileName, content: PHOTO });
    // As it was stored before names followed the content.
    await db.update(media).set({ fileName }).where(eq(media.id, file));
    return { id, file, browser };
  }

  it.each(["sea.hta", "sea.exe", "sea\u202egpj.exe"])(
    "%j ends as its content does, for stored files too",
    async (name) => {
      const { id, file, browser } = await createNamed(name);
      for (const query of ["", "?download"]) {
        const header = (await fetchFile(`/media/${file}${query}`, browser)).headers.get("Content-Disposition");
        expect(header).toMatch(/filename="sea(gpj)?\.jpg"; filename\*=UTF-8''sea(gpj)?\.jpg$/);
      }
      const archive = await answerOf(keepsake.loader, pageRequest(`/memories/${id}/keepsake`, browser), browser, {
        id,
      });
      const files = await unpack(await bytesOf(archive));
      expect([...files.keys()].find((path) => path.startsWith("files/"))).toMatch(/^files\/01 sea(gpj)?\.jpg$/);
      expect(files.get("index.html")?.toString()).not.toMatch(/\.hta|\.exe/);
    },
  );
});

describe("a shared file", () => {
  async function createShared() {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2020-01-01" });
    const photo = await addMedia(id, 0, { kind: "photo", fileName: "sea.jpg", content: PHOTO });
    const film = await addMedia(id, 1, { kind: "video", fileName: "film.mp4", content: FILM });
    await deliverVault(id);
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
    const owner = await viewVault({ user }, id);
    const share = owner && (await createShare(owner, null));
    if (!share?.ok) throw new Error("The letter is not shared.");
    return { id, browser, photo, film, query: `share=${shareTokenFor(share.id)}` };
  }

  it("is a copy without the place if it is a photo, whatever is asked for", async () => {
    const { browser, photo, query } = await createShared();
    expect((await sharp(PHOTO).metadata()).exif).toBeDefined();
    const stranger = await createBrowser();
    for (const more of ["", "&download", "&width=9999", "&width=9999&download", "&width=1080"]) {
      const shown = await fetchFile(`/media/${photo}?${query}${more}`, stranger);
      expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      const type = more.includes("download") ? "attachment" : "inline";
      expect(shown.headers.get("Content-Disposition")).toMatch(new RegExp(`^${type}; filename="sea.webp"`));
      const { width, exif, xmp } = await sharp(await bytesOf(shown)).metadata();
      expect([width, exif, xmp]).toEqual([more.includes("1080") ? 1080 : 2160, undefined, undefined]);
    }
    const original = await bytesOf(await fetchFile(`/media/${photo}`, browser));
    expect(original.equals(PHOTO)).toBe(true);
    const asLink = await bytesOf(await fetchFile(`/media/${photo}?${query}`, browser));
    expect(asLink.equals(PHOTO)).toBe(false);
  });

  it("leads to the next photo and back by the same link", async () => {
    const { id, photo, query } = await createShared();
    const other = await addMedia(id, 2, { kind: "photo", fileName: "sky.jpg", content: PHOTO });
    const stranger = await createBrowser();
    const turn = async (to: string) => {
      const [path, params] = [`/memories/${id}/photos/${to}`, { id, photo: to }];
      return (await answerOf(photoPage.loader, pageRequest(`${path}?${query}`, stranger), stranger, params)).json();
    };
    const [firstHref, otherHref] = [photo, other].map((one) => `/memories/${id}/photos/${one}?${query}`);
    const backHref = `/s/${query.slice("share=".length)}#photo-${photo}`;
    expect(await turn(photo)).toMatchObject({ number: 1, previousHref: null, nextHref: otherHref, backHref });
    expect(await turn(other)).toMatchObject({ number: 2, total: 2, previousHref: firstHref, nextHref: null });
  });

  it("is without the place if it is a film, also piece by piece", async () => {
    const { browser, film, query } = await createShared();
    const stranger = await createBrowser();
    const shown = await fetchFile(`/media/${film}?${query}`, stranger);
    const whole = await bytesOf(shown);
    expect(FILM.includes(PLACE)).toBe(true);
    expect([whole.length, whole.includes(PLACE)]).toEqual([FILM.length, false]);
    const pieces: Buffer[] = [];
    for (let start = 0; start < FILM.length; start += 777) {
      const request = pageRequest(`/media/${film}?${query}`, stranger);
      request.headers.set("Range", `bytes=${start}-${start + 776}`);
      const piece = await answerOf(mediaFile.loader, request, stranger, { id: film });
      expect(piece.status).toBe(206);
      pieces.push(await bytesOf(piece));
    }
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    const original = await fetchFile(`/media/${film}`, browser);
    expect((await bytesOf(original)).equals(FILM)).toBe(true);
    expect(original.headers.get("ETag")).not.toBe(shown.headers.get("ETag"));
  });
});
