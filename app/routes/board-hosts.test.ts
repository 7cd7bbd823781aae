import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findHostedBoard } from "~/domain/board/board.server";
import { listGuestsOf } from "~/domain/board/guests.server";
import { acceptHosting, inviteHost } from "~/domain/board/hosts.server";
import { findInviteLink, revokeInvitation } from "~/domain/board/invitation.server";
import { inviteLinkFor } from "~/domain/board/invite-link.server";
import { listPieces } from "~/domain/board/pieces.server";
import { withdrawGuest } from "~/domain/board/posts.server";
import { changeSettings } from "~/domain/board/settings.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { boardWelcomes } from "~db/schema";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import {
  addNote,
  createBirthdayBoard,
  type GuestRoute,
  joinBoard,
  OPEN_BOARD,
  openForm,
  openGuestPage,
  postAsGuest,
  visitInvite,
} from "../../tests/factories/guest";
import { createLetter, DUE_AT } from "../../tests/factories/letter";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as boards from "./boards";
import * as create from "./create";
import * as guestPage from "./guest.$guest";
import * as name from "./guest.$guest_.name";
import * as piece from "./guest.$guest_.pieces.$post";
import * as cards from "./memories.$id_.cards";
import * as removal from "./memories.$id_.guests.$guest";
import * as hosting from "./memories.$id_.host";
import * as invite from "./memories.$id_.invite";
import * as pieces from "./memories.$id_.pieces";
import * as seal from "./memories.$id_.seal";
import * as hostWall from "./memories.$id_.wall";

