import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { GiftPage } from "./gift-page";

it("tells its claimer when it was taken back", () => {
  const gift = { path: "/gift/x", planId: "plus", recipientName: "Mia", note: "", state: "unpaid" } as const;
  const html = renderToStaticMarkup(<GiftPage {...gift} giverName="Anna" isMine viewer={null} />);
  expect(html).toContain("It isn’t paid for, or was taken back.");
});

it("names a giver who has left “Someone”, as the mail does", () => {
  const gift = { path: "/gift/x", planId: "plus", recipientName: "Mia", note: "", state: "waiting" } as const;
  const html = renderToStaticMarkup(<GiftPage {...gift} giverName="" isMine={false} viewer={null} />);
  expect(html).toContain('<span dir="auto">Someone</span> gave you the Plus plan.');
});
