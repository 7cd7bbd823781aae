import { createId } from "@paralleldrive/cuid2";
import { addMinutes, subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findHostedBoard } from "~/domain/board/board.server";
import { privateLink } from "~/domain/board/guest-link.server";
import { listGuestsOf } from "~/domain/board/guests.server";
import { acceptHosting, inviteHost } from "~/domain/board/hosts.server";
import { findInviteLink, makeInvitation, revokeInvitation } from "~/domain/board/invitation.server";
import { inviteCode, inviteLinkFor } from "~/domain/board/invite-link.server";
import { moderatePost } from "~/domain/board/moderation.server";
import { listPieces } from "~/domain/board/pieces.server";
import { withdrawGuest } from "~/domain/board/posts.server";
import { CLOSED_WORDS } from "~/domain/board/quota-words";
import { changeSettings } from "~/domain/board/settings.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { addMedia } from "~/domain/media/media.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { GUEST_GONE, GUEST_UNKNOWN, PIECE_GONE } from "~/http/board/joined.server";
import { uploadLimit } from "~/http/media/upload-limit.server";
import { db } from "~/services/db.server";
import { boardPosts, boardWelcomes, deliveries } from "~db/schema";
import { jpeg } from "../../tests/corpus/photos";
import { createBoard as createAnyBoard } from "../../tests/factories/board";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createDraft, createLetter, DUE_AT } from "../../tests/factories/letter";
import { type FormPart, multipartRequest } from "../../tests/factories/multipart";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest, requestContext } from "../../tests/factories/request";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as notFound from "./$";
import * as auth from "./auth";
import * as boards from "./boards";
import * as create from "./create";
import * as guestPage from "./guest.$guest";
import * as account from "./guest.$guest_.account";
import * as add from "./guest.$guest_.add";
import * as leave from "./guest.$guest_.leave";
import * as live from "./guest.$guest_.live";
import * as name from "./guest.$guest_.name";
import * as piece from "./guest.$guest_.pieces.$post";
import * as report from "./guest.$guest_.report.$post";
import * as wall from "./guest.$guest_.wall";
import * as guestLink from "./guest-link.$link";
import * as join from "./join.$code";
import * as qr from "./join.$code_.qr[.]svg";
import * as media from "./media.$id";
import * as memory from "./memories.$id";
import * as cards from "./memories.$id_.cards";
import * as removal from "./memories.$id_.guests.$guest";
import * as hosting from "./memories.$id_.host";
import * as invite from "./memories.$id_.invite";
import * as pieces from "./memories.$id_.pieces";
import * as readerReport from "./memories.$id_.report.$post";
import * as seal from "./memories.$id_.seal";
import * as thanks from "./memories.$id_.thanks";
import * as hostWall from "./memories.$id_.wall";

const OPEN = { needsApproval: false, isOpen: true, isPaused: false, closesOn: null };

const createBoard = () => createAnyBoard({ title: "Otto is eighty" });

const visit = (code: string, browser: Browser, query = "") =>
  answerOf(join.loader, pageRequest(`/join/${code}${query}`, browser), browser, { code });
const send = (code: string, fields: Record<string, string>, browser: Browser) =>
  answerOf(join.action, formRequest(`/join/${code}`, fields, browser), browser, { code });

type Route = { loader?: Parameters<typeof answerOf>[0]; action?: Parameters<typeof answerOf>[0] };
type Guest = { id: string; browser: Browser };

/** Joins with a new browser. */
async function joined(code: string, guestName: string): Promise<Guest> {
  const browser = await createBrowser();
  const answer = await send(code, { formId: createId(), name: guestName }, browser);
  const id = answer.headers.get("Location")?.replace("/guest/", "") ?? "";
  return { id, browser: await withCookiesOf(browser, answer) };
}

const path = (id: string, page = "") => `/guest/${id}${page && `/${page}`}`;
const open = (route: Route, { id, browser }: Guest, page = "", params: object = {}) =>
  answerOf(route.loader as never, pageRequest(path(id, page), browser), browser, { guest: id, ...params });
const post = (
  route: Route,
  { id, browser }: Guest,
  page: string,
  fields: Record<string, string>,
  params: object = {},
) => answerOf(route.action as never, formRequest(path(id, page), fields, browser), browser, { guest: id, ...params });
const sendFiles = (guest: Guest, parts: FormPart[]) =>
  answerOf(add.action, multipartRequest(path(guest.id, "add"), parts, guest.browser), guest.browser, {
    guest: guest.id,
  });
const form = async (query: string, { browser }: { browser: Browser }) => {
  const url = `/create?${query}`;
  return (await answerOf(create.loader, pageRequest(url, browser), browser)).json();
};
const addNote = (guest: Guest, text: string) => post(add, guest, "add", { formId: createId(), text });

describe("the page of an invite link", () => {
  it("shows the title, the host and the day of the board, and nothing else", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "You taught me to ride a bike.");
    const answer = await visit(board.code, await createBrowser());
    expect(answer.headers.get("X-Robots-Tag")).toContain("noindex");
    expect(answer.headers.get("Referrer-Policy")).toBe("strict-origin");
    const shown = await answer.text();
    expect(JSON.parse(shown)).toMatchObject({
      title: "Otto is eighty",
      hostName: "Anna",
      opensOn: "June 14, 2031",
      contributors: 1,
    });
    for (const secret of ["Tom", board.id, "Dear Mia", "bike"]) expect(shown).not.toContain(secret);
  });

  it("accepts the code in any spelling", async () => {
    const { code } = await createBoard();
    const answer = await visit(` ${code.toLowerCase()}-`, await createBrowser());
    expect(answer).toHaveRedirect(`/join/${code}`, 302);
  });

  it("is 404 for every invalid code", async () => {
    const browser = await createBrowser();
    const [cancelled, takenBack] = [await createBoard(), await createBoard()];
    await cancelVault(cancelled.user, cancelled.id);
    await revokeInvitation(takenBack.user, takenBack.id);
    const formId = createId();
    await createDraft((await createUser()).user, { type: "memory-board", formId });
    const none = await answerOf(notFound.loader, pageRequest("/nowhere", browser), browser);
    expect(none.status).toBe(404);
    for (const code of [cancelled.code, takenBack.code, inviteCode(formId), inviteCode(createId()), "AAAA", ""]) {
      for (const answer of [await visit(code, browser), await send(code, { name: "Tom" }, browser)]) {
        expect([answer.status, await answer.text()]).toEqual([404, await none.clone().text()]);
      }
    }
  });

  it("says why a board takes no guests, and accepts none", async () => {
    for (const [close, closed] of [
      [(board: Awaited<ReturnType<typeof createBoard>>) => deliverVault(board.id, DUE_AT), "revealed"],
      [(board: Awaited<ReturnType<typeof createBoard>>) => sealVault(board.user, board.id), "sealed"],
    ] as const) {
      const board = await createBoard();
      const browser = await createBrowser();
      await close(board);
      expect(await (await visit(board.code, browser)).json()).toMatchObject({ as: "closed", closed });
      const answer = await send(board.code, { name: "Late", formId: createId() }, browser);
      expect(answer).toHaveRedirect(`/join/${board.code}`);
      expect(await listGuestsOf(board.id)).toEqual([]);
    }
  });

  it("leads a guest to their own page in the browser they joined with", async () => {
    const board = await createBoard();
    expect((await send(board.code, { name: " " }, await createBrowser())).status).toBe(400);
    const tom = await joined(board.code, "Tom");
    expect(await visit(board.code, tom.browser)).toHaveRedirect(`/guest/${tom.id}`, 302);
    expect(await (await visit(board.code, tom.browser, "?another")).json()).toMatchObject({ as: "waiting" });
    expect(await (await visit(board.code, await createBrowser())).json()).toMatchObject({ as: "waiting" });
  });
});

