import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PieceProps } from "~/domain/board/wall-data";
import { GuestPage } from "./guest-page";

const WORDS = { text: "Hello", author: "Tom", on: "today" };
const PIECE: PieceProps = { id: "p", kind: "note", state: "shown", isReported: false, file: null, ...WORDS };

function draw(closed: "revealed" | null, pieces: PieceProps[]): string {
  return renderToStaticMarkup(
    <GuestPage
      name="Tom"
      title="Otto is eighty"
      hostName="Anna"
      welcome=""
      path="/guest/g"
      opensOn="June 14, 2044"
      closesOn={null}
      closed={closed}
      needsApproval={false}
      canSeeWall
      pieces={pieces}
      email={{ address: "", isConfirmed: false }}
      privateLink="https://example.org/guest-link/x"
      joinAnother={null}
      account="offer"
    />,
  );
}

it("offers to take a piece back after the reveal, when it can no longer be changed", () => {
  const html = draw("revealed", [PIECE]);
  expect(html.replace(/<[^>]+>/g, "")).toContain("Take back this piece");
  expect(html).not.toContain("Change");
  expect(html).toContain("anyone who has it can take your pieces back");
});

it("names the links to several pieces of one day differently", () => {
  const html = draw(null, [PIECE, { ...PIECE, id: "q" }]);
  const names = [...html.matchAll(/<a class="row-link" href="[^"]*\/pieces\/[^>]*>(.*?)<\/a>/g)].map(([, link = ""]) =>
    link.replace(/<[^>]+>/g, ""),
  );
  expect(names).toEqual(["Change piece 1 of 2 from today", "Change piece 2 of 2 from today"]);
});
