import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PieceProps } from "~/domain/board/wall-data";
import { GuestPage } from "./guest-page";

it("offers to take a piece back after the reveal, when it can no longer be changed", () => {
  const words = { text: "Hello", author: "Tom", on: "today" };
  const piece: PieceProps = { id: "p", kind: "note", state: "shown", isReported: false, file: null, ...words };
  const html = renderToStaticMarkup(
    <GuestPage
      name="Tom"
      title="Otto is eighty"
      hostName="Anna"
      welcome=""
      path="/guest/g"
      opensOn="June 14, 2044"
      closesOn={null}
      closed="revealed"
      needsApproval={false}
      canSeeWall
      pieces={[piece]}
      email={{ address: "", isConfirmed: false }}
      privateLink="https://example.org/guest-link/x"
      joinAnother={null}
      account="offer"
    />,
  );
  expect(html.replace(/<[^>]+>/g, "")).toContain("Take back this piece");
  expect(html).not.toContain("Change");
  expect(html).toContain("anyone who has it can take your pieces back");
});