describe("a guest's pages", () => {
  it("offer to add another person with the link the guest joined with, and with no newer one", async () => {
    const board = await createBoard();
    await makeInvitation(board.user, board.id);
    const code = (await findInviteLink(board.id))?.split("/join/")[1] ?? "";
    const tom = await joined(code, "Tom");
    const offered = async (guest: Guest) => (await (await open(guestPage, guest)).json()).joinAnother;
    expect(await offered(tom)).toBe(`/join/${code}?another`);
    await makeInvitation(board.user, board.id, addMinutes(new Date(), 1));
    expect(await offered(tom)).toBeNull();
    await revokeInvitation(board.user, board.id);
    expect(await offered(tom)).toBeNull();
  });

  it("are not opened by joining with the id and name of a guest", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    for (const formId of [tom.id, createId()]) {
      const browser = await createBrowser();
      const answer = await send(board.code, { formId, name: "Tom" }, browser);
      expect(answer.headers.get("Location")).not.toBe(`/guest/${tom.id}`);
      const posing = { id: tom.id, browser: await withCookiesOf(browser, answer) };
      expect((await open(guestPage, posing)).status).toBe(404);
    }
    expect(await listGuestsOf(board.id)).toHaveLength(3);
  });

  it("are 404 for other guests, for strangers and for the host", async () => {
    const board = await createBoard();
    const [tom, eva] = [await joined(board.code, "Tom"), await joined(board.code, "Eva")];
    await addNote(tom, "Mine");
    const [own] = await listPieces(board.id);
    const params = { post: own?.id ?? "" };
    for (const browser of [eva.browser, await createBrowser(), board.browser]) {
      const posing = { id: tom.id, browser };
      for (const answer of [
        await open(guestPage, posing),
        await open(add, posing, "add"),
        await open(name, posing, "name"),
        await open(leave, posing, "leave"),
        await open(wall, posing, "wall"),
        await open(piece, posing, `pieces/${params.post}`, params),
        await addNote(posing, "In your name"),
        await post(name, posing, "name", { name: "X" }),
        await post(leave, posing, "leave", {}),
        await post(piece, posing, `pieces/${params.post}`, { intent: "remove" }, params),
        await post(guestPage, posing, "", { email: "x@example.org" }),
      ]) {
        expect(answer.status).toBe(404);
      }
    }
    const others = await open(piece, eva, `pieces/${params.post}`, params);
    expect(others.status).toBe(404);
    expect(await listPieces(board.id)).toMatchObject([{ text: "Mine", authorName: "Tom" }]);
  });

  it("say until when they can add something, as do the invite link and the mail to them", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const last = async () => {
      const pages = [await visit(board.code, await createBrowser()), await open(guestPage, tom)];
      return Promise.all(pages.map(async (page) => ((await page.json()) as { closesOn?: string | null }).closesOn));
    };
    expect(await last()).toEqual([null, null]);
    await changeSettings(board.user, board.id, { ...OPEN, closesOn: "2031-06-01" });
    expect(await last()).toEqual(["June 1, 2031", "June 1, 2031"]);
    const email = `${createId()}@example.org`;
    await post(guestPage, tom, "", { email });
    expect(await writtenTo(email, "guest_link")).toMatchObject([{ props: { closesOn: "2031-06-01" } }]);
    await changeSettings(board.user, board.id, { ...OPEN, closesOn: "2031-07-01" });
    expect(await last()).toEqual([null, null]);
    await changeSettings(board.user, board.id, { ...OPEN, isPaused: true, closesOn: "2031-06-01" });
    expect(await last()).toEqual([undefined, null]);
  });

  it("add a note, change it and take it back", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    expect((await addNote(tom, "  ")).status).toBe(400);
    expect(await addNote(tom, "You taught me to ride a bike.")).toHaveRedirect(`/guest/${tom.id}`);
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    const page = await (await open(guestPage, tom)).json();
    expect(page).toMatchObject({ pieces: [{ text: "You taught me to ride a bike.", state: "shown" }] });
    const edit = (fields: Record<string, string>) => post(piece, tom, `pieces/${params.post}`, fields, params);
    expect((await edit({ intent: "save", text: "" })).status).toBe(400);
    expect(await edit({ intent: "save", text: "Thank you." })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toMatchObject([{ text: "Thank you." }]);
    for (const _ of [1, 2]) expect(await edit({ intent: "remove" })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toEqual([]);
  });

  it("add photos with a plain form, which keeps them when it is refused", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const photo = await jpeg(300, 200);
    const formId = createId();
    const refused = await sendFiles(tom, [
      ["formId", formId],
      ["photo", photo, "boat.jpg"],
      ["text", "x".repeat(501)],
    ]);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ files: [{ fileName: "boat.jpg" }], initialValue: { formId } });
    expect(
      await sendFiles(tom, [
        ["formId", formId],
        ["text", "The boat you swore was watertight."],
      ]),
    ).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toMatchObject([
      { kind: "photo", text: "The boat you swore was watertight.", file: { width: 300 } },
    ]);
  });

  it("correct what they said is in a photo, and what they wrote there is kept when it is refused", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const photo: FormPart = ["photo", await jpeg(300, 200), "boat.jpg"];
    await sendFiles(tom, [["formId", createId()], photo, ["text", "Summer"]]);
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    const edit = (fields: Record<string, string>) => post(piece, tom, `pieces/${params.post}`, fields, params);
    const descriptions = async () => (await listPieces(board.id)).map(({ text, file }) => [text, file?.altText]);
    const altText = "A red boat\non a lake";
    const tooLong = await edit({ intent: "save", text: "x".repeat(501), altText });
    expect(await tooLong.json()).toMatchObject({ initialValue: { altText } });
    expect(await edit({ intent: "save", text: "Summer", altText })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await descriptions()).toEqual([["Summer", "A red boat on a lake"]]);
    await edit({ intent: "save", text: "Summer, 1987", altText: "" });
    expect(await descriptions()).toEqual([["Summer, 1987", ""]]);
    const elsewhere = { id: tom.id, browser: await createBrowser() };
    const unknown = await post(piece, elsewhere, `pieces/${params.post}`, { text: "1988", altText: "A boat" }, params);
    const message = expect.stringContaining("this wasn’t saved");
    expect(await unknown.json()).toMatchObject({ title: GUEST_UNKNOWN.title, message, text: "1988\n\nA boat" });
    await sealVault(board.user, board.id);
    const late = await edit({ intent: "save", text: "Summer", altText });
    expect([late.status, await late.json()]).toMatchObject([409, { initialValue: { altText } }]);
    expect(await descriptions()).toEqual([["Summer, 1987", ""]]);
  });

  it("are told why something does not fit, and keep what they wrote", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "a".repeat(3_000));
    const full = await addNote(tom, "One more");
    expect(full.status).toBe(409);
    expect(await full.json()).toMatchObject({
      error: { text: [expect.stringContaining("no room left for stories")] },
      initialValue: { text: "One more" },
    });
  });

  it.each([
    ["paused", { isPaused: true }],
    ["over", { closesOn: "2020-01-01" }],
    ["sealed", undefined],
  ] as const)("are told when the board is %s in the meantime, and keep what they wrote", async (closed, settings) => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "First");
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    if (settings) await changeSettings(board.user, board.id, { ...OPEN, ...settings });
    else await sealVault(board.user, board.id);
    const late = await addNote(tom, "Later");
    expect(late.status).toBe(409);
    const error = { "": [expect.stringContaining(CLOSED_WORDS[closed])] };
    expect(await late.json()).toMatchObject({ error, initialValue: { text: "Later" } });
    const change = await post(piece, tom, `pieces/${params.post}`, { intent: "save", text: "Changed" }, params);
    if (settings) return expect(change).toHaveRedirect(`/guest/${tom.id}`);
    expect(change.status).toBe(409);
    expect(await change.json()).toMatchObject({ error, initialValue: { text: "Changed" } });
    expect((await open(piece, tom, `pieces/${params.post}`, params)).status).toBe(404);
  });

  it("tell guests who were removed, and those whose piece was, and let them copy what they wrote", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "First");
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    const change = () => post(piece, tom, `pieces/${params.post}`, { intent: "save", text: "Changed" }, params);
    await moderatePost(board.user, board.id, params.post, "remove");
    const pieceGone = await change();
    expect([pieceGone.status, await pieceGone.json()]).toMatchObject([
      404,
      { title: PIECE_GONE.title, text: "Changed" },
    ]);
    await withdrawGuest({ id: tom.id, vaultId: board.id });
    const photo: FormPart = ["photo", await jpeg(300, 200), "boat.jpg"];
    const formId: FormPart = ["formId", createId()];
    for (const answer of [
      await addNote(tom, "Later"),
      await sendFiles(tom, [formId, photo, ["text", "Later"]]),
      await post(piece, tom, `pieces/${params.post}`, { text: "Later" }, params),
    ]) {
      expect([answer.status, await answer.json()]).toMatchObject([404, { title: GUEST_GONE.title, text: "Later" }]);
    }
    expect(await (await open(guestPage, tom)).json()).toMatchObject({ title: GUEST_GONE.title, text: "" });
    const stranger = { id: tom.id, browser: await createBrowser() };
    expect(await (await addNote(stranger, "Later")).json()).toMatchObject({
      title: GUEST_UNKNOWN.title,
      text: "Later",
    });
  });

  it("tell guests who were removed also where only their account knows them", async () => {
    const board = await createBoard();
    const [tom, other] = [await createUser(), await createUser()];
    const answer = await send(board.code, { formId: createId(), name: "Tom" }, tom.browser);
    const id = answer.headers.get("Location")?.replace("/guest/", "") ?? "";
    // A browser without the cookie of a guest.
    const account = { id, browser: tom.browser };
    expect((await open(guestPage, account)).status).toBe(200);
    const params = { id: board.id, guest: id };
    const request = formRequest(`/memories/${board.id}/guests/${id}`, {}, board.browser);
    expect((await answerOf(removal.action, request, board.browser, params)).status).toBe(303);
    const gone = await open(guestPage, account);
    expect([gone.status, await gone.json()]).toMatchObject([404, { title: GUEST_GONE.title, text: "" }]);
    const late = await addNote(account, "Later");
    expect([late.status, await late.json()]).toMatchObject([404, { title: GUEST_GONE.title, text: "Later" }]);
    expect(await (await open(guestPage, { id, browser: other.browser })).json()).toMatchObject({
      title: GUEST_UNKNOWN.title,
    });
  });

  it("add a photo once that was sent again, because the connection broke or the button was pressed twice", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const [boat, sea] = [await jpeg(300, 200), await jpeg(320, 200)];
    const formId: FormPart = ["formId", createId()];
    const text: FormPart = ["text", "The boat"];
    // Files that arrived before the connection broke stay with the form.
    await sendFiles(tom, [formId, ["photo", boat, "boat.jpg"], ["text", "x".repeat(501)]]);
    const whole: FormPart[] = [formId, ["photo", boat, "boat.jpg"], ["photo", sea, "sea.jpg"], text];
    const results = await Promise.all([sendFiles(tom, whole), sendFiles(tom, whole)]);
    for (const result of results) expect(result).toHaveRedirect(`/guest/${tom.id}`);
    expect((await listPieces(board.id)).map(({ file }) => file?.width).sort()).toEqual([300, 320]);
  });

  it("add photos without words once, when their form is sent again because its answer was lost", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const formId = createId();
    await sendFiles(tom, [
      ["formId", formId],
      ["photo", await jpeg(300, 200), "boat.jpg"],
    ]);
    // With JavaScript, files are uploaded before the form is sent.
    const again = (fields: Record<string, string>) => post(add, tom, "add", { formId, ...fields });
    expect(await again({ text: "" })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toHaveLength(1);
    expect((await again({ text: "x".repeat(501) })).status).toBe(400);
    expect((await again({ text: "", formId: createId() })).status).toBe(400);
  });

  it("come back with the private link, and confirm an email with the one that is mailed", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const link = privateLink(tom.id).split("/guest-link/")[1] ?? "";
    const elsewhere = await createBrowser();
    const follow = async (given: string) => {
      const request = formRequest(`/guest-link/${given}`, {}, elsewhere);
      return answerOf(guestLink.action, request, elsewhere, { link: given });
    };
    const answer = await follow(link);
    expect(answer).toHaveRedirect(`/guest/${tom.id}`);
    const there = { id: tom.id, browser: await withCookiesOf(elsewhere, answer) };
    expect((await open(guestPage, there)).status).toBe(200);
    const email = `${createId()}@example.org`;
    expect(await post(guestPage, there, "", { email })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listGuestsOf(board.id)).toMatchObject([{ email, isEmailConfirmed: false }]);
    const [mail] = await writtenTo(email, "guest_link");
    expect(await follow(String(mail?.props.url).split("/guest-link/")[1] ?? "")).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listGuestsOf(board.id)).toMatchObject([{ email, isEmailConfirmed: true }]);
    expect((await follow(`${tom.id}.${"a".repeat(43)}`)).status).toBe(404);
  });

  it("promise no mail that does not come: for an email that is confirmed, and after the reveal", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const email = `${createId()}@example.org`;
    const give = (address: string) => post(guestPage, tom, "", { email: address });
    const linkTo = async (address: string) =>
      String((await writtenTo(address, "guest_link"))[0]?.props.url).split("/guest-link/")[1] ?? "";
    const follow = (link: string) =>
      answerOf(guestLink.action, formRequest(`/guest-link/${link}`, {}, tom.browser), tom.browser, { link });
    await give(email);
    await give(email);
    // The button may be pressed twice.
    for (const link of [await linkTo(email), await linkTo(email)]) {
      await expect(await follow(link)).toSendToast({
        title: "Email confirmed",
        description: "We’ll write to you when the board opens.",
      });
    }
    await expect(await give(email)).toSendToast({
      title: "Already confirmed",
      description: "We’ll write there when the board opens.",
    });
    expect(await writtenTo(email, "guest_link")).toHaveLength(1);

    const [late, tooLate] = [`${createId()}@example.org`, `${createId()}@example.org`];
    await give(late);
    await deliverVault(board.id, DUE_AT);
    const link = await linkTo(late);
    const page = pageRequest(`/guest-link/${link}`, tom.browser);
    expect(await (await answerOf(guestLink.loader, page, tom.browser, { link })).json()).toMatchObject({
      email: late,
      isRevealed: true,
    });
    await expect(await follow(link)).toSendToast({
      title: "Email confirmed",
      description: "The board is open: you can see it from here.",
    });
    await expect(await give(tooLate)).toSendToast({
      title: "The board is open",
      description: "You can see it from here, so we didn’t write to you.",
    });
    expect(await writtenTo(tooLate, "guest_link")).toEqual([]);
  });

  it("are taken along into an account, by way of the sign-up, and are there in its other browsers", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "The boat you swore was watertight.");
    const signUp = `/auth?${new URLSearchParams({ mode: "signup", redirectTo: path(tom.id, "account") })}`;
    expect(await open(account, tom, "account")).toHaveRedirect(signUp, 302);
    const email = `tom.${createId()}@example.org`;
    const fields = { fullName: "Tom", email, password: PASSWORD, confirmPassword: PASSWORD };
    const signedUp = await answerOf(auth.action, formRequest(signUp, fields, tom.browser), tom.browser);
    expect(signedUp).toHaveRedirect(path(tom.id, "account"));
    const member = { ...tom, browser: await withCookiesOf(tom.browser, signedUp) };
    const asked = await (await open(account, member, "account")).json();
    expect(asked).toMatchObject({ email });
    // Shown before another person signed in with this browser.
    const shownTo = (id: string) => post(account, member, "account", { account: id });
    await expect(await shownTo((await createUser()).user.id)).toBeRefused(409, "form", /another account now/);
    expect(await shownTo(asked.account)).toHaveRedirect(path(tom.id));
    expect(await open(account, member, "account")).toHaveRedirect(path(tom.id), 302);

    const phone = await createBrowser();
    const login = formRequest("/auth?mode=login", { email, password: PASSWORD }, phone);
    const elsewhere = await withCookiesOf(phone, await answerOf(auth.action, login, phone));
    expect((await open(guestPage, { id: tom.id, browser: elsewhere })).status).toBe(200);
    expect((await open(guestPage, { id: tom.id, browser: phone })).status).toBe(404);
  });

  it("change their name, and take everything back", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "Hello");
    expect(await post(name, tom, "name", { name: "Tom Berger" })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toMatchObject([{ authorName: "Tom Berger" }]);
    await sealVault(board.user, board.id);
    const late = await post(name, tom, "name", { name: "Rude words" });
    await expect(late.clone()).toBeRefused(409, "form", /takes no more changes/);
    expect(await late.json()).toMatchObject({ initialValue: { name: "Rude words" } });
    for (const _ of [1, 2]) expect(await post(leave, tom, "leave", {})).toHaveRedirect("/?home");
    expect([await listPieces(board.id), await listGuestsOf(board.id)]).toEqual([[], []]);
    expect((await open(guestPage, tom)).status).toBe(404);
  });

  it("show the wall once the host opened it, with names only, and report a piece to the host", async () => {
    const board = await createBoard();
    const [tom, eva] = [await joined(board.code, "Tom"), await joined(board.code, "Eva")];
    await post(guestPage, tom, "", { email: "tom@example.org" });
    await addNote(tom, "Rude");
    const [rude] = await listPieces(board.id);
    const params = { post: rude?.id ?? "" };
    expect(await open(wall, eva, "wall")).toHaveRedirect(`/guest/${eva.id}`, 302);
    expect((await open(report, eva, `report/${params.post}`, params)).status).toBe(404);
    await changeSettings(board.user, board.id, OPEN);
    const shown = await (await open(wall, eva, "wall")).text();
    const reportHref = path(eva.id, `report/${params.post}`);
    expect(JSON.parse(shown)).toMatchObject({ wall: { pieces: [{ text: "Rude", author: "Tom", reportHref }] } });
    expect((await (await open(wall, tom, "wall")).json()).wall.pieces[0].reportHref).toBeNull();
    for (const secret of ["tom@example.org", board.code, tom.id]) expect(shown).not.toContain(secret);
    expect(await post(report, eva, `report/${params.post}`, {}, params)).toHaveRedirect(`/guest/${eva.id}/wall`);
    expect(await writtenTo(board.user.email, "board_report")).toHaveLength(1);
    await sealVault(board.user, board.id);
    expect(await open(wall, eva, "wall")).toHaveRedirect(`/guest/${eva.id}`, 302);
    expect(await (await open(guestPage, tom)).json()).toMatchObject({ pieces: [], closed: "sealed" });
  });
});

