import { env } from "~/env.server";
import { createEmbeddedShop, type EmbeddedShop } from "./shop/embedded-shop.server";
import { createLemonSqueezyShop } from "./shop/lemon-squeezy.server";
import type { Shop } from "./shop/shop.server";

/** For trying it out: payments are free, at /dev/checkout. Undefined beside a real shop, and in production. */
export const embeddedShop: EmbeddedShop | undefined = isEmbedded() ? createEmbeddedShop() : undefined;

/** Undefined where plans cannot be bought. */
export const shop: Shop | undefined = embeddedShop ?? chooseShop();

function isEmbedded(): boolean {
  return !env.LEMON_SQUEEZY_API_KEY && (env.NODE_ENV !== "production" || env.AMBERKEEP_DEMO);
}

function chooseShop(): Shop | undefined {
  const { LEMON_SQUEEZY_API_KEY: apiKey, LEMON_SQUEEZY_STORE_ID: storeId } = env;
  const { LEMON_SQUEEZY_VARIANTS: variants, LEMON_SQUEEZY_WEBHOOK_SECRET: webhookSecret } = env;
  if (!apiKey || !storeId || !variants || !webhookSecret) return undefined;
  return createLemonSqueezyShop({
    apiKey,
    storeId,
    webhookSecret,
    variants: Object.fromEntries(variants.split(",").map((entry) => entry.split(":") as [string, string])),
    isTest: env.LEMON_SQUEEZY_TEST_MODE,
    url: env.LEMON_SQUEEZY_URL,
    checkoutOrigin: env.LEMON_SQUEEZY_CHECKOUT_ORIGIN,
  });
}
