import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { formatDate } from "~/domain/calendar/delivery-date";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { listSavedFiles } from "~/domain/media/form-files.server";
import { copyKey } from "~/domain/media/media";
import { addMedia, listMedia } from "~/domain/media/media.server";
import { sweepUploads } from "~/domain/media/sweep-uploads.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { MediaMissing, readMedia } from "~/services/media-store.server";
import { deliveryEvents, memories } from "~db/schema";
import { phoneJpeg, png } from "../../tests/corpus/photos";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createDraft, createLetter, deliveriesOf, reportEvent, storedVault } from "../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, reload } from "../../tests/factories/user";
import * as create from "./create";
import * as dashboard from "./dashboard";
import * as mediaFile from "./media.$id";
import * as memory from "./memories.$id";
import * as onePhoto from "./memories.$id_.photos.$photo";
import * as open from "./open.$link";
import * as account from "./open.$link_.account";
import * as block from "./open.$link_.block";
import * as sendCode from "./open.$link_.code";
import * as decline from "./open.$link_.decline";
import * as later from "./open.$link_.later";
import * as replies from "./open.$link_.replies";

type Handler = Parameters<typeof answerOf>[0];

const FIELDS = {
  title: "For Mia",
  recipientName: "Mia",
  recipientEmail: "mia@example.net",
  message: "Dear Mia,\r\nhello",
  deliveryDate: "2044-06-14",
  deliveryHour: "9",
  deliveryZone: "UTC",
};
const NEW = "/create?type=send-to-someone&step=form";

const post = (path: string, fields: Fields, browser: Browser) =>
  answerOf(create.action, formRequest(path, fields, browser), browser);
const see = (id: string, browser: Browser) =>
  answerOf(memory.loader, pageRequest(`/memories/${id}`, browser), browser, { id });
const fetchMedia = (id: string, browser: Browser) =>
  answerOf(mediaFile.loader, pageRequest(`/media/${id}`, browser), browser, { id });
const visit = (link: string, browser: Browser) =>
  answerOf(open.loader, pageRequest(`/open/${link}`, browser), browser, { link });
const seePhoto = (id: string, photo: string, browser: Browser) =>
  answerOf(onePhoto.loader, pageRequest(`/memories/${id}/photos/${photo}`, browser), browser, { id, photo });
const openAsAccount = (link: string, browser: Browser) =>
  answerOf(account.action, formRequest(`/open/${link}/account`, {}, browser), browser, { link });

async function openByCode(link: string, address: string): Promise<Browser> {
  const browser = await createBrowser();
  await answerOf(sendCode.action, formRequest(`/open/${link}/code`, {}, browser), browser, { link });
  const [mail] = await writtenTo(address, "opening_code");
  const form = formRequest(`/open/${link}`, { code: mail?.props.code ?? "" }, browser);
  return withCookiesOf(browser, await answerOf(open.action, form, browser, { link }));
}

const ACTIONS = [
  { path: "", action: open.action },
  { path: "/code", action: sendCode.action },
  { path: "/later", ...later },
  { path: "/decline", ...decline },
  { path: "/block", ...block },
] as { path: string; action: Handler; loader?: Handler }[];
const ANYTHING = { code: "123456", date: "2044-06-14", intent: "block" };

/** Overdue and in delivery, with one photo. */
async function createArrivedLetter(recipientEmail = `${createId()}@example.net`) {
  const { user: sender, browser: senderBrowser } = await createUser({ name: "Ada" });
  const id = await createLetter(sender, { recipientEmail, message: "Kept for you", deliveryDate: "2020-01-01" });
  const photo = { kind: "photo", fileName: "sea.png", content: await png(30, 20) } as const;
  const mediaId = await addMedia(id, 0, photo);
  await deliverVault(id);
  const [mail] = await writtenTo(recipientEmail, "delivery");
  const link = mail?.props.url.split("/open/")[1] ?? "";
  return { id, mediaId, link, sender, senderBrowser, recipientEmail };
}