describe("what the host put on a board", () => {
  it("is on the wall of guests and co-hosts from the reveal on, as copies", async () => {
    const board = await createBoard();
    await changeSettings(board.user, board.id, OPEN);
    const [tom, gone, lena] = [await joined(board.code, "Tom"), await joined(board.code, "Eva"), await createUser()];
    await inviteHost(board.user, board.id, { name: "Lena", email: lena.user.email });
    await acceptHosting(lena.user, board.id);
    await addNote(tom, "Hello");
    const boat = { kind: "photo", fileName: "boat.jpg", altText: "The boat", content: await jpeg(300, 200) } as const;
    const file = await addMedia(board.id, 0, boat);
    const fetched = ({ browser }: { browser: Browser }) =>
      answerOf(media.loader, pageRequest(`/media/${file}`, browser), browser, { id: file });
    const shown = async (answer: Promise<Response>) => {
      const { wall } = (await (await answer).json()) as { wall: { pieces: { text: string; author: string }[] } };
      return wall.pieces.map(({ text, author }) => [text, author]);
    };
    const toHost = ({ browser }: { browser: Browser }) =>
      answerOf(hostWall.loader, pageRequest(`/memories/${board.id}/wall`, browser), browser, { id: board.id });
    expect(await shown(open(wall, tom, "wall"))).toEqual([["Hello", "Tom"]]);
    for (const person of [tom, lena]) expect((await fetched(person)).status).toBe(404);

    await withdrawGuest({ id: gone.id, vaultId: board.id });
    await deliverVault(board.id, DUE_AT);
    for (const answer of [open(wall, tom, "wall"), toHost(lena)]) {
      expect(await shown(answer)).toEqual([
        ["The boat", "Anna"],
        ["Hello", "Tom"],
      ]);
    }
    for (const person of [tom, lena]) expect((await fetched(person)).status).toBe(200);
    for (const person of [gone, { browser: await createBrowser() }, await createUser()]) {
      expect((await fetched(person)).status).toBe(404);
    }
    const copy = await (await fetched(tom)).arrayBuffer();
    expect(Buffer.from(copy).equals(boat.content)).toBe(false);
  });
});

