import { beforeEach, expect, it } from "vitest";
import { acceptHosting, inviteHost } from "~/domain/board/hosts.server";
import { loadNews } from "~/domain/overview/news.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { createBoard, join, postNote } from "../../tests/factories/board";
import { answerOf, pageRequest } from "../../tests/factories/request";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as details from "./memories.$id";
import * as pieces from "./memories.$id_.pieces";
import * as wall from "./memories.$id_.wall";

let board: Awaited<ReturnType<typeof createBoard>>;
beforeEach(async () => {
  board = await createBoard({ title: "Otto is eighty" });
  const [ana, ben] = [await join(board.code, "Ana"), await join(board.code, "Ben")];
  await postNote(ana, "One");
  await postNote(ana, "Two");
  await postNote(ben, "Three");
});

type Route = { loader: Parameters<typeof answerOf>[0] };

const news = async () => (await loadNews(board.user, new Date())).news;
const visit = ({ loader }: Route, { browser }: SignedInUser = board) =>
  answerOf(loader, pageRequest(`/memories/${board.id}`, browser), browser, { id: board.id });

it("is on the host's dashboard, and only there", async () => {
  const added = { kind: "added", vaultId: board.id, title: "Otto is eighty", pieces: 3, guestNames: ["Ana", "Ben"] };
  expect(
    (await news()).map((one) => ("guestNames" in one ? { ...one, guestNames: one.guestNames.toSorted() } : one)),
  ).toMatchObject([added]);
  const { user: stranger } = await createUser();
  expect((await loadNews(stranger, new Date())).news).toEqual([]);
});

it.each<[string, Route]>([
  ["the board", details],
  ["its pieces", pieces],
  ["its wall", wall],
])("goes when the host opens %s", async (_, route) => {
  expect((await visit(route)).status).toBe(200);
  expect(await news()).toEqual([]);
});

it("stays when a co-host looks at the pieces", async () => {
  const lena = await createUser();
  await inviteHost(board.user, board.id, { name: "Lena", email: lena.user.email });
  await acceptHosting(lena.user, board.id);
  expect((await visit(pieces, lena)).status).toBe(200);
  expect(await news()).toHaveLength(1);
});

it("is in figures on the board's page, until it is sealed", async () => {
  const shown = { all: 3, guests: 2, waiting: 0, reported: 0 };
  expect(await (await visit(details)).json()).toMatchObject({ pieces: shown });
  expect(await sealVault(board.user, board.id)).toMatchObject({ ok: true });
  expect(await (await visit(details)).json()).toMatchObject({ pieces: null });
});