describe("writing a letter", () => {
  it("creates it and shows it on the dashboard", async () => {
    const { browser } = await createUser();
    const response = await post(NEW, { ...FIELDS, formId: createId() }, browser);
    expect(response.headers.get("Location")).toMatch(/^\/dashboard\?sent=\w{24}$/);
    await expect(response).toSendToast({ title: "Memory Created" });
    const page = await answerOf(dashboard.loader, pageRequest("/dashboard", browser), browser);
    expect(await page.json()).toMatchObject({ cards: [{ title: "For Mia" }] });
  });

  it("creates one for a double submission, with the same response", async () => {
    const { browser, sessionToken } = await createUser({ vaultLimit: 3 });
    const fields = { ...FIELDS, formId: createId() };
    for (let time = 0; time < 2; time += 1) {
      await expect(await post(NEW, fields, browser)).toSendToast({ title: "Memory Created" });
    }
    expect((await reload(sessionToken)).vaultsUsed).toBe(1);
  });

  it("refuses a duplicate title, and a vault beyond the plan's limit", async () => {
    const { browser } = await createUser({ vaultLimit: 2 });
    await post(NEW, FIELDS, browser);
    await expect(await post(NEW, FIELDS, browser)).toBeRefused(400, "title", "A memory with this title already exists");
    await post(NEW, { ...FIELDS, title: "Second" }, browser);
    const third = await post(NEW, { ...FIELDS, title: "Third" }, browser);
    expect(third.headers.get("Location")).toMatch(/^\/create\/limit\?draft=\w{24}$/);
    const script = await post(`${NEW}&_data=routes%2Fcreate`, { ...FIELDS, title: "Third" }, browser);
    await expect(script).toBeRefused(400, "form", /^Vault Limit Reached/);
  });

  it("allows two users the same form id", async () => {
    const [one, other] = [await createUser(), await createUser()];
    const fields = { ...FIELDS, formId: createId() };
    await post(NEW, fields, one.browser);
    await post(NEW, fields, other.browser);
    expect(await db.$count(memories, eq(memories.userId, other.user.id))).toBe(1);
  });
});

describe("changing a letter", () => {
  it("shows it in the form and saves the change", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { message: "As it was", title: "Title" });
    const path = `/create?edit=true&id=${id}`;
    const page = await answerOf(create.loader, pageRequest(path, browser), browser);
    expect(await page.json()).toMatchObject({ mode: "edit", values: { title: "Title", message: "As it was" } });
    const response = await post(path, FIELDS, browser);
    expect(response).toHaveRedirect("/dashboard");
    await expect(response).toSendToast({ title: "Memory Updated" });
  });

  it.each([
    ["another user's", async () => createLetter((await createUser()).user)],
    ["one that never was", async () => createId()],
    ["none at all", async () => ""],
    ["SQL", async () => "' OR '1'='1"],
  ])("is refused for the id of %s, and makes nothing new", async (_, idOf) => {
    const { user, browser } = await createUser();
    const id = await idOf();
    const before = id.length === 24 ? await storedVault(id).catch(() => undefined) : undefined;
    const path = `/create?${new URLSearchParams({ edit: "true", id })}`;
    await expect(await post(path, FIELDS, browser)).toBeRefused(404, "form", "Memory not found.");
    const page = await answerOf(create.loader, pageRequest(path, browser), browser);
    expect(page).toHaveRedirect("/dashboard");
    await expect(page).toSendToast({ title: "Error", description: "Memory not found." });
    expect(await db.$count(memories, eq(memories.userId, user.id))).toBe(0);
    if (before) expect(await storedVault(id)).toEqual(before);
  });

  it("is impossible once it is sealed", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    await sealVault(user, id);
    const refused = await post(`/create?edit=true&id=${id}`, FIELDS, browser);
    await expect(refused).toBeRefused(400, "form", "This memory can no longer be changed.");
  });
});

