import { expect, it } from "vitest";
import { renderPage } from "../../../tests/setup/render";
import { GiftPage } from "./gift-page";

it("names a giver who has left “Someone”, as the mail does", () => {
  const gift = { path: "/gift/x", planId: "plus", recipientName: "Mia", note: "", state: "waiting" } as const;
  const html = renderPage(<GiftPage {...gift} giverName="" isMine={false} viewer={null} />);
  expect(html).toContain('<span dir="auto">Someone</span> gave you the Plus plan.');
});
