import type { ShopOrder } from "./order.server";

export type NewCheckout = {
  /** Returned with the webhooks of its order. */
  checkoutId: string;
  variantId: string;
  email: string;
  name: string;
  discountCode?: string | undefined;
  /** Where the checkout leads back to. */
  returnUrl: string;
};

/** `discount`: the shop does not know the code. `no_url`: it answered without a usable URL. */
export type StartedCheckout = { ok: true; url: string } | { ok: false; failure: "unavailable" | "discount" | "no_url" };

export type OrderPage = { ok: true; orders: ShopOrder[]; isLast: boolean } | { ok: false };

/** No function throws for failures of the shop or the network. */
export type Shop = {
  isEmbedded: boolean;
  storeId: string;
  /** Whether only orders without real money count. */
  isTest: boolean;
  webhookSecret: string;
  /** Variant by plan. */
  variants: Record<string, string>;
  /** A source for the content security policy, if the checkout is on another site. */
  checkoutOrigin?: string;
  createCheckout(checkout: NewCheckout): Promise<StartedCheckout>;
  /** Newest first, page 1 first. Orders that cannot be read are left out. */
  listOrders(page: number): Promise<OrderPage>;
  /** A URL of the shop that opens without an account for a while. */
  receiptUrl(orderId: string): Promise<string | undefined>;
};