describe("the page of a memory", () => {
  it("shows its owner the content and the record", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { title: "For Mia" });
    const page = await see(id, browser);
    expect(page.status).toBe(200);
    expect(await page.json()).toMatchObject({ as: "owner", record: [{ text: "You scheduled this memory." }] });
  });

  it("says who a draft goes to before it has an address", async () => {
    const { user, browser } = await createUser();
    for (const [type, to] of [
      ["future-self", "Me"],
      ["letter", "No recipient specified"],
    ] as const) {
      const page = await see(await createDraft(user, { type }), browser);
      expect(await page.json()).toMatchObject({ details: { to } });
    }
  });

  it("says the same time of its arrival above the record, in it and in the mail, in the account's zone", async () => {
    // It is never the same day in these two.
    const { user, browser } = await createUser({ timeZone: "Pacific/Kiritimati" });
    const id = await createLetter(user, { deliveryDate: "2020-01-01", deliveryZone: "Pacific/Pago_Pago" });
    await deliverVault(id);
    const [delivery] = await deliveriesOf(id);
    await sendMessage(delivery?.messageId ?? "", "worker", clock.now());
    const page = (await (await see(id, browser)).json()) as { details: { facts: object[] }; record: { at: string }[] };
    const arrivedAt = page.record.at(-1)?.at ?? "";
    expect(page.details.facts).toContainEqual({ label: "Delivered", value: arrivedAt });
    const [mail] = await writtenTo(user.email, "delivered_notice");
    expect(arrivedAt).toContain(formatDate(mail?.props.deliveredOn ?? ""));
  });

  it("dates what happened in the account's zone, and names the zone of what is to come if that is another", async () => {
    // It is never the same day in these two.
    const [timeZone, deliveryZone] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
    const { user, browser } = await createUser({ timeZone, vaultLimit: 2 });
    const pageOf = async (zone: string) => {
      const id = await createLetter(user, { deliveryDate: "2044-06-14", deliveryZone: zone });
      await sealVault(user, id);
      return (await (await see(id, browser)).json()) as {
        details: { sealedOn: string; facts: { label: string; value: string }[]; coming: { at: string }[] };
        record: { at: string }[];
      };
    };
    const { details, record } = await pageOf(deliveryZone);
    const [created, sealed] = record.map(({ at }) => at.split(" at ")[0]);
    expect(details).toMatchObject({ sealedOn: sealed, facts: [{ value: created }, { value: sealed }] });
    expect(details.coming.at(-1)?.at).toBe("June 14, 2044 at 09:00 in Pago Pago");
    const [mail] = await writtenTo(user.email, "seal_certificate");
    expect(formatDate(mail?.props.sealedOn ?? "")).toBe(sealed);
    expect((await pageOf(timeZone)).details.coming.at(-1)?.at).toBe("June 14, 2044 at 09:00");
  });

  it("redirects others to the dashboard, like for a missing vault", async () => {
    const { id } = await createArrivedLetter();
    const { browser: stranger } = await createUser();
    for (const someId of [id, createId(), "x"]) expect(await see(someId, stranger)).toHaveRedirect("/dashboard", 302);
    const visitor = await createBrowser();
    expect((await see(id, visitor)).headers.get("Location")).toMatch(/^\/auth\?mode=login/);
  });

  it("shows a delivered letter only to the account with the recipient's verified email", async () => {
    const reader = await createUser();
    const { id, link, mediaId } = await createArrivedLetter(reader.user.email);
    const openings = async () =>
      (await db.select().from(deliveryEvents).where(eq(deliveryEvents.vaultId, id))).filter(
        ({ kind }) => kind === "opened",
      ).length;
    expect(await see(id, reader.browser)).toHaveRedirect(`/open/${link}`, 302);
    const challenge = await (await visit(link, reader.browser)).json();
    expect(challenge).toMatchObject({ reading: null, challenge: { isTheirAccount: true } });
    expect((await fetchMedia(mediaId, reader.browser)).status).toBe(404);
    expect(await openings()).toBe(0);

    expect(await openAsAccount(link, reader.browser)).toHaveRedirect(`/open/${link}`);
    const reading = { message: "Kept for you", senderName: "Ada" };
    expect(await (await see(id, reader.browser)).json()).toMatchObject({ as: "reader", reading });
    expect(await (await visit(link, reader.browser)).json()).toMatchObject({ reading });
    expect((await fetchMedia(mediaId, reader.browser)).status).toBe(200);
    expect(await openings()).toBe(1);

    const unverified = await createUser({ verified: false });
    const { id: other } = await createArrivedLetter(unverified.user.email);
    expect(await see(other, unverified.browser)).toHaveRedirect("/dashboard", 302);
    for (const { browser } of [unverified, await createUser()]) {
      expect((await openAsAccount(link, browser)).status).toBe(400);
    }
  });
});