describe("the host's pages of a board", () => {
  const asked = ({ id }: { id: string }, browser: Browser) =>
    answerOf(invite.loader, pageRequest(`/memories/${id}/invite`, browser), browser, { id });
  const press = ({ id }: { id: string }, fields: Record<string, string>, browser: Browser) =>
    answerOf(invite.action, formRequest(`/memories/${id}/invite`, fields, browser), browser, { id });

  it("are visible to the host only, and the guests while the board is waiting", async () => {
    const board = await createBirthdayBoard();
    await joinBoard(board.code, "Tom");
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
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const back = `/memories/${board.id}/invite`;
    expect(await press(board, { intent: "make" }, board.browser)).toHaveRedirect(back);
    expect((await visitInvite(board.code, await createBrowser())).status).toBe(404);
    expect(await press(board, { intent: "take-back" }, board.browser)).toHaveRedirect(back);
    expect(await findInviteLink(board.id)).toBeUndefined();
    const fields = { intent: "settings", needsApproval: "on", closesOn: "2031-06-01" };
    expect(await press(board, fields, board.browser)).toHaveRedirect(back);
    expect((await press(board, { intent: "settings", closesOn: "soon" }, board.browser)).status).toBe(400);
    expect(await (await asked(board, board.browser)).json()).toMatchObject({
      url: null,
      closed: null,
      settings: { needsApproval: true, isOpen: false, isPaused: false, closesOn: "2031-06-01" },
    });
    await press(board, { intent: "settings", isPaused: "on" }, board.browser);
    expect(await (await asked(board, board.browser)).json()).toMatchObject({ closed: "paused" });
    const params = { id: board.id, guest: tom.id };
    const { browser: stranger } = await createUser();
    for (const browser of [stranger, board.browser]) {
      const request = formRequest(`/memories/${board.id}/guests/${tom.id}`, {}, browser);
      await answerOf(removal.action, request, browser, params);
      expect(await listGuestsOf(board.id)).toHaveLength(browser === stranger ? 1 : 0);
    }
  });

  it("print the invite link on table cards, as long as there is one", async () => {
    const board = await createBirthdayBoard();
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
    await deliverVault(board.id, DUE_AT);
    expect(await print(board.browser)).toHaveRedirect(`/memories/${board.id}`, 302);
  });

  it("have the host's words to the guests, who read them until the board is sealed", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    const welcome = "Hello, everyone. One picture of him, please.";
    const settings = (fields: Fields) => press(board, { intent: "settings", ...fields }, board.browser);
    const shown = async () => {
      const pages = [await visitInvite(board.code, await createBrowser()), await openGuestPage(guestPage, tom)];
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
    const board = await createBirthdayBoard();
    const save = (fields: Fields) => press(board, { intent: "settings", ...fields }, board.browser);
    const opened = async () => {
      const page = await asked(board, board.browser);
      const { settings } = (await page.json()) as { settings: { welcome: string; openedWith: string } };
      return { openedWith: settings.openedWith, openedWelcome: settings.welcome, welcome: settings.welcome };
    };
    const old = await opened();
    await save({ ...old, needsApproval: "on", closesOn: "2031-06-01", welcome: "Hello" });
    await addNote(await joinBoard(board.code, "Tom"), "Waiting");

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
    const board = await createBirthdayBoard();
    const query = `edit=true&id=${board.id}`;
    const edit = async (page: Awaited<ReturnType<typeof openForm>>, fields: Fields) => {
      const { title, message, deliveryDate, deliveryZone, openedWith } = page.values as Record<string, string>;
      const letter = { title, message, deliveryDate, deliveryZone, openedWith };
      const sent = { ...letter, formId: page.formId, version: page.version, intent: "schedule", ...fields };
      return answerOf(create.action, formRequest(`/create?${query}`, sent as Fields, board.browser), board.browser);
    };
    const settings = async () => (await findHostedBoard(board.user, board.id))?.settings;
    const old = await openForm(query, board);
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, isOpen: false, needsApproval: true });
    expect(await edit(old, {})).toHaveRedirect("/dashboard");
    expect(await settings()).toMatchObject({ needsApproval: true });
    const refused = await edit(old, { isOpen: "on" });
    expect(refused.status).toBe(409);
    expect(await settings()).toMatchObject({ needsApproval: true, isOpen: false });
    const { version } = (await refused.json()) as { version: string };
    expect(await edit(old, { isOpen: "on", version })).toHaveRedirect("/dashboard");
    expect(await settings()).toMatchObject({ needsApproval: true, isOpen: true });
    expect(await edit(await openForm(query, board), { isOpen: "on", needsApproval: "" })).toHaveRedirect("/dashboard");
    expect(await settings()).toMatchObject({ needsApproval: false, isOpen: true });
  });

  it("name the time zone of the last day to hosts in another one", async () => {
    const board = await createBirthdayBoard();
    const lena = await createUser({ name: "Lena", timeZone: "Asia/Tokyo" });
    await inviteHost(board.user, board.id, { name: "Lena", email: lena.user.email });
    await acceptHosting(lena.user, board.id);
    const zoneFor = async ({ browser }: { browser: Browser }) => (await (await asked(board, browser)).json()).zone;
    expect([await zoneFor(board), await zoneFor(lena)]).toEqual([null, "UTC"]);
  });

  it("lead a co-host of a sealed board to its guests, and say what they can do there", async () => {
    const board = await createBirthdayBoard();
    const [lena, mia] = [await createUser({ name: "Lena" }), await createUser({ name: "Mia" })];
    for (const { user } of [lena, mia]) await inviteHost(board.user, board.id, { name: user.name, email: user.email });
    await acceptHosting(lena.user, board.id);
    await sealVault(board.user, board.id);
    const at = (page: string, route: GuestRoute, { browser }: { browser: Browser }) =>
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
    const board = await createBirthdayBoard();
    const lena = await createUser({ name: "Lena" });
    await inviteHost(board.user, board.id, { name: "Lena", email: lena.user.email });
    await acceptHosting(lena.user, board.id);
    const tom = await joinBoard(board.code, "Tom");
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
    const board = await createBirthdayBoard();
    const lena = await createUser({ name: "Lena" });
    await inviteHost(board.user, board.id, { name: "Lena", email: lena.user.email });
    await acceptHosting(lena.user, board.id);
    await addNote(await joinBoard(board.code, "Tom"), "Hello");
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
    for (const title of ["Co-host removed", "Not on the list"]) {
      const answer = await press(board, fields, board.browser);
      expect(answer).toHaveRedirect(`/memories/${board.id}/pieces`);
      await expect(answer).toSendToast({ title });
    }
    expect((await list(lena)).status).toBe(404);
  });

  it("approve, hide and remove pieces, and warn of those that wait before the board is sealed", async () => {
    const board = await createBirthdayBoard();
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, needsApproval: true });
    await addNote(await joinBoard(board.code, "Tom"), "Hello");
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
    const board = await createBirthdayBoard();
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, needsApproval: true });
    const tom = await joinBoard(board.code, "Tom");
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
    const edit = (text: string) => postAsGuest(piece, tom, `pieces/${id}`, { intent: "save", text }, { post: id });
    const changes = [
      ["approve", "waiting", () => edit("Rude words")],
      ["approve", "waiting", () => postAsGuest(name, tom, "name", { name: "Rude name" })],
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
    const board = await createBirthdayBoard();
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, needsApproval: true });
    const tom = await joinBoard(board.code, "Tom");
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
    const board = await createBirthdayBoard();
    for (const person of [board, { browser: await createBrowser() }]) {
      const { formId, inviteLink } = await openForm("type=memory-board&step=form", person);
      expect(inviteLink).toBe(inviteLinkFor("memory-board", formId));
    }
    expect((await openForm("type=future-self&step=form", board)).inviteLink).toBeNull();
    expect((await openForm(`edit=true&id=${board.id}`, board)).inviteLink).toMatch(new RegExp(`${board.code}$`));
    expect((await openForm(`type=memory-board&step=form&duplicateFrom=${board.id}`, board)).inviteLink).not.toContain(
      board.code,
    );
    await revokeInvitation(board.user, board.id);
    expect((await openForm(`edit=true&id=${board.id}`, board)).inviteLink).toBeNull();
  });

  it("keeps how guests take part: as a draft, once it is scheduled, and in a copy without the last day", async () => {
    const { user, browser } = await createUser({ vaultLimit: 3 });
    const choices = { isOpen: "on", needsApproval: "on", closesOn: "2044-06-01" };
    const fields = { formId: createId(), title: "Otto is eighty", message: "Welcome", deliveryDate: "2044-06-14" };
    const postBoard = async (query: string, more: Fields) => {
      const sent = { ...fields, deliveryHour: "9", ...choices, ...more };
      return answerOf(create.action, formRequest(`/create?${query}`, sent, browser), browser);
    };
    const kept = await postBoard("type=memory-board&step=form", { intent: "draft" });
    const query = kept.headers.get("Location")?.split("?")[1] ?? "";
    expect((await openForm(query, { browser })).values).toMatchObject(choices);
    const refused = await postBoard(query, { intent: "schedule", closesOn: "2020-01-01" });
    expect(await refused.json()).toMatchObject({ error: { closesOn: [expect.stringContaining("has passed")] } });
    const id = new URLSearchParams(query).get("id") ?? "";
    expect(await postBoard(query, { intent: "schedule" })).toHaveRedirect(`/dashboard?sent=${id}`);
    expect((await findHostedBoard(user, id))?.settings).toMatchObject({
      isOpen: true,
      needsApproval: true,
      closesOn: "2044-06-01",
    });
    const { openedWith } = (await openForm(query, { browser })).values as { openedWith: string };
    const edited = await postBoard(query, {
      formId: createId(),
      isOpen: "",
      closesOn: "",
      openedWith,
      intent: "schedule",
    });
    expect(edited).toHaveRedirect("/dashboard");
    const settings = (await findHostedBoard(user, id))?.settings;
    expect(settings).toMatchObject({ isOpen: false, needsApproval: true, closesOn: null, isPaused: false });
    await postBoard(query, { intent: "schedule" });
    const copy = await openForm(`type=memory-board&step=form&duplicateFrom=${id}`, { browser });
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