describe("the page that thanks everyone", () => {
  it("is for those whom the host listed, and not for guests, and says how many it reaches", async () => {
    const [eva, tom] = [await createUser(), await createUser()];
    const boardRecipients = [{ name: "Eva", email: eva.user.email }];
    const { id, code } = await createAnyBoard({ deliveryDate: "2020-01-01", boardRecipients });
    const answer = await send(code, { formId: createId(), name: "Tom" }, tom.browser);
    const karl = await joined(code, "Karl");
    const guestId = answer.headers.get("Location")?.replace("/guest/", "") ?? "";
    for (const guest of [karl, { id: guestId, browser: tom.browser }]) await addNote(guest, "Hello");
    await deliverVault(id);
    const openedAt = new Date();
    await db.update(deliveries).set({ openedAt }).where(eq(deliveries.vaultId, id));
    const thank = ({ browser }: { browser: Browser }) => {
      const request = formRequest(`/memories/${id}/thanks`, { formId: createId(), text: "Thank you!" }, browser);
      return answerOf(thanks.action, request, browser, { id });
    };
    expect((await thank(tom)).status).toBe(404);
    const asked = answerOf(thanks.loader, pageRequest(`/memories/${id}/thanks`, eva.browser), eva.browser, { id });
    expect(await (await asked).json()).toMatchObject({ people: 3, reached: 2 });
    const thanked = await thank(eva);
    expect(thanked).toHaveRedirect(`/memories/${id}`);
    await expect(thanked).toSendToast({
      title: "Thank you sent",
      description: "Your words are on their way to 2 people.",
    });
    const page = async ({ browser }: { browser: Browser }) =>
      (await answerOf(memory.loader, pageRequest(`/memories/${id}`, browser), browser, { id })).json();
    expect(await page(eva)).toMatchObject({ thanksHref: `/memories/${id}/thanks` });
    expect(await page(tom)).toMatchObject({ thanksHref: null });
  });
});

