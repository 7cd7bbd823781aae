import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { GiftPage } from "./gift-page";

it("names a giver who has left “Someone”, as the mail does", () => {
  const gift = { path: "/gift/x", planId: "plus", recipientName: "Mia", note: "", state: "waiting" } as const;
  const html = renderToStaticMarkup(<GiftPage {...gift} giverName="" isMine={false} viewer={null} />);
  expect(html).toContain('<span dir="auto">Someone</span> gave you the Plus plan.');
});
