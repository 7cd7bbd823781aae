import { createId } from "@paralleldrive/cuid2";
import { addMinutes, subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { privateLink } from "~/domain/board/guest-link.server";
import { listGuestsOf } from "~/domain/board/guests.server";
import { findInviteLink, makeInvitation, revokeInvitation } from "~/domain/board/invitation.server";
import { moderatePost } from "~/domain/board/moderation.server";
import { listPieces } from "~/domain/board/pieces.server";
import { withdrawGuest } from "~/domain/board/posts.server";
import { CLOSED_WORDS } from "~/domain/board/quota-words";
import { changeSettings } from "~/domain/board/settings.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { GUEST_GONE, GUEST_UNKNOWN, PIECE_GONE } from "~/http/board/joined.server";
import { uploadLimit } from "~/http/media/upload-limit.server";
import { db } from "~/services/db.server";
import { boardPosts } from "~db/schema";
import { jpeg } from "../../tests/corpus/photos";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import {
  addNote,
  createBirthdayBoard,
  guestPath,
  type JoinedGuest,
  joinBoard,
  OPEN_BOARD,
  openGuestPage,
  postAsGuest,
  sendFilesAsGuest,
  sendInvite,
  visitInvite,
} from "../../tests/factories/guest";
import { DUE_AT } from "../../tests/factories/letter";
import type { FormPart } from "../../tests/factories/multipart";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest, requestContext } from "../../tests/factories/request";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as auth from "./auth";
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
import * as mediaFile from "./media.$id";
import * as removal from "./memories.$id_.guests.$guest";
import * as preview from "./uploads.$id_.preview";