describe("the people who made a board", () => {
  it("are counted by guest, as two may have the same name, and an account once, its host included", async () => {
    const eva = await createUser();
    const boardRecipients = [{ name: "Eva", email: eva.user.email }];
    const board = await createAnyBoard({ deliveryDate: "2020-01-01", boardRecipients });
    await changeSettings(board.user, board.id, OPEN);
    const [tom, karl, ...others] = [
      await createUser(),
      await joined(board.code, "Karl"),
      await joined(board.code, "Karl"),
      await joined(board.code, "Karl"),
    ];
    const join = async (guestName: string, { browser }: { browser: Browser }) => {
      const answer = await send(board.code, { formId: createId(), name: guestName }, browser);
      return { id: answer.headers.get("Location")?.replace("/guest/", "") ?? "", browser };
    };
    for (const guest of [karl, ...others, await join("Tom", tom), await join("Tommy", tom)])
      await addNote(guest, "Hello");
    const wallOf = async () => (await (await open(wall, karl, "wall")).json()).wall;
    expect(await wallOf()).toMatchObject({ total: 5, people: 4 });
    expect(JSON.stringify(await wallOf())).not.toContain(tom.user.id);
    await addNote(await join("The host", board), "Hello");
    expect(await wallOf()).toMatchObject({ total: 6, people: 5 });
    expect(await (await visit(board.code, await createBrowser())).json()).toMatchObject({ contributors: 5 });
    await deliverVault(board.id);
    await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, board.id));
    const asked = async (route: Route, page = "") => {
      const request = pageRequest(`/memories/${board.id}${page}`, eva.browser);
      return (await answerOf(route.loader as never, request, eva.browser, { id: board.id })).json();
    };
    expect(await asked(thanks, "/thanks")).toMatchObject({ people: 5 });
    expect((await asked(memory)).reading.wall).toMatchObject({ people: 5 });
  });
});

describe("the report of a recipient", () => {
  it("goes to the host, who hides the piece", async () => {
    const [eva, stranger] = [await createUser(), await createUser()];
    const boardRecipients = [{ name: "Eva", email: eva.user.email }];
    const board = await createAnyBoard({ deliveryDate: "2020-01-01", boardRecipients });
    const { id } = board;
    await addNote(await joined(board.code, "Tom"), "Rude");
    const [rude] = await listPieces(id);
    const path = `/memories/${id}/report/${rude?.id}`;
    const params = { id, post: rude?.id ?? "" };
    const report = ({ browser }: { browser: Browser }) =>
      answerOf(readerReport.action, formRequest(path, {}, browser), browser, params);
    const read = async () =>
      (await answerOf(memory.loader, pageRequest(`/memories/${id}`, eva.browser), eva.browser, { id })).json();
    await deliverVault(id);
    expect((await report(eva)).status).toBe(404);
    await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, id));
    expect(await read()).toMatchObject({ reading: { wall: { pieces: [{ text: "Rude", reportHref: path }] } } });
    for (const other of [stranger, board, { browser: await createBrowser() }]) {
      expect((await report(other)).status).toBe(404);
    }
    for (const _ of [1, 2]) expect(await report(eva)).toHaveRedirect(`/memories/${id}`);
    expect(await writtenTo(board.user.email, "board_report")).toHaveLength(1);
    const list = pageRequest(`/memories/${id}/pieces?show=reported`, board.browser);
    const reported = await (await answerOf(pieces.loader, list, board.browser, { id })).json();
    expect(reported).toMatchObject({ pieces: [{ id: rude?.id, isReported: true }] });
    const hide = formRequest(`/memories/${id}/pieces`, { intent: "hide", post: params.post }, board.browser);
    expect(await answerOf(pieces.action, hide, board.browser, { id })).toHaveRedirect(`/memories/${id}/pieces`);
    expect(await read()).toMatchObject({ reading: { wall: { pieces: [] } } });
  });
});

describe("the larger limit of uploads", () => {
  it("is for browsers that joined a board which takes pieces, whatever others say a file is for", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const limitOf = (browser: Browser, type: "board-post" | "reply" = "board-post") => {
      const request = pageRequest("/uploads", browser);
      return uploadLimit(request, requestContext(request, browser), type);
    };
    const stranger = await createBrowser();
    expect(await limitOf(stranger)).toEqual({ upload_ip: stranger.clientIp });
    expect(await limitOf(tom.browser, "reply")).toEqual({ upload_ip: tom.browser.clientIp });
    expect(await limitOf(tom.browser)).toEqual({ party_upload_ip: tom.browser.clientIp });
    await changeSettings(board.user, board.id, { ...OPEN, isPaused: true });
    expect(await limitOf(tom.browser)).toEqual({ upload_ip: tom.browser.clientIp });
  });
});

describe("the stream of a board's wall", () => {
  const listen = (guest: Guest, since: string, signal?: AbortSignal) => {
    const request = pageRequest(path(guest.id, `live?since=${since}`), guest.browser);
    return answerOf(live.loader, new Request(request, signal && { signal }), guest.browser, { guest: guest.id });
  };

  it("says which pieces are new since the page was loaded, and which only changed", async () => {
    const board = await createBoard();
    await changeSettings(board.user, board.id, OPEN);
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "Old");
    const [old] = await listPieces(board.id);
    await db
      .update(boardPosts)
      .set({ createdAt: subDays(new Date(), 1) })
      .where(eq(boardPosts.id, old?.id ?? ""));
    const since = Date.now();
    await addNote(tom, "New");
    const answer = await listen(tom, String(since));
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let events = "";
    while (events.split("\n\n").length < 4) events += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    expect(events).toMatch(/"text":"Old".*"isNew":false/);
    expect(events).toMatch(/"text":"New".*"isNew":true/);
  });

  it("frees its slot, whatever the time in its URL, even when the reader has already left", async () => {
    const board = await createBoard();
    await changeSettings(board.user, board.id, OPEN);
    const tom = await joined(board.code, "Tom");
    for (const since of ["1e300", "Infinity", "-1", "soon", "8.64e15"]) {
      const answer = await listen(tom, since);
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    }
    for (let time = 0; time < 5; time += 1) await listen(tom, "1", AbortSignal.abort());
    const answer = await listen(tom, "1");
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });
});

