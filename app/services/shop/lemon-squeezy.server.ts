import { createCheckout, getOrder, lemonSqueezySetup, listOrders } from "@lemonsqueezy/lemonsqueezy.js";
import { log } from "../log.server";
import { orderResource, type ShopOrder } from "./order.server";
import type { NewCheckout, OrderPage, Shop, StartedCheckout } from "./shop.server";

const API = "https://api.lemonsqueezy.com";
const TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;
/** How long a checkout can be paid. */
const OPEN_HOURS = 24;

type Options = {
  apiKey: string;
  storeId: string;
  variants: Record<string, string>;
  webhookSecret: string;
  isTest: boolean;
  /** Base URL of the API. */
  url: string;
  checkoutOrigin: string;
  timeoutMs?: number;
};

/** The SDK has neither a base URL nor a time limit, and calls the global `fetch`. */
function redirectSdk(url: string, timeoutMs: number): void {
  const { fetch: send } = globalThis;
  globalThis.fetch = (input, init) =>
    typeof input === "string" && input.startsWith(`${API}/`)
      ? send(url + input.slice(API.length), { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: "error" })
      : send(input, init);
}

export function createLemonSqueezyShop({ apiKey, url, timeoutMs = TIMEOUT_MS, ...options }: Options): Shop {
  const { storeId, checkoutOrigin, isTest } = options;
  redirectSdk(url.replace(/\/+$/, ""), timeoutMs);
  lemonSqueezySetup({ apiKey });

  return {
    ...options,
    isEmbedded: false,
    async createCheckout(checkout) {
      const { variantId } = checkout;
      const { statusCode, data, error } = await createCheckout(storeId, variantId, checkoutOf(checkout, isTest));
      if (error) return refusal(statusCode, error);
      return urlIn(data?.data?.attributes?.url, checkoutOrigin);
    },
    async listOrders(page): Promise<OrderPage> {
      const answer = await listOrders({ filter: { storeId }, page: { number: page, size: PAGE_SIZE } });
      const listed: unknown = answer.data?.data;
      if (answer.error || !Array.isArray(listed)) return failed("listing orders", answer);
      return { ok: true, orders: listed.flatMap(readOrder), isLast: listed.length < PAGE_SIZE };
    },
    async receiptUrl(orderId) {
      const answer = await getOrder(orderId);
      if (answer.error) failed("reading an order", answer);
      const receipt: unknown = answer.data?.data?.attributes?.urls?.receipt;
      return typeof receipt === "string" && isHttps(receipt) ? receipt : undefined;
    },
  };
}

function checkoutOf({ checkoutId, variantId, email, name, discountCode, returnUrl }: NewCheckout, isTest: boolean) {
  return {
    testMode: isTest,
    expiresAt: new Date(Date.now() + OPEN_HOURS * 3_600_000).toISOString(),
    productOptions: { redirectUrl: returnUrl, enabledVariants: [Number(variantId)] },
    checkoutData: {
      email,
      name,
      ...(discountCode && { discountCode }),
      // The SDK would change names in camel case.
      custom: { checkout_id: checkoutId },
      variantQuantities: [{ variantId: Number(variantId), quantity: 1 }],
    },
  };
}

function refusal(statusCode: number | null, error: Error): StartedCheckout {
  if (statusCode === 422 && JSON.stringify(error.cause ?? "").includes("discount")) {
    return { ok: false, failure: "discount" };
  }
  failed("creating a checkout", { statusCode, error });
  return { ok: false, failure: "unavailable" };
}

/** `origin` may begin with a wildcard, as in a content security policy. */
function urlIn(given: unknown, origin: string): StartedCheckout {
  if (typeof given !== "string" || !URL.canParse(given)) return { ok: false, failure: "no_url" };
  const pattern = origin.split("*").map(escapePattern).join("[a-z0-9-]+(?:\\.[a-z0-9-]+)*");
  if (new RegExp(`^${pattern}$`, "i").test(new URL(given).origin)) return { ok: true, url: given };
  log.error("the shop's checkout is on another site than LEMON_SQUEEZY_CHECKOUT_ORIGIN");
  return { ok: false, failure: "no_url" };
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === "https:";

function readOrder(resource: unknown): ShopOrder[] {
  const order = orderResource.safeParse(resource);
  if (!order.success) log.error("an order of the shop cannot be read");
  return order.success ? [order.data] : [];
}

/** The response may quote the buyer, so only its status is logged. */
function failed(
  doing: string,
  { statusCode, error }: { statusCode: number | null; error: Error | null },
): { ok: false } {
  log.error({ doing, statusCode, type: error?.name }, "the shop did not answer as expected");
  return { ok: false };
}
