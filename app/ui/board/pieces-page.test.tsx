import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PiecesPage, type PiecesPageProps } from "./pieces-page";

const PIECE: PiecesPageProps["pieces"][number] = {
  id: "piece",
  version: 7,
  kind: "note",
  state: "waiting",
  text: "Otto, eighty!",
  author: "Tom",
  isReported: false,
  on: "June 1, 2031",
  file: null,
};

const draw = (page: number, pages: number) =>
  renderToStaticMarkup(
    <PiecesPage
      id="board"
      title="Otto is eighty"
      isWaiting
      mayDelete
      coHosts={[]}
      show="waiting"
      page={page}
      pages={pages}
      tabs={[]}
      pieces={[PIECE]}
      result={undefined}
    />,
  );

it("leads to the pages of the chosen pieces that there are", () => {
  const turns = (page: number) =>
    [...draw(page, 3).matchAll(/href="([^"]*)" rel="(\w+)"/g)].map(([, href, rel]) => [rel, href]);
  expect([1, 2, 3].map(turns)).toEqual([
    [["next", "?show=waiting&amp;page=2"]],
    [
      ["prev", "?show=waiting&amp;page=1"],
      ["next", "?show=waiting&amp;page=3"],
    ],
    [["prev", "?show=waiting&amp;page=2"]],
  ]);
  expect(draw(1, 1)).not.toContain("Page 1");
});

it("decides about the piece as the host has seen it", () => {
  const html = draw(1, 1);
  expect(html).toContain('name="post" value="piece"');
  expect(html).toContain('name="version" value="7"');
});