describe("the link in the mail", () => {
  it("asks for a code, then shows the letter and its files without an account", async () => {
    const { id, link, mediaId, recipientEmail } = await createArrivedLetter();
    const other = await createArrivedLetter();
    const browser = await createBrowser();
    const page = await visit(link, browser);
    const shown = await page.text();
    expect(JSON.parse(shown)).toEqual({
      reading: null,
      challenge: {
        senderName: "Ada",
        isSenderGone: false,
        recipientName: "Mia",
        isToSender: false,
        ownKind: null,
        isBySms: false,
        isTheirAccount: false,
        isCodeSent: false,
        isDeclined: false,
        isBlocked: false,
        remindOn: null,
        sentTo: `${recipientEmail.slice(0, 1)}…${recipientEmail.slice(recipientEmail.indexOf("@"))}`,
        writtenOn: "2030-01-05",
        writtenInWords: "today, on January 5, 2030",
        link,
      },
    });
    expect((await fetchMedia(mediaId, browser)).status).toBe(404);
    expect((await seePhoto(id, mediaId, browser)).status).toBe(404);

    const send = formRequest(`/open/${link}/code`, {}, browser);
    const sent = await answerOf(sendCode.action, send, browser, { link });
    expect(sent).toHaveRedirect(`/open/${link}?code=sent`);
    const code = (await writtenTo(recipientEmail, "opening_code"))[0]?.props.code ?? "";
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const opened = await answerOf(open.action, formRequest(`/open/${link}`, { code: spaced }, browser), browser, {
      link,
    });
    expect(opened).toHaveRedirect(`/open/${link}`);

    const reader = await withCookiesOf(browser, opened);
    expect(await (await visit(link, reader)).json()).toMatchObject({ reading: { message: "Kept for you" } });
    const file = await fetchMedia(mediaId, reader);
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    await file.body?.cancel();
    expect(await (await seePhoto(id, mediaId, reader)).json()).toMatchObject({
      number: 1,
      total: 1,
      backHref: `/open/${link}#photo-${mediaId}`,
    });
    for (const [vault, photo] of [
      [other.id, other.mediaId],
      [id, other.mediaId],
      [other.id, mediaId],
    ] as const) {
      expect((await seePhoto(vault, photo, reader)).status).toBe(404);
    }
    expect(await (await visit(other.link, reader)).json()).toMatchObject({ reading: null });
    expect((await fetchMedia(other.mediaId, reader)).status).toBe(404);
  });

  it("refuses a wrong code with an error", async () => {
    const { link, recipientEmail } = await createArrivedLetter();
    const browser = await createBrowser();
    const guess = (code: string) =>
      answerOf(open.action, formRequest(`/open/${link}`, { code }, browser), browser, { link });
    await expect(await guess("123456")).toBeRefused(400, "code", /^This code no longer works/);
    await answerOf(sendCode.action, formRequest(`/open/${link}/code`, {}, browser), browser, { link });
    const code = (await writtenTo(recipientEmail, "opening_code"))[0]?.props.code ?? "";
    const wrong = code === "123456" ? "654321" : "123456";
    for (let attempt = 1; attempt <= 4; attempt += 1)
      await expect(await guess(wrong)).toBeRefused(400, "code", /^This code isn’t right/);
    for (const typed of [wrong, code])
      await expect(await guess(typed)).toBeRefused(400, "code", /^That was the last try/);
  });

  it("is 404 for a forged link, for GET and POST", async () => {
    const { link } = await createArrivedLetter();
    const browser = await createBrowser();
    for (const forged of [`${link.slice(0, -1)}_`, `${createId()}.${link.split(".")[1]}`, "x"]) {
      expect((await visit(forged, browser)).status).toBe(404);
      for (const { action, path } of ACTIONS) {
        const request = formRequest(`/open/${forged}${path}`, ANYTHING, browser);
        expect((await answerOf(action, request, browser, { link: forged })).status, path).toBe(404);
      }
    }
  });
});

