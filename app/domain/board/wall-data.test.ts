import { describe, expect, it } from "vitest";
import { WALL_PAGE_SIZE, type WallPiece, wallData } from "./wall-data";

const piece = (id: number, author: string): WallPiece => ({
  id: String(id),
  kind: "note",
  text: "",
  author,
  on: "June 14, 2044",
  file: null,
  href: null,
  reportHref: null,
});
const idsOf = (all: WallPiece[], query: string) =>
  wallData(all, 3, new URLSearchParams(query)).pieces.map(({ id }) => id);

describe("the wall of a board", () => {
  const party = [piece(1, "Tom"), piece(2, "Mia"), piece(3, "Tom"), piece(4, "Karl")];

  it("is in the order of time, or by author in the order of their first pieces", () => {
    expect(idsOf(party, "")).toEqual(["1", "2", "3", "4"]);
    expect(idsOf(party, "by=time")).toEqual(["1", "2", "3", "4"]);
    expect(idsOf(party, "by=author")).toEqual(["1", "3", "2", "4"]);
    expect(wallData(party, 3, new URLSearchParams("by=size"))).toMatchObject({ view: "grid", total: 4, people: 3 });
  });

  it("has pages, each piece on one of them, whatever page is asked for", () => {
    const many = Array.from({ length: 2 * WALL_PAGE_SIZE + 1 }, (_, index) => piece(index, "Tom"));
    const seen = ["1", "2", "3"].flatMap((page) => idsOf(many, `page=${page}`));
    expect(seen).toEqual(many.map(({ id }) => id));
    for (const [page, shown] of [
      ["0", 1],
      ["99", 3],
      ["-1", 1],
      ["x", 1],
    ])
      expect(wallData(many, 1, new URLSearchParams(`page=${page}`)).page).toBe(shown);
  });

  it("shows one piece at a time to a screen in the room", () => {
    expect(idsOf(party, "show=3")).toEqual(["3"]);
    expect(idsOf(party, "show=9")).toEqual(["4"]);
    expect(wallData(party, 3, new URLSearchParams("show=1&still"))).toMatchObject({ show: 1, isStill: true });
    expect(wallData([], 0, new URLSearchParams("show=1")).show).toBeNull();
  });
});
