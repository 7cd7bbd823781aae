import { createId } from "@paralleldrive/cuid2";
import { addMinutes } from "date-fns";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BOARDS_ON_A_PAGE } from "~/domain/board/joined-boards.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { JoinedBoards } from "~/ui/board/joined-boards";
import { boardGuests } from "~db/schema";
import { createBoard } from "../../tests/factories/board";
import { DUE_AT } from "../../tests/factories/letter";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as boards from "./boards";

it("lists the boards of others on pages, the latest first, without cancelled ones", async () => {
  const { user, browser } = await createUser();
  const [board, cancelled] = [await createBoard(), await createBoard()];
  const guest = (vaultId: string, minute: number) => ({
    id: createId(),
    vaultId,
    userId: user.id,
    name: "Mia",
    joinedAt: addMinutes(DUE_AT, minute),
  });
  const guests = Array.from({ length: BOARDS_ON_A_PAGE + 1 }, (_, index) => guest(board.id, -index));
  await db.insert(boardGuests).values([...guests, guest(cancelled.id, 1)]);
  await cancelVault(cancelled.user, cancelled.id);
  const read = async (path: string) =>
    (await answerOf(boards.loader, pageRequest(path, browser), browser)).json() as Promise<
      Parameters<typeof JoinedBoards>[0]
    >;
  const [first, second] = [await read("/boards"), await read("/boards?page=2")];
  const hrefs = guests.map(({ id }) => `/guest/${id}`);
  expect(first.boards.map(({ href }) => href)).toEqual(hrefs.slice(0, BOARDS_ON_A_PAGE));
  expect(second.boards.map(({ href }) => href)).toEqual(hrefs.slice(BOARDS_ON_A_PAGE));
  const linksOf = (page: typeof first) =>
    [...renderToStaticMarkup(createElement(JoinedBoards, page)).matchAll(/href="(\/[^"]*)"/g)]
      .map(([, href]) => href)
      .filter((href) => !href?.startsWith("/guest/"));
  expect(linksOf(first)).toEqual(["/dashboard", "/boards?page=2"]);
  expect(linksOf(second)).toEqual(["/boards"]);
  expect(await read("/boards?page=9")).toEqual(second);
});
