import { createId } from "@paralleldrive/cuid2";
import { describe, expect, it } from "vitest";
import { listGuestsOf } from "~/domain/board/guests.server";
import { revokeInvitation } from "~/domain/board/invitation.server";
import { inviteCode } from "~/domain/board/invite-link.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { createBrowser } from "../../tests/factories/browser";
import { addNote, createBirthdayBoard, joinBoard, sendInvite, visitInvite } from "../../tests/factories/guest";
import { createDraft, DUE_AT } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as notFound from "./$";
import { action } from "./join.$code";
import * as qr from "./join.$code_.qr[.]svg";

describe("the page of an invite link", () => {
  it("shows the title, the host and the day of the board, and nothing else", async () => {
    const board = await createBirthdayBoard();
    const tom = await joinBoard(board.code, "Tom");
    await addNote(tom, "You taught me to ride a bike.");
    const answer = await visitInvite(board.code, await createBrowser());
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
    const { code } = await createBirthdayBoard();
    const answer = await visitInvite(` ${code.toLowerCase()}-`, await createBrowser());
    expect(answer).toHaveRedirect(`/join/${code}`, 302);
  });

  it("is 404 for every invalid code", async () => {
    const browser = await createBrowser();
    const [cancelled, takenBack] = [await createBirthdayBoard(), await createBirthdayBoard()];
    await cancelVault(cancelled.user, cancelled.id);
    await revokeInvitation(takenBack.user, takenBack.id);
    const formId = createId();
    await createDraft((await createUser()).user, { type: "memory-board", formId });
    const none = await answerOf(notFound.loader, pageRequest("/nowhere", browser), browser);
    expect(none.status).toBe(404);
    for (const code of [cancelled.code, takenBack.code, inviteCode(formId), inviteCode(createId()), "AAAA", ""]) {
      for (const answer of [await visitInvite(code, browser), await sendInvite(code, { name: "Tom" }, browser)]) {
        expect([answer.status, await answer.text()]).toEqual([404, await none.clone().text()]);
      }
    }
  });

  it("says why a board takes no guests, and accepts none", async () => {
    for (const [close, closed] of [
      [(board: Awaited<ReturnType<typeof createBirthdayBoard>>) => deliverVault(board.id, DUE_AT), "revealed"],
      [(board: Awaited<ReturnType<typeof createBirthdayBoard>>) => sealVault(board.user, board.id), "sealed"],
    ] as const) {
      const board = await createBirthdayBoard();
      const browser = await createBrowser();
      await close(board);
      expect(await (await visitInvite(board.code, browser)).json()).toMatchObject({ as: "closed", closed });
      const answer = await sendInvite(board.code, { name: "Late", formId: createId() }, browser);
      expect(answer).toHaveRedirect(`/join/${board.code}`);
      expect(await listGuestsOf(board.id)).toEqual([]);
    }
  });

  it("leads a guest to their own page in the browser they joined with", async () => {
    const board = await createBirthdayBoard();
    expect((await sendInvite(board.code, { name: " " }, await createBrowser())).status).toBe(400);
    const tom = await joinBoard(board.code, "Tom");
    expect(await visitInvite(board.code, tom.browser)).toHaveRedirect(`/guest/${tom.id}`, 302);
    expect(await (await visitInvite(board.code, tom.browser, "?another")).json()).toMatchObject({ as: "waiting" });
    expect(await (await visitInvite(board.code, await createBrowser())).json()).toMatchObject({ as: "waiting" });
  });

  it("leads a guest with an account to their own page in its other browsers, too", async () => {
    const board = await createBirthdayBoard();
    const { browser } = await createUser();
    const joined = await sendInvite(board.code, { formId: createId(), name: "Tom" }, browser);
    const path = joined.headers.get("Location") ?? "";
    expect(path).toMatch(/^\/guest\//);
    expect(await visitInvite(board.code, browser)).toHaveRedirect(path, 302);
    expect(await (await visitInvite(board.code, browser, "?another")).json()).toMatchObject({ as: "waiting" });
    expect(await (await visitInvite(board.code, board.browser)).json()).toMatchObject({ as: "waiting" });
  });

  it("adds another person without the account of the browser they use", async () => {
    const board = await createBirthdayBoard();
    const { user, browser } = await createUser();
    for (const [name, query] of [
      ["Tom", ""],
      ["Otto", "?another"],
    ] as const) {
      const request = formRequest(`/join/${board.code}${query}`, { formId: createId(), name }, browser);
      await answerOf(action, request, browser, { code: board.code });
    }
    const guests = (await listGuestsOf(board.id)).map(({ name, userId }) => [name, userId]);
    expect(new Map(guests as [string, string | null][])).toEqual(
      new Map([
        ["Tom", user.id],
        ["Otto", null],
      ]),
    );
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
