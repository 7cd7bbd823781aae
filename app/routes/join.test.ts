import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it } from "vitest";
import { findInviteLink, findOwnBoard, revokeInvitation } from "~/domain/board/invitation.server";
import { inviteCode, inviteLinkFor } from "~/domain/board/invite-link.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createDraft, createLetter, DUE_AT } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as notFound from "./$";
import * as create from "./create";
import * as join from "./join.$code";
import * as leave from "./join.$code_.leave";
import * as qr from "./join.$code_.qr[.]svg";
import * as guest from "./memories.$id_.guests.$guest";
import * as invite from "./memories.$id_.invite";

const BOARD = { type: "memory-board", title: "Otto is eighty" } as const;

async function createBoard() {
  const host = await createUser({ name: "Anna", vaultLimit: 9 });
  const id = await createLetter(host.user, BOARD);
  const code = (await findInviteLink(id))?.split("/join/")[1] ?? "";
  return { ...host, id, code };
}

const visit = (code: string, browser: Browser, query = "") =>
  answerOf(join.loader, pageRequest(`/join/${code}${query}`, browser), browser, { code });
const send = (code: string, fields: Record<string, string>, browser: Browser) =>
  answerOf(join.action, formRequest(`/join/${code}`, fields, browser), browser, { code });

/** Joins with a browser and returns it with its new cookies. */
async function joined(code: string, fields: Record<string, string>, browser: Browser): Promise<Browser> {
  const answer = await send(code, { formId: createId(), ...fields }, browser);
  expect(answer).toHaveRedirect(`/join/${code}`);
  return withCookiesOf(browser, answer);
}

const guestsOf = async ({ user, id }: Awaited<ReturnType<typeof createBoard>>) =>
  (await findOwnBoard(user, id))?.guests.map(({ name, email }) => ({ name, email }));

describe("the page of an invite link", () => {
  it("shows only the name of the board and its host", async () => {
    const board = await createBoard();
    const browser = await createBrowser();
    await joined(board.code, { name: "Tom", email: "tom@example.org" }, await createBrowser());
    const answer = await visit(board.code, browser);
    expect(answer.headers.get("X-Robots-Tag")).toContain("noindex");
    const shown = await answer.text();
    expect(JSON.parse(shown)).toMatchObject({ title: "Otto is eighty", hostName: "Anna", guest: null });
    for (const secret of ["Tom", "tom@example.org", board.id, "2031", "Dear Mia"]) expect(shown).not.toContain(secret);
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
      for (const answer of [
        await visit(code, browser),
        await send(code, { name: "Tom" }, browser),
        await answerOf(leave.action, formRequest(`/join/${code}/leave`, {}, browser), browser, { code }),
      ]) {
        expect([answer.status, await answer.text()]).toEqual([404, await none.clone().text()]);
      }
    }
  });

  it("says after the day that the board was opened, and accepts no more guests", async () => {
    const board = await createBoard();
    const browser = await createBrowser();
    await deliverVault(board.id, DUE_AT);
    const shown = await (await visit(board.code, browser)).json();
    expect(shown).toEqual({ as: "opened", title: "Otto is eighty", hostName: "Anna" });
    expect(await send(board.code, { name: "Late", formId: createId() }, browser)).toHaveRedirect(`/join/${board.code}`);
  });
});

describe("a guest", () => {
  it("joins once, with a name only, and is recognised in their own browser", async () => {
    const board = await createBoard();
    const form = { name: "Tom", formId: createId() };
    const browser = await createBrowser();
    expect((await send(board.code, { ...form, name: " " }, browser)).status).toBe(400);
    const known = await joined(board.code, form, browser);
    await joined(board.code, form, browser);
    expect(await guestsOf(board)).toEqual([{ name: "Tom", email: null }]);
    expect(await (await visit(board.code, known)).json()).toMatchObject({ guest: { name: "Tom", email: "" } });
    expect(await (await visit(board.code, browser)).json()).toMatchObject({ guest: null });
    expect(await (await visit(board.code, known, "?another")).json()).toMatchObject({ guest: null });
  });

  it("can change and remove their entry", async () => {
    const board = await createBoard();
    const other = await createBoard();
    let browser = await joined(board.code, { name: "Tom" }, await createBrowser());
    browser = await joined(other.code, { name: "Tommy" }, browser);
    const corrected = await send(board.code, { name: "Tom Berger", email: "Tom@Example.org" }, browser);
    expect(corrected).toHaveRedirect(`/join/${board.code}`);
    browser = await withCookiesOf(browser, corrected);
    expect(await guestsOf(board)).toEqual([{ name: "Tom Berger", email: "tom@example.org" }]);
    const request = formRequest(`/join/${board.code}/leave`, {}, browser);
    const left = await answerOf(leave.action, request, browser, { code: board.code });
    expect(left).toHaveRedirect(`/join/${board.code}`);
    browser = await withCookiesOf(browser, left);
    expect([await guestsOf(board), await guestsOf(other)]).toEqual([[], [{ name: "Tommy", email: null }]]);
    expect(await (await visit(other.code, browser)).json()).toMatchObject({ guest: { name: "Tommy" } });
  });
});

