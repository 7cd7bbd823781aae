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

it("does not cut off a recording or a film when all pieces are played", () => {
  const all = [note, recorded("audio"), recorded("video")].map((piece) => ({ piece, authorId: "tom" }));
  const moves = [1, 2, 3].map((number) => {
    const wall = wallData(all, new URLSearchParams(`show=${number}`));
    return renderToStaticMarkup(<Wall wall={wall} />).includes('http-equiv="refresh"');
  });
  expect(moves).toEqual([true, false, false]);
});