describe("the host's pages of a board", () => {
  const asked = ({ id }: { id: string }, browser: Browser) =>
    answerOf(invite.loader, pageRequest(`/memories/${id}/invite`, browser), browser, { id });
  const press = ({ id }: { id: string }, fields: Record<string, string>, browser: Browser) =>
    answerOf(invite.action, formRequest(`/memories/${id}/invite`, fields, browser), browser, { id });

  it("are visible to the host only, and the guests while the board is waiting", async () => {
    const board = await createBoard();
    await joined(board.code, "Tom");
    const { browser: stranger } = await createUser();
    expect((await asked(board, stranger)).status).toBe(404);
    expect((await press(board, { intent: "make" }, stranger)).status).toBe(404);
    expect(await (await asked(board, board.browser)).json()).toMatchObject({
      url: expect.stringMatching(new RegExp(`/join/${board.code}$`)),
      guests: [{ name: "Tom", email: null }],
    });
    const letter = { id: await createLetter(board.user) };
    expect((await asked(letter, board.browser)).status).toBe(404);
    expect((await press(letter, { intent: "make" }, board.browser)).status).toBe(404);
    await deliverVault(board.id, DUE_AT);
    expect((await asked(board, board.browser)).status).toBe(404);
  });

  it("replace and remove the link, change the settings, and remove guests", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const back = `/memories/${board.id}/invite`;
    expect(await press(board, { intent: "make" }, board.browser)).toHaveRedirect(back);
    expect((await visit(board.code, await createBrowser())).status).toBe(404);
    expect(await press(board, { intent: "take-back" }, board.browser)).toHaveRedirect(back);
    expect(await findInviteLink(board.id)).toBeUndefined();
    const fields = { intent: "settings", needsApproval: "on", closesOn: "2031-06-01" };
    expect(await press(board, fields, board.browser)).toHaveRedirect(back);
    expect((await press(board, { intent: "settings", closesOn: "soon" }, board.browser)).status).toBe(400);
    expect(await (await asked(board, board.browser)).json()).toMatchObject({
      url: null,
      settings: { needsApproval: true, isOpen: false, isPaused: false, closesOn: "2031-06-01" },
    });
    const params = { id: board.id, guest: tom.id };
    const { browser: stranger } = await createUser();
    for (const browser of [stranger, board.browser]) {
      const request = formRequest(`/memories/${board.id}/guests/${tom.id}`, {}, browser);
      await answerOf(removal.action, request, browser, params);
      expect(await listGuestsOf(board.id)).toHaveLength(browser === stranger ? 1 : 0);
    }
  });

  it("print the invite link on table cards, as long as there is one", async () => {
    const board = await createBoard();
    const print = (browser: Browser) =>
      answerOf(cards.loader, pageRequest(`/memories/${board.id}/cards`, browser), browser, { id: board.id });
    expect(await (await print(board.browser)).json()).toMatchObject({
      title: "Otto is eighty",
      url: expect.stringMatching(new RegExp(`/join/${board.code}$`)),
    });
    const { browser: stranger } = await createUser();
    expect((await print(stranger)).status).toBe(404);
    await press(board, { intent: "take-back" }, board.browser);
    expect(await print(board.browser)).toHaveRedirect(`/memories/${board.id}/invite`, 302);
  });

  it("have the host's words to the guests, who read them until the board is sealed", async () => {
    const board = await createBoard();
    const tom = await joined(board.code, "Tom");
    const welcome = "Hello, everyone. One picture of him, please.";
    const settings = (fields: Fields) => press(board, { intent: "settings", ...fields }, board.browser);
    const shown = async () => {
      const pages = [await visit(board.code, await createBrowser()), await open(guestPage, tom)];
      return Promise.all(pages.map(async (page) => ((await page.json()) as { welcome?: string }).welcome ?? ""));
    };
    expect(await shown()).toEqual(["", ""]);
    expect(await settings({ welcome: ` ${welcome}\r\n` })).toHaveRedirect(`/memories/${board.id}/invite`);
    expect(await shown()).toEqual([welcome, welcome]);
    const stored = await db.select().from(boardWelcomes).where(eq(boardWelcomes.vaultId, board.id));
    expect(JSON.stringify(stored)).not.toContain("picture");
    expect(String(stored[0]?.textEncrypted)).not.toContain("picture");
    const long = await settings({ welcome: "x".repeat(501) });
    expect([long.status, await long.json()]).toMatchObject([
      400,
      { error: { welcome: [expect.stringContaining("500 characters")] } },
    ]);
    await settings({ isOpen: "on" });
    expect(await shown()).toEqual([welcome, welcome]);
    await sealVault(board.user, board.id);
    expect(await shown()).toEqual(["", ""]);
    await cancelVault(board.user, board.id);
    expect(await db.$count(boardWelcomes, eq(boardWelcomes.vaultId, board.id))).toBe(0);
  });

  it("change what was changed in the form, not what another host chose since it was opened", async () => {
    const board = await createBoard();
    const save = (fields: Fields) => press(board, { intent: "settings", ...fields }, board.browser);
    const opened = async () => {
      const page = await asked(board, board.browser);
      const { settings } = (await page.json()) as { settings: { welcome: string; openedWith: string } };
      return { openedWith: settings.openedWith, openedWelcome: settings.welcome, welcome: settings.welcome };
    };
    const old = await opened();
    await save({ ...old, needsApproval: "on", closesOn: "2031-06-01", welcome: "Hello" });
    await addNote(await joined(board.code, "Tom"), "Waiting");

    expect(await save({ ...old, isOpen: "on" })).toHaveRedirect(`/memories/${board.id}/invite`);
    const kept = { needsApproval: true, isOpen: true, isPaused: false, closesOn: "2031-06-01" };
    const now = async () => findHostedBoard(board.user, board.id);
    expect(await now()).toMatchObject({ welcome: "Hello", settings: kept });
    expect(await listPieces(board.id)).toMatchObject([{ state: "waiting" }]);

    for (const [typed, shown] of [
      [{ welcome: "Good evening" }, "Meanwhile this was changed to “Hello”. Save again to replace that."],
      [{ closesOn: "2031-07-01" }, "Meanwhile this was changed to June 1, 2031. Save again to replace that."],
    ] as const) {
      const refused = await save({ ...old, ...typed });
      expect(refused.status).toBe(409);
      const answer = (await refused.json()) as { error: object; openedWith: string; openedWelcome: string };
      expect(answer).toMatchObject({ error: { [Object.keys(typed)[0] ?? ""]: [shown] }, initialValue: typed });
      const { openedWith, openedWelcome } = answer;
      expect(await now()).toMatchObject({ welcome: "Hello", settings: kept });
      const again = await save({ ...old, ...typed, openedWith, openedWelcome });
      expect(again).toHaveRedirect(`/memories/${board.id}/invite`);
      await save({ ...(await opened()), needsApproval: "on", isOpen: "on", closesOn: "2031-06-01", welcome: "Hello" });
    }

    await save({ ...(await opened()), welcome: "" });
    const off = { needsApproval: false, isOpen: false, isPaused: false, closesOn: null };
    expect(await now()).toMatchObject({ welcome: "", settings: off });
    expect(await listPieces(board.id)).toMatchObject([{ state: "shown" }]);
  });

  it("keep what another host chose when the board's own form is sent from an old page", async () => {
    const board = await createBoard();
    const query = `edit=true&id=${board.id}`;
    const edit = async (page: Awaited<ReturnType<typeof form>>, fields: Fields) => {
      const { title, message, deliveryDate, deliveryZone, openedWith } = page.values as Record<string, string>;
      const letter = { title, message, deliveryDate, deliveryZone, openedWith };
      const sent = { ...letter, formId: page.formId, version: page.version, intent: "schedule", ...fields };
      return answerOf(create.action, formRequest(`/create?${query}`, sent as Fields, board.browser), board.browser);
    };
    const settings = async () => (await findHostedBoard(board.user, board.id))?.settings;
    const old = await form(query, board);
    await changeSettings(board.user, board.id, { ...OPEN, isOpen: false, needsApproval: true });
    expect(await edit(old, {})).toHaveRedirect("/dashboard");
    expect(await settings()).toMatchObject({ needsApproval: true });
    const refused = await edit(old, { isOpen: "on" });
    expect(refused.status).toBe(409);
    expect(await settings()).toMatchObject({ needsApproval: true, isOpen: false });
    const { version } = (await refused.json()) as { version: string };
    expect(await edit(old, { isOpen: "on", version })).toHaveRedirect("/dashboard");
    expect(await settings()).toMatchObject({ needsApproval: true, isOpen: true });
    expect(await edit(await form(query, board), { isOpen: "on", needsApproval: "" })).toHaveRedirect("/dashboard");
    expect(await settings()).toMatchObject({ needsApproval: false, isOpen: true });
  });

  it("lead a co-host of a sealed board to its guests, and say what they can do there", async () => {
    const board = await createBoard();
    const [lena, mia] = [await createUser({ name: "Lena" }), await createUser({ name: "Mia" })];
    for (const { user } of [lena, mia]) await inviteHost(board.user, board.id, { name: user.name, email: user.email });
    await acceptHosting(lena.user, board.id);
    await sealVault(board.user, board.id);
    const at = (page: string, route: Route, { browser }: { browser: Browser }) =>
      answerOf(route.loader as never, pageRequest(page, browser), browser, { id: board.id });
    const ofBoard = (page: string) => `/memories/${board.id}/${page}`;
    for (const [page, route] of [
      ["pieces", pieces],
      ["wall", hostWall],
      ["host", hosting],
    ] as const) {
      expect(await at(ofBoard(page), route, lena)).toHaveRedirect(ofBoard("invite"), 302);
    }
    expect(await (await at("/boards", boards, lena)).json()).toMatchObject({ boards: [{ href: ofBoard("invite") }] });
    expect(await (await asked(board, lena.browser)).json()).toMatchObject({ isSealed: true, isOwner: false });

    expect(await (await at(ofBoard("host"), hosting, mia)).json()).toMatchObject({ stage: "sealed" });
    const accepting = formRequest(ofBoard("host"), {}, mia.browser);
    const accepted = await answerOf(hosting.action, accepting, mia.browser, { id: board.id });
    expect(accepted).toHaveRedirect(ofBoard("invite"));
    await expect(accepted).toSendToast({
      title: "You’re a host now",
      description: "You’ll see every piece once the board opens.",
    });
  });

  it("remove a guest across the reveal for the owner alone, and lead back to a page that is there", async () => {
    const board = await createBoard();
    const lena = await createUser({ name: "Lena" });
    await inviteHost(board.user, board.id, { name: "Lena", email: lena.user.email });
    await acceptHosting(lena.user, board.id);
    const tom = await joined(board.code, "Tom");
    await deliverVault(board.id, DUE_AT);
    const where = `/memories/${board.id}/guests/${tom.id}`;
    const params = { id: board.id, guest: tom.id };
    const remove = ({ browser }: { browser: Browser }) =>
      answerOf(removal.action, formRequest(where, {}, browser), browser, params);
    const asked = await answerOf(removal.loader, pageRequest(where, board.browser), board.browser, params);
    expect(await asked.json()).toMatchObject({ isRevealed: true, list: `/memories/${board.id}/pieces` });
    for (const [person, title, left] of [
      [lena, "Guest not removed", 1],
      [board, "Guest removed", 0],
      [board, "Guest removed", 0],
    ] as const) {
      const answer = await remove(person);
      expect(answer).toHaveRedirect(`/memories/${board.id}/pieces`);
      await expect(answer).toSendToast({ title });
      expect(await listGuestsOf(board.id)).toHaveLength(left);
    }
  });

  it("let the owner remove co-hosts after the reveal, who remove nothing then", async () => {
    const board = await createBoard();
    const lena = await createUser({ name: "Lena" });
    await inviteHost(board.user, board.id, { name: "Lena", email: lena.user.email });
    await acceptHosting(lena.user, board.id);
    await addNote(await joined(board.code, "Tom"), "Hello");
    const [note] = await listPieces(board.id);
    await deliverVault(board.id, DUE_AT);
    const list = async ({ browser }: { browser: Browser }) => {
      const request = pageRequest(`/memories/${board.id}/pieces`, browser);
      return answerOf(pieces.loader, request, browser, { id: board.id });
    };
    expect(await (await list(lena)).json()).toMatchObject({ mayDelete: false, coHosts: [] });
    expect(await (await list(board)).json()).toMatchObject({
      mayDelete: true,
      coHosts: [{ name: "Lena", email: lena.user.email, isAccepted: true }],
    });
    const removing = formRequest(
      `/memories/${board.id}/pieces`,
      { intent: "remove", post: note?.id ?? "" },
      lena.browser,
    );
    const refused = await answerOf(pieces.action, removing, lena.browser, { id: board.id });
    expect(refused).toHaveRedirect(`/memories/${board.id}/pieces`);
    await expect(refused).toSendToast({ title: "Nothing changed", kind: "error" });
    expect(await listPieces(board.id)).toHaveLength(1);
    expect((await press(board, { intent: "make" }, board.browser)).status).toBe(404);
    const fields = { intent: "remove-host", hostEmail: lena.user.email };
    expect((await press(board, fields, lena.browser)).status).toBe(404);
    expect(await press(board, fields, board.browser)).toHaveRedirect(`/memories/${board.id}/pieces`);
    expect((await list(lena)).status).toBe(404);
  });

  it("approve, hide and remove pieces, and warn of those that wait before the board is sealed", async () => {
    const board = await createBoard();
    await changeSettings(board.user, board.id, { ...OPEN, needsApproval: true });
    await addNote(await joined(board.code, "Tom"), "Hello");
    const [waiting] = await listPieces(board.id);
    const where = `/memories/${board.id}/pieces?show=waiting`;
    const decide = (intent: string, browser: Browser) =>
      answerOf(pieces.action, formRequest(where, { intent, post: waiting?.id ?? "" }, browser), browser, {
        id: board.id,
      });
    const { browser: stranger } = await createUser();
    expect((await decide("approve", stranger)).status).toBe(404);
    const sealing = async () => {
      const request = pageRequest(`/memories/${board.id}/seal`, board.browser);
      return (await answerOf(seal.loader, request, board.browser, { id: board.id })).json();
    };
    expect(await sealing()).toMatchObject({ waitingPieces: 1 });
    expect(await decide("approve", board.browser)).toHaveRedirect(where);
    expect(await listPieces(board.id)).toMatchObject([{ state: "shown" }]);
    expect(await sealing()).toMatchObject({ waitingPieces: 0 });
    await decide("hide", board.browser);
    const list = await answerOf(
      pieces.loader,
      pageRequest(where.replace("waiting", "hidden"), board.browser),
      board.browser,
      {
        id: board.id,
      },
    );
    expect(await list.json()).toMatchObject({ show: "hidden", pieces: [{ text: "Hello", state: "hidden" }] });
    for (const _ of ["pressed", "pressed twice"]) {
      await expect(await decide("remove", board.browser)).toSendToast({ title: "Removed" });
      expect(await listPieces(board.id)).toEqual([]);
    }
  });

  it("approve and restore only what they were shown", async () => {
    const board = await createBoard();
    await changeSettings(board.user, board.id, { ...OPEN, needsApproval: true });
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "Hello");
    const onlyPiece = async () => (await listPieces(board.id))[0] ?? expect.unreachable();
    const { id } = await onlyPiece();
    const url = `/memories/${board.id}/pieces`;
    const params = { id: board.id };
    const shown = async () => {
      const page = await answerOf(pieces.loader, pageRequest(url, board.browser), board.browser, params);
      return { post: id, version: String((await page.json()).pieces[0].version) };
    };
    const decide = (intent: string, seen: { post: string; version: string }) =>
      answerOf(pieces.action, formRequest(url, { intent, ...seen }, board.browser), board.browser, params);
    const edit = (text: string) => post(piece, tom, `pieces/${id}`, { intent: "save", text }, { post: id });
    const changes = [
      ["approve", "waiting", () => edit("Rude words")],
      ["approve", "waiting", () => post(name, tom, "name", { name: "Rude name" })],
      ["restore", "hidden", () => edit("Ruder words")],
    ] as const;
    for (const [intent, state, change] of changes) {
      if (state === "hidden") await decide("hide", await shown());
      const seen = await shown();
      await change();
      const late = await decide(intent, seen);
      await expect(late).toSendToast({ title: "This piece has changed", kind: "error" });
      expect(await onlyPiece()).toMatchObject({ state });
    }
    const seen = await shown();
    for (const _ of [1, 2]) await expect(await decide("restore", seen)).toSendToast({ title: "Restored" });
    expect(await onlyPiece()).toMatchObject({ state: "shown", text: "Ruder words", authorName: "Rude name" });
  });

  it("say that a piece is gone which its author has just taken back", async () => {
    const board = await createBoard();
    await changeSettings(board.user, board.id, { ...OPEN, needsApproval: true });
    const tom = await joined(board.code, "Tom");
    await addNote(tom, "Hello");
    const [waiting] = await listPieces(board.id);
    await withdrawGuest({ id: tom.id, vaultId: board.id });
    const where = `/memories/${board.id}/pieces?show=waiting`;
    for (const intent of ["approve", "hide", "restore"]) {
      const request = formRequest(where, { intent, post: waiting?.id ?? "" }, board.browser);
      const answer = await answerOf(pieces.action, request, board.browser, { id: board.id });
      expect(answer).toHaveRedirect(where);
      await expect(answer).toSendToast({ title: "This piece is gone", kind: "error" });
    }
  });
});