describe("a guest's pages", () => {
  it("offer to add another person with the link the guest joined with, and with no newer one", async () => {
    const board = await createBirthdayBoard();
    await makeInvitation(board.user, board.id);
    const code = (await findInviteLink(board.id))?.split("/join/")[1] ?? "";
    const tom = await joinBoard(code, "Tom");
    const offered = async (guest: JoinedGuest) => (await (await openGuestPage(guestPage, guest)).json()).joinAnother;
    expect(await offered(tom)).toBe(`/join/${code}?another`);
    await makeInvitation(board.user, board.id, addMinutes(new Date(), 1));
    expect(await offered(tom)).toBeNull();
    await revokeInvitation(board.user, board.id);
    expect(await offered(tom)).toBeNull();
  });

  it("are not opened by joining with the id and name of a guest", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    for (const formId of [tom.id, createId()]) {
      const browser = await createBrowser();
      const answer = await sendInvite(board.code, { formId, name: "Tom" }, browser);
      expect(answer.headers.get("Location")).not.toBe(`/guest/${tom.id}`);
      const impostor = { id: tom.id, browser: await withCookiesOf(browser, answer) };
      expect((await openGuestPage(guestPage, impostor)).status).toBe(404);
    }
    expect(await listGuestsOf(board.id)).toHaveLength(3);
  });

  it("are 404 for other guests, for strangers and for the host", async () => {
    const board = await createBirthdayBoard();
    const [tom, eva] = [await joinBoard(board.code, "Tom"), await joinBoard(board.code, "Eva")];
    await addNote(tom, "Mine");
    const [own] = await listPieces(board.id);
    const params = { post: own?.id ?? "" };
    for (const browser of [eva.browser, await createBrowser(), board.browser]) {
      const impostor = { id: tom.id, browser };
      for (const answer of [
        await openGuestPage(guestPage, impostor),
        await openGuestPage(add, impostor, "add"),
        await openGuestPage(name, impostor, "name"),
        await openGuestPage(leave, impostor, "leave"),
        await openGuestPage(wall, impostor, "wall"),
        await openGuestPage(piece, impostor, `pieces/${params.post}`, params),
        await addNote(impostor, "In your name"),
        await postAsGuest(name, impostor, "name", { name: "X" }),
        await postAsGuest(leave, impostor, "leave", {}),
        await postAsGuest(piece, impostor, `pieces/${params.post}`, { intent: "remove" }, params),
        await postAsGuest(guestPage, impostor, "", { email: "x@example.org" }),
      ]) {
        expect(answer.status).toBe(404);
      }
    }
    const others = await openGuestPage(piece, eva, `pieces/${params.post}`, params);
    expect(others.status).toBe(404);
    expect(await listPieces(board.id)).toMatchObject([{ text: "Mine", authorName: "Tom" }]);
  });

  it("say until when they can add something, as do the invite link and the mail to them", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const last = async () => {
      const pages = [await visitInvite(board.code, await createBrowser()), await openGuestPage(guestPage, tom)];
      return Promise.all(pages.map(async (page) => ((await page.json()) as { closesOn?: string | null }).closesOn));
    };
    expect(await last()).toEqual([null, null]);
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, closesOn: "2031-06-01" });
    expect(await last()).toEqual(["June 1, 2031 (UTC)", "June 1, 2031 (UTC)"]);
    const email = `${createId()}@example.org`;
    await postAsGuest(guestPage, tom, "", { email });
    expect(await writtenTo(email, "guest_link")).toMatchObject([
      { props: { closesOn: "2031-06-01", closesIn: "UTC" } },
    ]);
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, closesOn: "2031-07-01" });
    expect(await last()).toEqual([null, null]);
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, isPaused: true, closesOn: "2031-06-01" });
    expect(await last()).toEqual([undefined, null]);
  });

  it("add a note, change it and take it back", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    expect((await addNote(tom, "  ")).status).toBe(400);
    expect(await addNote(tom, "You taught me to ride a bike.")).toHaveRedirect(`/guest/${tom.id}`);
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    const page = await (await openGuestPage(guestPage, tom)).json();
    expect(page).toMatchObject({ pieces: [{ text: "You taught me to ride a bike.", state: "shown" }] });
    const edit = (fields: Record<string, string>) => postAsGuest(piece, tom, `pieces/${params.post}`, fields, params);
    const { quota } = await (await openGuestPage(piece, tom, `pieces/${params.post}`, params)).json();
    const { quota: rest } = await (await openGuestPage(add, tom, "add")).json();
    expect(quota.characters - rest.characters).toBe("You taught me to ride a bike.".length);
    expect((await edit({ intent: "save", text: "" })).status).toBe(400);
    expect(await edit({ intent: "save", text: "Thank you." })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toMatchObject([{ text: "Thank you." }]);
    for (const _ of [1, 2]) expect(await edit({ intent: "remove" })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toEqual([]);
  });

  it("add photos with a plain form, which keeps them when it is refused", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const photo = await jpeg(300, 200);
    const formId = createId();
    const refused = await sendFilesAsGuest(tom, [
      ["formId", formId],
      ["photo", photo, "boat.jpg"],
      ["text", "x".repeat(501)],
    ]);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ files: [{ fileName: "boat.jpg" }], initialValue: { formId } });
    expect(
      await sendFilesAsGuest(tom, [
        ["formId", formId],
        ["text", "The boat you swore was watertight."],
      ]),
    ).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toMatchObject([
      { kind: "photo", text: "The boat you swore was watertight.", file: { width: 300 } },
    ]);
  });

  it("show the preview of a photo that is on the board already", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    await sendFilesAsGuest(tom, [
      ["formId", createId()],
      ["photo", await jpeg(300, 200), "boat.jpg"],
    ]);
    const [piece] = await listPieces(board.id);
    const id = piece?.file?.id ?? "";
    const path = `/media/${id}?width=480`;
    const previewed = pageRequest(`/uploads/${id}/preview`, tom.browser);
    expect(await answerOf(preview.loader, previewed, tom.browser, { id })).toHaveRedirect(path, 302);
    const shown = await answerOf(mediaFile.loader, pageRequest(path, tom.browser), tom.browser, { id });
    expect(shown.headers.get("Content-Type")).toBe("image/webp");
  });

  it("correct what they said is in a photo, and what they wrote there is kept when it is refused", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const photo: FormPart = ["photo", await jpeg(300, 200), "boat.jpg"];
    await sendFilesAsGuest(tom, [["formId", createId()], photo, ["text", "Summer"]]);
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    const edit = (fields: Record<string, string>) => postAsGuest(piece, tom, `pieces/${params.post}`, fields, params);
    const descriptions = async () => (await listPieces(board.id)).map(({ text, file }) => [text, file?.altText]);
    const altText = "A red boat\non a lake";
    const tooLong = await edit({ intent: "save", text: "x".repeat(501), altText });
    expect(await tooLong.json()).toMatchObject({ initialValue: { altText } });
    expect(await edit({ intent: "save", text: "Summer", altText })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await descriptions()).toEqual([["Summer", "A red boat on a lake"]]);
    await edit({ intent: "save", text: "Summer, 1987", altText: "" });
    expect(await descriptions()).toEqual([["Summer, 1987", ""]]);
    const elsewhere = { id: tom.id, browser: await createBrowser() };
    const unknown = await postAsGuest(
      piece,
      elsewhere,
      `pieces/${params.post}`,
      { text: "1988", altText: "A boat" },
      params,
    );
    const message = expect.stringContaining("this wasn’t saved");
    expect(await unknown.json()).toMatchObject({ title: GUEST_UNKNOWN.title, message, text: "1988\n\nA boat" });
    await sealVault(board.user, board.id);
    const late = await edit({ intent: "save", text: "Summer", altText });
    expect([late.status, await late.json()]).toMatchObject([409, { initialValue: { altText } }]);
    expect(await descriptions()).toEqual([["Summer, 1987", ""]]);
  });

  it("are told why something does not fit, and keep what they wrote", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
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
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    await addNote(tom, "First");
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    if (settings) await changeSettings(board.user, board.id, { ...OPEN_BOARD, ...settings });
    else await sealVault(board.user, board.id);
    const late = await addNote(tom, "Later");
    expect(late.status).toBe(409);
    const error = { "": [expect.stringContaining(CLOSED_WORDS[closed])] };
    expect(await late.json()).toMatchObject({ error, initialValue: { text: "Later" } });
    const change = await postAsGuest(piece, tom, `pieces/${params.post}`, { intent: "save", text: "Changed" }, params);
    if (settings) return expect(change).toHaveRedirect(`/guest/${tom.id}`);
    expect(change.status).toBe(409);
    expect(await change.json()).toMatchObject({ error, initialValue: { text: "Changed" } });
    expect((await openGuestPage(piece, tom, `pieces/${params.post}`, params)).status).toBe(404);
  });

  it("tell guests who were removed, and those whose piece was, and let them copy what they wrote", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    await addNote(tom, "First");
    const [first] = await listPieces(board.id);
    const params = { post: first?.id ?? "" };
    const change = () => postAsGuest(piece, tom, `pieces/${params.post}`, { intent: "save", text: "Changed" }, params);
    await moderatePost(board.user, { vaultId: board.id, postId: params.post }, "remove");
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
      await sendFilesAsGuest(tom, [formId, photo, ["text", "Later"]]),
      await postAsGuest(piece, tom, `pieces/${params.post}`, { text: "Later" }, params),
    ]) {
      expect([answer.status, await answer.json()]).toMatchObject([404, { title: GUEST_GONE.title, text: "Later" }]);
    }
    expect(await (await openGuestPage(guestPage, tom)).json()).toMatchObject({ title: GUEST_GONE.title, text: "" });
    const stranger = { id: tom.id, browser: await createBrowser() };
    expect(await (await addNote(stranger, "Later")).json()).toMatchObject({
      title: GUEST_UNKNOWN.title,
      text: "Later",
    });
  });

  it("tell guests who were removed also where only their account knows them", async () => {
    const board = await createBirthdayBoard();
    const [tom, other] = [await createUser(), await createUser()];
    const answer = await sendInvite(board.code, { formId: createId(), name: "Tom" }, tom.browser);
    const id = answer.headers.get("Location")?.replace("/guest/", "") ?? "";
    // A browser without the cookie of a guest.
    const account = { id, browser: tom.browser };
    expect((await openGuestPage(guestPage, account)).status).toBe(200);
    const params = { id: board.id, guest: id };
    const request = formRequest(`/memories/${board.id}/guests/${id}`, {}, board.browser);
    expect((await answerOf(removal.action, request, board.browser, params)).status).toBe(303);
    const gone = await openGuestPage(guestPage, account);
    expect([gone.status, await gone.json()]).toMatchObject([404, { title: GUEST_GONE.title, text: "" }]);
    const late = await addNote(account, "Later");
    expect([late.status, await late.json()]).toMatchObject([404, { title: GUEST_GONE.title, text: "Later" }]);
    expect(await (await openGuestPage(guestPage, { id, browser: other.browser })).json()).toMatchObject({
      title: GUEST_UNKNOWN.title,
    });
  });

  it("add a photo once that was sent again, because the connection broke or the button was pressed twice", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const [boat, sea] = [await jpeg(300, 200), await jpeg(320, 200)];
    const formId: FormPart = ["formId", createId()];
    const text: FormPart = ["text", "The boat"];
    // Files that arrived before the connection broke stay with the form.
    await sendFilesAsGuest(tom, [formId, ["photo", boat, "boat.jpg"], ["text", "x".repeat(501)]]);
    const whole: FormPart[] = [formId, ["photo", boat, "boat.jpg"], ["photo", sea, "sea.jpg"], text];
    const results = await Promise.all([sendFilesAsGuest(tom, whole), sendFilesAsGuest(tom, whole)]);
    for (const result of results) expect(result).toHaveRedirect(`/guest/${tom.id}`);
    expect((await listPieces(board.id)).map(({ file }) => file?.width).sort()).toEqual([300, 320]);
  });

  it("add photos without words once, when their form is sent again because its answer was lost", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const formId = createId();
    await sendFilesAsGuest(tom, [
      ["formId", formId],
      ["photo", await jpeg(300, 200), "boat.jpg"],
    ]);
    // With JavaScript, files are uploaded before the form is sent.
    const again = (fields: Record<string, string>) => postAsGuest(add, tom, "add", { formId, ...fields });
    expect(await again({ text: "" })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toHaveLength(1);
    expect((await again({ text: "x".repeat(501) })).status).toBe(400);
    expect((await again({ text: "", formId: createId() })).status).toBe(400);
  });

  it("come back with the private link, and confirm an email with the one that is mailed", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const link = privateLink(tom.id).split("/guest-link/")[1] ?? "";
    const elsewhere = await createBrowser();
    const follow = async (given: string) => {
      const request = formRequest(`/guest-link/${given}`, {}, elsewhere);
      return answerOf(guestLink.action, request, elsewhere, { link: given });
    };
    const answer = await follow(link);
    expect(answer).toHaveRedirect(`/guest/${tom.id}`);
    const there = { id: tom.id, browser: await withCookiesOf(elsewhere, answer) };
    expect((await openGuestPage(guestPage, there)).status).toBe(200);
    const email = `${createId()}@example.org`;
    expect(await postAsGuest(guestPage, there, "", { email })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listGuestsOf(board.id)).toMatchObject([{ email, isEmailConfirmed: false }]);
    const [mail] = await writtenTo(email, "guest_link");
    expect(await follow(String(mail?.props.url).split("/guest-link/")[1] ?? "")).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listGuestsOf(board.id)).toMatchObject([{ email, isEmailConfirmed: true }]);
    expect((await follow(`${tom.id}.${"a".repeat(43)}`)).status).toBe(404);
  });

  it("promise no mail that does not come: for an email that is confirmed, and after the reveal", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const email = `${createId()}@example.org`;
    const give = (address: string) => postAsGuest(guestPage, tom, "", { email: address });
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
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    await addNote(tom, "The boat you swore was watertight.");
    const signUp = `/auth?${new URLSearchParams({ mode: "signup", redirectTo: guestPath(tom.id, "account") })}`;
    expect(await openGuestPage(account, tom, "account")).toHaveRedirect(signUp, 302);
    const email = `tom.${createId()}@example.org`;
    const fields = { fullName: "Tom", email, password: PASSWORD, confirmPassword: PASSWORD };
    const signedUp = await answerOf(auth.action, formRequest(signUp, fields, tom.browser), tom.browser);
    expect(signedUp).toHaveRedirect(guestPath(tom.id, "account"));
    const member = { ...tom, browser: await withCookiesOf(tom.browser, signedUp) };
    const asked = await (await openGuestPage(account, member, "account")).json();
    expect(asked).toMatchObject({ email });
    // Shown before another person signed in with this browser.
    const shownTo = (id: string) => postAsGuest(account, member, "account", { account: id });
    await expect(await shownTo((await createUser()).user.id)).toBeRefused(409, "form", /another account now/);
    expect(await shownTo(asked.account)).toHaveRedirect(guestPath(tom.id));
    expect(await openGuestPage(account, member, "account")).toHaveRedirect(guestPath(tom.id), 302);

    const phone = await createBrowser();
    const login = formRequest("/auth?mode=login", { email, password: PASSWORD }, phone);
    const elsewhere = await withCookiesOf(phone, await answerOf(auth.action, login, phone));
    expect((await openGuestPage(guestPage, { id: tom.id, browser: elsewhere })).status).toBe(200);
    expect((await openGuestPage(guestPage, { id: tom.id, browser: phone })).status).toBe(404);
  });

  it("change their name, and take everything back", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    await addNote(tom, "Hello");
    expect(await postAsGuest(name, tom, "name", { name: "Tom Berger" })).toHaveRedirect(`/guest/${tom.id}`);
    expect(await listPieces(board.id)).toMatchObject([{ authorName: "Tom Berger" }]);
    await sealVault(board.user, board.id);
    const late = await postAsGuest(name, tom, "name", { name: "Rude words" });
    await expect(late.clone()).toBeRefused(409, "form", /takes no more changes/);
    expect(await late.json()).toMatchObject({ initialValue: { name: "Rude words" } });
    for (const _ of [1, 2]) {
      const answer = await postAsGuest(leave, tom, "leave", {});
      expect(answer).toHaveRedirect("/?home");
      const description = "Your pieces, your name and your email are deleted.";
      await expect(answer).toSendToast({ title: "Everything is taken back", description });
    }
    expect([await listPieces(board.id), await listGuestsOf(board.id)]).toEqual([[], []]);
    expect((await openGuestPage(guestPage, tom)).status).toBe(404);
  });

  it("say after the reveal what is taken back then", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    await deliverVault(board.id, DUE_AT);
    expect(await (await openGuestPage(leave, tom, "leave")).json()).toMatchObject({ isRevealed: true });
    await expect(await postAsGuest(leave, tom, "leave", {})).toSendToast({
      title: "Everything is taken back",
      description: "Your pieces are deleted, and we won’t email you about this board again.",
    });
  });

  it("show the wall once the host opened it, with names only, and report a piece to the host", async () => {
    const board = await createBirthdayBoard();
    const [tom, eva] = [await joinBoard(board.code, "Tom"), await joinBoard(board.code, "Eva")];
    await postAsGuest(guestPage, tom, "", { email: "tom@example.org" });
    await addNote(tom, "Rude");
    const [rude] = await listPieces(board.id);
    const params = { post: rude?.id ?? "" };
    expect(await openGuestPage(wall, eva, "wall")).toHaveRedirect(`/guest/${eva.id}`, 302);
    expect((await openGuestPage(report, eva, `report/${params.post}`, params)).status).toBe(404);
    await changeSettings(board.user, board.id, OPEN_BOARD);
    const shown = await (await openGuestPage(wall, eva, "wall")).text();
    const reportHref = guestPath(eva.id, `report/${params.post}`);
    expect(JSON.parse(shown)).toMatchObject({ wall: { pieces: [{ text: "Rude", author: "Tom", reportHref }] } });
    expect((await (await openGuestPage(wall, tom, "wall")).json()).wall.pieces[0].reportHref).toBeNull();
    expect(await (await openGuestPage(report, eva, `report/${params.post}`, params)).json()).toMatchObject({
      postId: params.post,
      author: "Tom",
    });
    for (const secret of ["tom@example.org", board.code, tom.id]) expect(shown).not.toContain(secret);
    expect(await postAsGuest(report, eva, `report/${params.post}`, {}, params)).toHaveRedirect(`/guest/${eva.id}/wall`);
    expect(await writtenTo(board.user.email, "board_report")).toHaveLength(1);
    await sealVault(board.user, board.id);
    expect(await openGuestPage(wall, eva, "wall")).toHaveRedirect(`/guest/${eva.id}`, 302);
    expect(await (await openGuestPage(guestPage, tom)).json()).toMatchObject({ pieces: [], closed: "sealed" });
  });
});

