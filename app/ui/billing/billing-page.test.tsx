import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OrderState } from "~/domain/billing/orders.server";
import { BillingPage } from "./billing-page";

function linksOf(state: OrderState): string[] {
  const giftFor = { checkoutId: "c", name: "Mia", isClaimed: true, isMailLost: false };
  const order = { id: "1", orderedAt: "2026-11-26T10:00:00Z", total: 500, currency: "USD", refunds: [], giftFor };
  const html = renderToStaticMarkup(
    <BillingPage planId="free" limit={1} zone="UTC" orders={[{ ...order, planId: "plus", state }]} endedGifts={[]} />,
  );
  return [...html.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) => (href === "/settings/plan" ? [] : href));
}

it("links the receipt of what was charged, and a gift that is still paid for", () => {
  const [receipt, gift] = ["/settings/billing/receipts/1", "/settings/plan/gift/c"];
  for (const state of ["paid", "partly_refunded"] as const) expect(linksOf(state)).toEqual([receipt, gift]);
  for (const state of ["refunded", "refused", "being_checked"] as const) expect(linksOf(state)).toEqual([receipt]);
  for (const state of ["pending", "failed"] as const) expect(linksOf(state)).toEqual([]);
});

it("dates orders and refunds in the zone of the account", () => {
  const refunds = [{ at: "2026-12-01T04:59:00Z", amount: 100 }];
  const order = { id: "1", orderedAt: "2026-11-27T02:00:00Z", total: 500, currency: "USD", refunds, giftFor: null };
  const orders = [{ ...order, planId: "plus", state: "partly_refunded" }] as const;
  const html = renderToStaticMarkup(
    <BillingPage planId="free" limit={1} zone="America/New_York" orders={[...orders]} endedGifts={[]} />,
  );
  expect(html).toContain("November 26, 2026");
  expect(html).toContain("$1.00 refunded on November 30, 2026");
});

it("says which plan that was given is gone", () => {
  const said = (change: object) => {
    const gift = { id: "c", planId: "plus" as const, giverName: "Anna", isRefunded: true, ...change };
    const html = renderToStaticMarkup(
      <BillingPage planId="free" limit={1} zone="UTC" orders={[]} endedGifts={[gift]} />,
    );
    return html.replace(/<[^>]+>/g, "");
  };
  expect(said({})).toContain("The Plus plan that Anna gave you was refunded.");
  expect(said({ giverName: "" })).toContain("The Plus plan that you were given was refunded.");
  expect(said({ isRefunded: false })).toContain("The Plus plan that Anna gave you is no longer paid for.");
});
