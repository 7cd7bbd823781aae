import { createId } from "@paralleldrive/cuid2";
import { addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { acceptHosting, inviteHost } from "~/domain/board/hosts.server";
import { moderatePost } from "~/domain/board/moderation.server";
import { listPieces } from "~/domain/board/pieces.server";
import { withdrawGuest } from "~/domain/board/posts.server";
import { changeSettings } from "~/domain/board/settings.server";
import { WALL_PAGE_SIZE } from "~/domain/board/wall-data";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { addMedia } from "~/domain/media/media.server";
import { db } from "~/services/db.server";
import { boardPosts, deliveries, memories } from "~db/schema";
import { jpeg } from "../../tests/corpus/photos";
import { createBoard, join, postNote } from "../../tests/factories/board";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import {
  addNote,
  createBirthdayBoard,
  type GuestRoute,
  joinBoard,
  OPEN_BOARD,
  openGuestPage,
  sendInvite,
  visitInvite,
} from "../../tests/factories/guest";
import { DUE_AT, WRITTEN_AT } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { costOf, statementsOf } from "../../tests/factories/statements";
import { createUser } from "../../tests/factories/user";
import * as wall from "./guest.$guest_.wall";
import * as media from "./media.$id";
import * as memory from "./memories.$id";
import * as calendar from "./memories.$id_.calendar";
import * as cancel from "./memories.$id_.cancel";
import * as pieces from "./memories.$id_.pieces";
import * as record from "./memories.$id_.record";
import * as replies from "./memories.$id_.replies";
import * as readerReport from "./memories.$id_.report.$post";
import * as seal from "./memories.$id_.seal";
import * as share from "./memories.$id_.share";
import * as thanks from "./memories.$id_.thanks";
import * as hostWall from "./memories.$id_.wall";

describe("what the host put on a board", () => {
  it("is on the wall of guests and co-hosts from the reveal on, as copies", async () => {
    const board = await createBirthdayBoard();
    await changeSettings(board.user, board.id, OPEN_BOARD);
    const [tom, gone, lena] = [
      await joinBoard(board.code, "Tom"),
      await joinBoard(board.code, "Eva"),
      await createUser(),
    ];
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
    expect(await shown(openGuestPage(wall, tom, "wall"))).toEqual([["Hello", "Tom"]]);
    for (const person of [tom, lena]) expect((await fetched(person)).status).toBe(404);

    await withdrawGuest({ id: gone.id, vaultId: board.id });
    await deliverVault(board.id, DUE_AT);
    for (const answer of [openGuestPage(wall, tom, "wall"), toHost(lena)]) {
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
    const { id, code } = await createBoard({ deliveryDate: "2020-01-01", boardRecipients });
    const answer = await sendInvite(code, { formId: createId(), name: "Tom" }, tom.browser);
    const karl = await joinBoard(code, "Karl");
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
    const board = await createBoard({ deliveryDate: "2020-01-01", boardRecipients });
    await changeSettings(board.user, board.id, OPEN_BOARD);
    const [tom, karl, ...others] = [
      await createUser(),
      await joinBoard(board.code, "Karl"),
      await joinBoard(board.code, "Karl"),
      await joinBoard(board.code, "Karl"),
    ];
    const join = async (guestName: string, { browser }: { browser: Browser }) => {
      const answer = await sendInvite(board.code, { formId: createId(), name: guestName }, browser);
      return { id: answer.headers.get("Location")?.replace("/guest/", "") ?? "", browser };
    };
    for (const guest of [karl, ...others, await join("Tom", tom), await join("Tommy", tom)])
      await addNote(guest, "Hello");
    const wallOf = async () => (await (await openGuestPage(wall, karl, "wall")).json()).wall;
    expect(await wallOf()).toMatchObject({ total: 5, people: 4 });
    expect(JSON.stringify(await wallOf())).not.toContain(tom.user.id);
    await addNote(await join("The host", board), "Hello");
    expect(await wallOf()).toMatchObject({ total: 6, people: 5 });
    expect(await (await visitInvite(board.code, await createBrowser())).json()).toMatchObject({ contributors: 5 });
    await deliverVault(board.id);
    await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, board.id));
    const asked = async (route: GuestRoute, page = "") => {
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
    const board = await createBoard({ deliveryDate: "2020-01-01", boardRecipients });
    const { id } = board;
    await addNote(await joinBoard(board.code, "Tom"), "Rude");
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
    const hidden = await answerOf(pieces.action, hide, board.browser, { id });
    expect(hidden).toHaveRedirect(`/memories/${id}/pieces`);
    // Co-hosts see it as well.
    await expect(hidden).toSendToast({ title: "Hidden", description: "Only the hosts and its author can see it." });
    expect(await read()).toMatchObject({ reading: { wall: { pieces: [] } } });
  });
});

describe("a board with many pieces", () => {
  const readsTexts = (statement: string) =>
    statement.includes("from `board_posts`") && statement.includes("`text_encrypted`");
  const owned = (route: GuestRoute, { id, browser }: { id: string; browser: Browser }, page: string) =>
    answerOf(route.loader as never, pageRequest(`/memories/${id}${page}`, browser), browser, { id });

  it("has them read for the pages that show them", async () => {
    const board = await createBoard({ deliveryDate: "2020-01-01" });
    await addNote(await joinBoard(board.code, "Tom"), "Hello");
    const read = async (route: GuestRoute, page: string) => {
      const statements = await statementsOf(async () => {
        expect((await owned(route, board, page)).status, page).toBe(200);
      });
      return statements.filter(readsTexts);
    };
    expect(await read(pieces, "/pieces")).toHaveLength(1);
    const before = { "": memory, "/calendar": calendar, "/record": record, "/cancel": cancel, "/seal": seal };
    for (const [page, route] of Object.entries(before)) expect(await read(route, page), page).toEqual([]);
    await deliverVault(board.id);
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, board.id));
    for (const [page, route] of Object.entries({ "": memory, "/share": share, "/replies": replies })) {
      expect(await read(route, page), page).toEqual([]);
    }
  });

  it("has those of one page of its wall read", async () => {
    const eva = await createUser();
    const boardRecipients = [{ name: "Eva", email: eva.user.email }];
    const board = await createBoard({ deliveryDate: "2020-01-01", boardRecipients });
    await changeSettings(board.user, board.id, OPEN_BOARD);
    const guests = [await join(board.code, "Tom"), await join(board.code, "Mia")] as const;
    for (let index = 0; index < WALL_PAGE_SIZE + 2; index += 1) {
      await postNote(guests[index % 2 ? 0 : 1], `Note ${index}`, addMinutes(WRITTEN_AT, index));
    }
    const shown = async (query: string) => {
      let texts: string[] = [];
      const statements = await statementsOf(async () => {
        const { wall } = await (await owned(hostWall, board, `/wall${query}`)).json();
        texts = wall.pieces.map(({ text }: { text: string }) => text.replace("Note ", ""));
      });
      const { returned } = await costOf(statements.filter(readsTexts));
      return { texts, returned };
    };
    const newestFirst = Array.from({ length: WALL_PAGE_SIZE + 2 }, (_, index) => String(WALL_PAGE_SIZE + 1 - index));
    expect(await shown("")).toEqual({ texts: newestFirst.slice(0, WALL_PAGE_SIZE), returned: WALL_PAGE_SIZE });
    expect(await shown("?page=2")).toEqual({ texts: ["1", "0"], returned: 2 });
    expect(await shown("?show=3")).toEqual({ texts: [newestFirst[2]], returned: 1 });
    expect(await shown("?by=author&page=2")).toEqual({ texts: ["2", "0"], returned: 2 });
    await deliverVault(board.id);
    await db.update(deliveries).set({ openedAt: new Date() }).where(eq(deliveries.vaultId, board.id));
    const read = await statementsOf(async () => {
      const { reading } = await (await owned(memory, { ...board, browser: eva.browser }, "?page=2")).json();
      const texts = reading.wall.pieces.map(({ text }: { text: string }) => text);
      expect(texts).toEqual([`Note ${WALL_PAGE_SIZE}`, `Note ${WALL_PAGE_SIZE + 1}`]);
      expect(JSON.stringify(reading)).not.toContain(guests[0].id);
    });
    expect((await costOf(read.filter(readsTexts))).returned).toBe(2);
  });

  it("has them counted in one statement", async () => {
    const board = await createBoard();
    await changeSettings(board.user, board.id, { ...OPEN_BOARD, needsApproval: true });
    const tom = await join(board.code, "Tom");
    for (const text of ["One", "Two", "Three"]) await postNote(tom, text);
    const [first, second] = await listPieces(board.id);
    await moderatePost(board.user, { vaultId: board.id, postId: first?.id ?? "" }, "approve");
    await moderatePost(board.user, { vaultId: board.id, postId: second?.id ?? "" }, "hide");
    await db
      .update(boardPosts)
      .set({ reportedAt: new Date() })
      .where(eq(boardPosts.id, second?.id ?? ""));
    const statements = await statementsOf(async () => {
      const { tabs } = await (await owned(pieces, board, "/pieces")).json();
      expect(tabs.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
        ["all", 3],
        ["waiting", 1],
        ["shown", 1],
        ["hidden", 1],
        ["reported", 1],
      ]);
    });
    expect(statements.filter((statement) => /count\(.*`board_posts`/.test(statement))).toHaveLength(1);
  });
});