describe("the form of a board", () => {
  it("shows the future link of a new board, to visitors too, and the link of a scheduled one", async () => {
    const board = await createBoard();
    for (const person of [board, { browser: await createBrowser() }]) {
      const { formId, inviteLink } = await form("type=memory-board&step=form", person);
      expect(inviteLink).toBe(inviteLinkFor("memory-board", formId));
    }
    expect((await form("type=future-self&step=form", board)).inviteLink).toBeNull();
    expect((await form(`edit=true&id=${board.id}`, board)).inviteLink).toMatch(new RegExp(`${board.code}$`));
    expect((await form(`type=memory-board&step=form&duplicateFrom=${board.id}`, board)).inviteLink).not.toContain(
      board.code,
    );
    await revokeInvitation(board.user, board.id);
    expect((await form(`edit=true&id=${board.id}`, board)).inviteLink).toBeNull();
  });

  it("keeps how guests take part: as a draft, once it is scheduled, and in a copy without the last day", async () => {
    const { user, browser } = await createUser({ vaultLimit: 3 });
    const choices = { isOpen: "on", needsApproval: "on", closesOn: "2044-06-01" };
    const fields = { formId: createId(), title: "Otto is eighty", message: "Welcome", deliveryDate: "2044-06-14" };
    const post = async (query: string, more: Fields) => {
      const sent = { ...fields, deliveryHour: "9", ...choices, ...more };
      return answerOf(create.action, formRequest(`/create?${query}`, sent, browser), browser);
    };
    const kept = await post("type=memory-board&step=form", { intent: "draft" });
    const query = kept.headers.get("Location")?.split("?")[1] ?? "";
    expect((await form(query, { browser })).values).toMatchObject(choices);
    const refused = await post(query, { intent: "schedule", closesOn: "2020-01-01" });
    expect(await refused.json()).toMatchObject({ error: { closesOn: [expect.stringContaining("has passed")] } });
    const id = new URLSearchParams(query).get("id") ?? "";
    expect(await post(query, { intent: "schedule" })).toHaveRedirect(`/dashboard?sent=${id}`);
    expect((await findHostedBoard(user, id))?.settings).toMatchObject({
      isOpen: true,
      needsApproval: true,
      closesOn: "2044-06-01",
    });
    const { openedWith } = (await form(query, { browser })).values as { openedWith: string };
    const edited = await post(query, { formId: createId(), isOpen: "", closesOn: "", openedWith, intent: "schedule" });
    expect(edited).toHaveRedirect("/dashboard");
    const settings = (await findHostedBoard(user, id))?.settings;
    expect(settings).toMatchObject({ isOpen: false, needsApproval: true, closesOn: null, isPaused: false });
    await post(query, { intent: "schedule" });
    const copy = await form(`type=memory-board&step=form&duplicateFrom=${id}`, { browser });
    expect(copy.values).toMatchObject({ isOpen: "on", needsApproval: "on", closesOn: "" });
  });

  it("shows the same link after a refusal, whatever was submitted", async () => {
    const { browser } = await createUser();
    const formId = createId();
    const fields = { formId, title: "", inviteLink: "https://elsewhere.example/join/A" };
    const answer = await answerOf(
      create.action,
      formRequest("/create?type=memory-board&step=form", fields, browser),
      browser,
    );
    expect(answer.status).toBe(400);
    expect((await answer.json()).inviteLink).toBe(inviteLinkFor("memory-board", formId));
  });
});

it("draws a QR code for every possible code, and for nothing else", async () => {
  const browser = await createBrowser();
  const drawn = (code: string) => answerOf(qr.loader, pageRequest(`/join/${code}/qr.svg`, browser), browser, { code });
  const answer = await drawn(inviteCode(createId()));
  expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
  expect(await answer.text()).toMatch(/^<svg .*<path d="M/);
  expect((await drawn("AAAA")).status).toBe(404);
});
