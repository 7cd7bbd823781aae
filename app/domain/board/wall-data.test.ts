import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { WallList } from "~/ui/reading/wall";
import { type AuthoredPiece, WALL_PAGE_SIZE, wallData } from "./wall-data";

const piece = (id: number, author: string, authorId = author): AuthoredPiece => ({
  id: String(id),
  kind: "note",
  text: "",
  author,
  authorId,
  on: "June 14, 2044",
  file: null,
  href: null,
  reportHref: null,
});
const wallOf = (all: AuthoredPiece[], query: string) => wallData(all, new URLSearchParams(query));
const idsOf = (all: AuthoredPiece[], query: string) => wallOf(all, query).pieces.map(({ id }) => id);

describe("the wall of a board", () => {
  const party = [piece(1, "Tom"), piece(2, "Mia"), piece(3, "Tom"), piece(4, "Karl")];

  it("is in the order of time, or by author in the order of their first pieces", () => {
    expect(idsOf(party, "")).toEqual(["1", "2", "3", "4"]);
    expect(idsOf(party, "by=time")).toEqual(["1", "2", "3", "4"]);
    expect(idsOf(party, "by=author")).toEqual(["1", "3", "2", "4"]);
    expect(wallOf(party, "by=size")).toMatchObject({ view: "grid", total: 4, people: 3 });
  });

  it("keeps authors of one name apart, and the names of one account, which is one person", () => {
    const all = [piece(1, "Anna", "a"), piece(2, "Anna", "b"), piece(3, "Leo", "a"), piece(4, "Anna", "a")];
    const wall = wallOf(all, "by=author");
    expect(wall.pieces.map(({ id }, index) => [id, wall.authors[index]])).toEqual([
      ["1", 0],
      ["4", 0],
      ["2", 1],
      ["3", 2],
    ]);
    expect(wall.people).toBe(2);
    const html = renderToStaticMarkup(createElement(WallList, wall));
    expect([...html.matchAll(/<h2[^>]*>(\w+)/g)].map(([, heading]) => heading)).toEqual(["Anna", "Anna", "Leo"]);
  });

  it("looks up the author of each piece a few times, however many authors there are", () => {
    let lookups = 0;
    const many = Array.from({ length: 200 }, (_, index) => ({
      author: `Guest ${index}`,
      get authorId() {
        lookups += 1;
        return String(index);
      },
    }));
    expect(wallData(many, new URLSearchParams("by=author")).total).toBe(many.length);
    expect(lookups).toBeLessThan(3 * many.length);
  });

  it("has pages, each piece on one of them, whatever page is asked for", () => {
    const many = Array.from({ length: 2 * WALL_PAGE_SIZE + 1 }, (_, index) => piece(index, "Tom"));
    const seen = ["1", "2", "3"].flatMap((page) => idsOf(many, `page=${page}`));
    expect(seen).toEqual(many.map((one) => one.id));
    for (const [page, shown] of [
      ["0", 1],
      ["99", 3],
      ["-1", 1],
      ["x", 1],
    ])
      expect(wallOf(many, `page=${page}`).page).toBe(shown);
  });

  it("shows one piece at a time to a screen in the room", () => {
    expect(idsOf(party, "show=3")).toEqual(["3"]);
    expect(idsOf(party, "show=9")).toEqual(["4"]);
    expect(wallOf(party, "show=1&still")).toMatchObject({ show: 1, isStill: true });
    expect(wallOf([], "show=1").show).toBeNull();
  });
});
