import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startLemonSqueezy } from "../../../tests/mocks/lemon-squeezy";
import { createLemonSqueezyShop } from "./lemon-squeezy.server";
import type { NewCheckout, Shop } from "./shop.server";

let mock: Awaited<ReturnType<typeof startLemonSqueezy>>;
let shop: Shop;
beforeAll(async () => {
  mock = await startLemonSqueezy({ discounts: ["FRIENDS"] });
  shop = createLemonSqueezyShop({
    apiKey: mock.apiKey,
    storeId: mock.storeId,
    variants: { plus: "102" },
    webhookSecret: "secret",
    isTest: true,
    url: `${mock.url}/`,
    checkoutOrigin: "https://*.lemonsqueezy.com",
    timeoutMs: 2_000,
  });
});
beforeEach(() => mock.meet());
afterAll(async () => {
  expect(mock.problems).toEqual([]);
  await mock.close();
});

const CHECKOUT: NewCheckout = {
  checkoutId: "c".repeat(24),
  variantId: "102",
  email: "ada@example.org",
  name: "Ada",
  returnUrl: "https://amberkeep.example/settings/plan/waiting/1",
};
const order = (id: number, change = {}) => ({
  type: "orders",
  id: String(id),
  attributes: {
    store_id: 12345,
    order_number: id,
    currency: "USD",
    subtotal: 500,
    total: 595,
    status: "paid",
    user_email: " Ada@Example.org",
    first_order_item: { variant_id: 102 },
    created_at: "2026-11-20T10:00:00.000000Z",
    ...change,
  },
});

describe("a checkout at Lemon Squeezy", () => {
  it("has the account's checkout, only the plan's variant, and the return URL", async () => {
    const started = await shop.createCheckout({ ...CHECKOUT, discountCode: "FRIENDS" });
    expect(started).toEqual({
      ok: true,
      url: expect.stringMatching(/^https:\/\/amberkeep\.lemonsqueezy\.com\/checkout/),
    });
    expect(mock.checkouts.at(-1)?.data).toMatchObject({
      attributes: {
        test_mode: true,
        product_options: { redirect_url: CHECKOUT.returnUrl, enabled_variants: [102] },
        checkout_data: {
          email: "ada@example.org",
          discount_code: "FRIENDS",
          custom: { checkout_id: CHECKOUT.checkoutId },
        },
      },
      relationships: { store: { data: { id: "12345" } }, variant: { data: { id: "102" } } },
    });
  });

  it("with an unknown discount code is refused as such", async () => {
    const started = await shop.createCheckout({ ...CHECKOUT, discountCode: "NONE" });
    expect(started).toEqual({ ok: false, failure: "discount" });
  });

  it.each(["unauthorized", "server_error", "not_json", "close", "hang"] as const)(
    "after %s is unavailable",
    async (fault) => {
      mock.meet(fault);
      expect(await shop.createCheckout(CHECKOUT)).toEqual({ ok: false, failure: "unavailable" });
    },
  );

  it("without a URL, or with one of another site, leads nowhere", async () => {
    for (const fault of ["no_url", "foreign_url"] as const) {
      mock.meet(fault);
      expect(await shop.createCheckout(CHECKOUT)).toEqual({ ok: false, failure: "no_url" });
    }
  });
});

describe("the orders of Lemon Squeezy", () => {
  it("are read page by page; unreadable ones are left out", async () => {
    const all = Array.from({ length: 101 }, (_, index) => order(1_000 - index));
    all[5] = order(995, { total: "much" });
    mock.setOrders(all);
    const [first, second] = [await shop.listOrders(1), await shop.listOrders(2)];
    expect(first.ok && [first.orders.length, first.isLast]).toEqual([99, false]);
    expect(second.ok && [second.orders.length, second.isLast]).toEqual([1, true]);
    expect(second.ok && second.orders[0]).toMatchObject({
      id: "900",
      email: "ada@example.org",
      variantId: "102",
      total: 595,
    });
  });

  it("are none while it does not respond", async () => {
    for (const fault of ["server_error", "not_json", "close", "hang"] as const) {
      mock.meet(fault);
      expect(await shop.listOrders(1)).toEqual({ ok: false });
    }
  });

  it("have receipts over https", async () => {
    mock.setOrders([
      order(1, { urls: { receipt: "https://app.lemonsqueezy.com/my-orders/1?signature=s" } }),
      order(2, { urls: { receipt: "javascript:alert(1)" } }),
    ]);
    expect(await shop.receiptUrl("1")).toBe("https://app.lemonsqueezy.com/my-orders/1?signature=s");
    expect(await shop.receiptUrl("2")).toBeUndefined();
    expect(await shop.receiptUrl("3")).toBeUndefined();
  });
});