describe("the recipient's actions", () => {
  it("refuses a past day and keeps the input; the code page shows the chosen day", async () => {
    const { link } = await createArrivedLetter();
    const browser = await createBrowser();
    const putOff = (date: string) =>
      answerOf(later.action, formRequest(`/open/${link}/later`, { date }, browser), browser, { link });
    await expect(await putOff("2020-01-02")).toBeRefused(400, "date", /^Please choose a day from .* to .*\.$/);
    await expect(await putOff("next week")).toBeRefused(400, "date", "Please choose a day.");
    const inAYear = `${new Date().getUTCFullYear() + 1}-06-14`;
    expect(await putOff(inAYear)).toHaveRedirect(`/open/${link}`);
    const remindOn = `June 14, ${inAYear.slice(0, 4)}`;
    expect(await (await visit(link, browser)).json()).toMatchObject({ challenge: { remindOn } });
  });

  it("need no code and show nothing of the letter", async () => {
    const { link } = await createArrivedLetter();
    const browser = await createBrowser();
    for (const { path, loader } of ACTIONS) {
      if (!loader) continue;
      const page = await answerOf(loader, pageRequest(`/open/${link}${path}`, browser), browser, { link });
      expect(page.status, path).toBe(200);
      expect(await page.text()).not.toMatch(/Kept for you|For Mia/);
    }
  });

  it("offer to unblock a sender who is blocked, on the letter's page, too", async () => {
    const reader = await createUser();
    const { id, link } = await createArrivedLetter(reader.user.email);
    await openAsAccount(link, reader.browser);
    const said = async () => {
      const pages = [await visit(link, reader.browser), await see(id, reader.browser)];
      return Promise.all(pages.map(async (page) => (await page.json()).reading.after.actions.isBlocked));
    };
    expect(await said()).toEqual([false, false]);
    const request = formRequest(`/open/${link}/block`, { intent: "block" }, reader.browser);
    await answerOf(block.action, request, reader.browser, { link });
    expect(await said()).toEqual([true, true]);
  });

  it("say on both pages of the letter whether it was declined, and undo it", async () => {
    const reader = await createUser();
    const { id, link } = await createArrivedLetter(reader.user.email);
    await openAsAccount(link, reader.browser);
    const said = async () => {
      const pages = [await visit(link, reader.browser), await see(id, reader.browser)];
      return Promise.all(pages.map(async (page) => (await page.json()).reading.after.actions.isDeclined));
    };
    const press = async (intent: string) => {
      const request = formRequest(`/open/${link}/decline`, { intent }, reader.browser);
      expect(await answerOf(decline.action, request, reader.browser, { link })).toHaveRedirect(`/open/${link}`);
    };
    expect(await said()).toEqual([false, false]);
    await press("decline");
    expect(await said()).toEqual([true, true]);
    await press("undo");
    expect(await said()).toEqual([false, false]);
  });

  it.each([
    ["future-self", "for_oneself"],
    ["memory-board", "board"],
  ] as const)("are not available for one's own copy (%s)", async (type, ownKind) => {
    const { user, browser } = await createUser();
    const id = await createLetter(user, { type, deliveryDate: "2020-01-01" });
    await deliverVault(id);
    const [delivery] = await deliveriesOf(id);
    const link = delivery ? openingLink(delivery) : "";
    const opening = await (await visit(link, await createBrowser())).json();
    expect(opening.challenge).toMatchObject({ isToSender: true, ownKind });
    for (const { loader } of [decline, block]) {
      const page = await answerOf(loader, pageRequest(`/open/${link}/`, browser), browser, { link });
      expect(page).toHaveRedirect(`/open/${link}`, 302);
    }
  });

  it("are not available for one's own copy at a second address, nor are replies or a new account", async () => {
    const { user } = await createUser();
    const secondEmail = `${createId()}@example.org`;
    const id = await createLetter(user, { type: "future-self", secondEmail, deliveryDate: "2020-01-01" });
    await deliverVault(id);
    await reportEvent((await deliveriesOf(id))[0]?.messageId ?? null, "bounced", "550 no such user");
    const [mail] = await writtenTo(secondEmail, "delivery");
    const link = mail?.props.url.split("/open/")[1] ?? "";
    const reader = await openByCode(link, secondEmail);
    const page = await (await visit(link, reader)).json();
    expect(page).toMatchObject({ conversation: null, reading: { after: { isToSender: true } } });
    expect(page.reading.after.actions).toMatchObject({ link, isToSender: true });
    const written = answerOf(replies.loader, pageRequest(`/open/${link}/replies`, reader), reader, { link });
    expect((await written).status).toBe(404);
  });
});

