import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BillingPage } from "./billing-page";
import { GiftCardPage } from "./gift-card-page";
import { GiftPage } from "./gift-page";

it("tells its claimer when it was taken back", () => {
  const gift = { path: "/gift/x", planId: "plus", recipientName: "Mia", note: "", state: "unpaid" } as const;
  const html = renderToStaticMarkup(<GiftPage {...gift} giverName="Anna" isMine viewer={null} />);
  expect(html).toContain("It isn’t paid for, or was taken back.");
});

it("calls a giver who has left “Someone”, as the mail does", () => {
  const gift = { path: "/gift/x", planId: "plus", recipientName: "Mia", note: "", state: "waiting" } as const;
  const html = renderToStaticMarkup(<GiftPage {...gift} giverName="" isMine={false} viewer={null} />);
  expect(html).toContain('<span dir="auto">Someone</span> gave you the Plus plan.');
});

it("shows no name once the account that claimed it is erased", () => {
  const [planId, name] = ["plus", ""] as const;
  const giftFor = { checkoutId: "c", name, isClaimed: true, isMailLost: false };
  const order = { id: "1", orderedAt: "2026-11-26T10:00:00Z", total: 500, currency: "USD", refunds: [], giftFor };
  const gift = { planId, giverName: "Anna", recipientName: name };
  const pages = [
    <BillingPage
      key="billing"
      planId="free"
      limit={1}
      zone="UTC"
      orders={[{ ...order, planId, state: "paid" }]}
      endedGifts={[]}
    />,
    <GiftCardPage key="card" {...gift} recipientEmail="" isMailLost={false} card={null} lastResult={undefined} />,
    <GiftPage key="gift" {...gift} path="/gift/x" note="" state="claimed" isMine={false} viewer={null} />,
  ];
  for (const page of pages) expect(renderToStaticMarkup(page)).not.toMatch(/\bfor <span dir="auto"><\/span>/i);
});
