import { expect, it } from "vitest";
import type { WallPiece } from "~/domain/board/wall-data";
import { piecesAfter } from "./live-wall";

const piece = (id: string, text = ""): WallPiece => ({
  id,
  kind: "note",
  text,
  author: "Tom",
  on: "June 14, 2031",
  file: null,
  href: null,
  reportHref: null,
});
const shown = (id: string, { text = "", isNew = false } = {}) =>
  ({ kind: "shown", piece: piece(id, text), isNew }) as const;
const all = (...ids: string[]) => ({ kind: "all", ids }) as const;
const gone = (id: string) => ({ kind: "gone", id }) as const;
const idsAfter = (events: Parameters<typeof piecesAfter>[0]) =>
  piecesAfter(events, [piece("b"), piece("a")]).map(({ id }) => id);

it("puts pieces that arrive first, and changes those of the page where they are", () => {
  expect(idsAfter([all("a", "b"), shown("c", { isNew: true }), shown("d")])).toEqual(["d", "c", "b", "a"]);
  expect(piecesAfter([all("a"), shown("a", { text: "Changed" })], [piece("a")])).toEqual([piece("a", "Changed")]);
});

it("does not show a changed piece of another page as new", () => {
  expect(idsAfter([all("old", "a", "b"), shown("old")])).toEqual(["b", "a"]);
});

it("shows what arrived before the connection, and while it was lost", () => {
  const first = [all("a", "b", "c"), shown("c", { isNew: true })];
  expect(idsAfter(first)).toEqual(["c", "b", "a"]);
  expect(idsAfter([...first, all("a", "b", "c", "approved"), shown("approved")])).toEqual(["approved", "c", "b", "a"]);
});

it("shows a piece of another page that was hidden and is restored", () => {
  expect(idsAfter([all("old", "a", "b"), gone("old"), shown("old")])).toEqual(["old", "b", "a"]);
  expect(idsAfter([all("old", "a", "b"), all("a", "b"), shown("old")])).toEqual(["old", "b", "a"]);
});