describe("the host's page of a board's guests", () => {
  const asked = ({ id }: { id: string }, browser: Browser) =>
    answerOf(invite.loader, pageRequest(`/memories/${id}/invite`, browser), browser, { id });
  const press = ({ id }: { id: string }, intent: string, browser: Browser) =>
    answerOf(invite.action, formRequest(`/memories/${id}/invite`, { intent }, browser), browser, { id });

  it("is visible to the host only, while the board is waiting", async () => {
    const board = await createBoard();
    await joined(board.code, { name: "Tom", email: "tom@example.org" }, await createBrowser());
    const { browser: stranger } = await createUser();
    expect((await asked(board, stranger)).status).toBe(404);
    expect((await press(board, "make", stranger)).status).toBe(404);
    expect(await (await asked(board, board.browser)).json()).toMatchObject({
      url: expect.stringMatching(new RegExp(`/join/${board.code}$`)),
      guests: [{ name: "Tom", email: "tom@example.org" }],
    });
    const letter = { id: await createLetter(board.user) };
    expect((await asked(letter, board.browser)).status).toBe(404);
    expect((await press(letter, "make", board.browser)).status).toBe(404);
    await deliverVault(board.id, DUE_AT);
    expect((await asked(board, board.browser)).status).toBe(404);
  });

  it("replaces and removes the link, and removes guests", async () => {
    const board = await createBoard();
    await joined(board.code, { name: "Tom" }, await createBrowser());
    expect(await press(board, "make", board.browser)).toHaveRedirect(`/memories/${board.id}/invite`);
    expect((await visit(board.code, await createBrowser())).status).toBe(404);
    expect(await press(board, "take-back", board.browser)).toHaveRedirect(`/memories/${board.id}/invite`);
    const before = await findOwnBoard(board.user, board.id);
    expect(before).toMatchObject({ url: null, guests: [{ name: "Tom" }] });
    const params = { id: board.id, guest: before?.guests[0]?.id ?? "" };
    const path = `/memories/${board.id}/guests/${params.guest}`;
    const { browser: stranger } = await createUser();
    for (const browser of [stranger, board.browser]) {
      await answerOf(guest.action, formRequest(path, {}, browser), browser, params);
      expect(await guestsOf(board)).toHaveLength(browser === stranger ? 1 : 0);
    }
  });
});

describe("the form of a board", () => {
  const form = async (query: string, { browser }: { browser: Browser }) => {
    const path = `/create?${query}`;
    return (await answerOf(create.loader, pageRequest(path, browser), browser)).json();
  };

  it("shows the future link of a new board, to visitors too, and the link of a scheduled one", async () => {
    const board = await createBoard();
    for (const person of [board, { browser: await createBrowser() }]) {
      const { formId, inviteLink } = await form("type=memory-board&step=form", person);
      expect(inviteLink).toBe(inviteLinkFor("memory-board", formId));
    }
    expect((await form("type=future-self&step=form", board)).inviteLink).toBeNull();
    expect((await form(`edit=true&id=${board.id}`, board)).inviteLink).toMatch(new RegExp(`${board.code}$`));
    expect((await form(`duplicateFrom=${board.id}`, board)).inviteLink).not.toContain(board.code);
    await revokeInvitation(board.user, board.id);
    expect((await form(`edit=true&id=${board.id}`, board)).inviteLink).toBeNull();
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