describe("a file of a vault", () => {
  it("is available to its owner and not to strangers with its URL", async () => {
    const { mediaId, senderBrowser } = await createArrivedLetter();
    const owned = await fetchMedia(mediaId, senderBrowser);
    expect(owned.status).toBe(200);
    await owned.body?.cancel();
    for (const browser of [await createBrowser(), (await createUser()).browser]) {
      expect((await fetchMedia(mediaId, browser)).status).toBe(404);
    }
    expect((await fetchMedia(createId(), senderBrowser)).status).toBe(404);
  });

  it("is served in the requested width if it is a photo, without metadata", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const mediaId = await addMedia(id, 0, { kind: "photo", fileName: "sea.jpg", content: await phoneJpeg(900, 1200) });
    for (const [wanted, width] of [
      [1, 480],
      [480, 480],
      [481, 900],
      [9999, 900],
    ] as const) {
      const request = pageRequest(`/media/${mediaId}?width=${wanted}`, browser);
      const response = await answerOf(mediaFile.loader, request, browser, { id: mediaId });
      expect(response.headers.get("Content-Type")).toBe("image/webp");
      const copy = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([copy.width, copy.exif]).toEqual([width, undefined]);
    }
    const original = await fetchMedia(mediaId, browser);
    expect(original.headers.get("Content-Type")).toBe("image/jpeg");
    await original.body?.cancel();
  });

  it("is deleted with its copies when its vault is cancelled", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const mediaId = await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    const [file] = await listMedia(id);
    expect(await listSavedFiles(id)).toHaveLength(1);
    await cancelVault(user, id);
    expect(await listSavedFiles(id)).toEqual([]);
    await sweepUploads();
    expect((await fetchMedia(mediaId, browser)).status).toBe(404);
    for (const key of [file?.storageKey ?? "", copyKey(file?.storageKey ?? "", 480)]) {
      await expect(readMedia(key, { kind: "photo" })).rejects.toThrow(MediaMissing);
    }
  });

  it("is inaccessible when its vault is sealed, to its owner too", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const photo = { kind: "photo", fileName: "a.png", content: await png(30, 20) } as const;
    const mediaId = await addMedia(id, 0, photo);
    await sealVault(user, id);
    expect((await fetchMedia(mediaId, browser)).status).toBe(404);
  });
});

describe("a long list", () => {
  it("continues behind its link, and starts over for an invalid one", async () => {
    const { user, browser } = await createUser({ vaultLimit: 50 });
    for (let count = 0; count < 25; count += 1) await createLetter(user);
    const page = async (query: string) =>
      (await answerOf(dashboard.loader, pageRequest(`/dashboard${query}`, browser), browser)).json();
    const first = await page("");
    expect(first.cards).toHaveLength(20);
    expect((await page(`?after=${first.next}`)).cards).toHaveLength(5);
    expect((await page("?after=garbage")).cards).toHaveLength(20);
    expect((await page("?tab=delivered")).cards).toHaveLength(0);
  });
});
