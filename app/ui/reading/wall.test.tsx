import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type WallPiece, wallData } from "~/domain/board/wall-data";
import { Wall } from "./wall";

const words = { text: "", author: "Tom", on: "June 14, 2044", href: null, reportHref: null };
const note: WallPiece = { ...words, id: "n", kind: "note", file: null };
const recorded = (kind: "audio" | "video"): WallPiece => ({
  ...words,
  id: kind,
  kind,
  file: {
    id: kind,
    kind,
    href: `/media/${kind}`,
    fileName: "song",
    altText: "",
    width: null,
    height: null,
    colour: null,
  },
});

/** The first piece, as it is shown when all are played. */
function showing(piece: WallPiece): string {
  const all = [piece, note].map((one) => ({ ...one, authorId: "tom" }));
  return renderToStaticMarkup(<Wall wall={wallData(all, new URLSearchParams("show=1"))} />);
}

it("does not cut off a recording or a film when all pieces are played, and has nothing to pause there", () => {
  for (const piece of [recorded("audio"), recorded("video")]) {
    expect(showing(piece)).not.toMatch(/http-equiv="refresh"|Pause/);
  }
  expect(showing(note)).toMatch(/http-equiv="refresh" content="8;.*Pause/);
});

it("has the button that pauses between the ones that go back and on", () => {
  expect(showing(note)).toMatch(/>Previous<.*>Pause<.*>Next</s);
});

it("leaves a long note on the screen until it can be read", () => {
  expect(showing({ ...note, text: "Dear Tom. ".repeat(90) })).toContain('http-equiv="refresh" content="60;');
});

it("tells the links of its pieces apart", () => {
  const all = [recorded("audio"), { ...note, author: "Mia" }].map((piece) => ({
    ...piece,
    reportHref: `/report/${piece.id}`,
    authorId: piece.id,
  }));
  const html = renderToStaticMarkup(<Wall wall={wallData(all, new URLSearchParams())} />);
  const links = [...html.matchAll(/<a class="piece-link"[^>]*>(.*?)<\/a>/g)].map(([, text]) =>
    text?.replace(/<[^>]*>/g, ""),
  );
  expect(links).toEqual(["Save this recording from Tom", "Report this piece from Tom", "Report this piece from Mia"]);
});
