import { expect, it } from "vitest";
import type { WallPiece } from "~/domain/board/wall-data";
import { wallAfter } from "./live-wall";

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
type Events = Parameters<typeof wallAfter>[0];
const idsAfter = (events: Events) =>
  wallAfter(events, { pieces: [piece("b"), piece("a")], total: 2, people: 1 }).pieces.map(({ id }) => id);
const countsAfter = (events: Events) => {
  const { pieces: _, ...counts } = wallAfter(events, { pieces: [piece("b"), piece("a")], total: 3, people: 2 });
  return counts;
};

it("puts pieces that arrive first, and changes those of the page where they are", () => {
  expect(idsAfter([all("a", "b"), shown("c", { isNew: true }), shown("d")])).toEqual(["d", "c", "b", "a"]);
  const changed = wallAfter([all("a"), shown("a", { text: "Changed" })], { pieces: [piece("a")], total: 1, people: 1 });
  expect(changed.pieces).toEqual([piece("a", "Changed")]);
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

it("counts the pieces of the whole wall, on all its pages, and its people only while none came or went", () => {
  expect(countsAfter([])).toEqual({ total: 3, arrived: 0, people: 2 });
  const begun = [all("old", "a", "b")];
  expect(countsAfter([...begun, shown("a", { text: "Changed" })])).toEqual({ total: 3, arrived: 0, people: 2 });
  expect(countsAfter([...begun, shown("c", { isNew: true })])).toEqual({ total: 4, arrived: 1, people: null });
  expect(countsAfter([...begun, gone("a")])).toEqual({ total: 2, arrived: 0, people: null });
  expect(countsAfter([...begun, gone("old"), gone("b"), gone("a")])).toEqual({ total: 0, arrived: 0, people: null });
  expect(countsAfter([...begun, gone("a"), shown("c", { isNew: true })])).toEqual({
    total: 3,
    arrived: 1,
    people: null,
  });
  expect(countsAfter([...begun, shown("c", { isNew: true }), all("a", "c")])).toEqual({
    total: 2,
    arrived: 1,
    people: null,
  });
});