describe("the stream of a board's wall", () => {
  const listen = (guest: JoinedGuest, since: string, signal?: AbortSignal) => {
    const request = pageRequest(guestPath(guest.id, `live?since=${since}`), guest.browser);
    return answerOf(live.loader, new Request(request, signal && { signal }), guest.browser, { guest: guest.id });
  };

  async function firstEvents(count: number, answer: Response): Promise<string> {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let events = "";
    while (events.split("\n\n").length <= count) events += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    return events;
  }

  it("repeats what changed within a day, however old the time in its URL", async () => {
    const board = await createBirthdayBoard();
    await changeSettings(board.user, board.id, OPEN_BOARD);
    const tom = await joinBoard(board.code, "Tom");
    await addNote(tom, "Old");
    await db
      .update(boardPosts)
      .set({ updatedAt: subDays(new Date(), 2) })
      .where(eq(boardPosts.vaultId, board.id));
    await addNote(tom, "New");
    const events = await firstEvents(2, await listen(tom, "1"));
    expect(events).toContain('"text":"New"');
    expect(events).not.toContain('"text":"Old"');
  });

  it("says which pieces are new since the page was loaded, and which only changed", async () => {
    const board = await createBirthdayBoard();
    await changeSettings(board.user, board.id, OPEN_BOARD);
    const tom = await joinBoard(board.code, "Tom");
    await addNote(tom, "Old");
    const [old] = await listPieces(board.id);
    await db
      .update(boardPosts)
      .set({ createdAt: subDays(new Date(), 1) })
      .where(eq(boardPosts.id, old?.id ?? ""));
    const since = Date.now();
    await addNote(tom, "New");
    const events = await firstEvents(3, await listen(tom, String(since)));
    expect(events).toMatch(/"text":"Old".*"isNew":false/);
    expect(events).toMatch(/"text":"New".*"isNew":true/);
  });

  it("frees its slot, whatever the time in its URL, even when the reader has already left", async () => {
    const board = await createBirthdayBoard();
    await changeSettings(board.user, board.id, OPEN_BOARD);
    const tom = await joinBoard(board.code, "Tom");
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

describe("the larger limit of uploads", () => {
  it("is for browsers that joined a board which takes pieces, whatever others say a file is for", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const limitOf = (browser: Browser, type: "board-post" | "reply" = "board-post") => {
      const request = pageRequest("/uploads", browser);
      return uploadLimit(request, requestContext(request, browser), type);
    };
    const stranger = await createBrowser();
    expect(await limitOf(stranger)).toEqual({ upload_ip: stranger.clientIp });
    expect(await limitOf(tom.browser, "reply")).toEqual({ upload_ip: tom.browser.clientIp });
    expect(await limitOf(tom.browser)).toEqual({ party_upload_ip: tom.browser.clientIp });
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, isPaused: true });
    expect(await limitOf(tom.browser)).toEqual({ upload_ip: tom.browser.clientIp });
  });
});
