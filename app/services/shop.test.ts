import { afterEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "~/env.server";

const CONFIGURED = {
  LEMON_SQUEEZY_API_KEY: "key",
  LEMON_SQUEEZY_STORE_ID: "12345",
  LEMON_SQUEEZY_VARIANTS: "starter:1,plus:2,premium:3,ultimate:4",
  LEMON_SQUEEZY_WEBHOOK_SECRET: "secret-of-webhooks",
};
const PRODUCTION = {
  NODE_ENV: "production",
  SMTP_URL: "smtps://u:p@mail.example:465",
  MAIL_FROM: "letters@mail.example",
};

async function load(settings: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { fetch } = globalThis;
  try {
    return await import("./shop.server");
  } finally {
    globalThis.fetch = fetch;
  }
}

afterEach(() => vi.unstubAllEnvs());

describe("the shop", () => {
  it("is embedded where none is set up, except in production", async () => {
    expect((await load({})).shop?.isEmbedded).toBe(true);
    expect((await load({ ...PRODUCTION, AMBERKEEP_DEMO: "1" })).shop?.isEmbedded).toBe(true);
    expect(await load({ ...PRODUCTION, AMBERKEEP_DEMO: "0" })).toMatchObject({
      shop: undefined,
      embeddedShop: undefined,
    });
  });

  it("is Lemon Squeezy once it is set up, with real money in production", async () => {
    const { shop, embeddedShop } = await load({ ...PRODUCTION, ...CONFIGURED });
    expect(shop).toMatchObject({ isEmbedded: false, storeId: "12345", isTest: false, variants: { plus: "2" } });
    expect(embeddedShop).toBeUndefined();
  });

  it.each([
    ["test orders in production", { LEMON_SQUEEZY_TEST_MODE: "1" }, /LEMON_SQUEEZY_TEST_MODE/],
    ["a plan with another's variant", { LEMON_SQUEEZY_VARIANTS: "starter:1,plus:1" }, /variant of its own/],
    ["a plan with two variants", { LEMON_SQUEEZY_VARIANTS: "starter:1,starter:2" }, /variant of its own/],
    ["a plan without a variant", { LEMON_SQUEEZY_VARIANTS: "starter:1,plus:2,premium:3" }, /VARIANTS: .*ultimate$/],
    ["a name as its variant", { LEMON_SQUEEZY_VARIANTS: "starter:x" }, /must be a list/],
    ["a store that is no number", { LEMON_SQUEEZY_STORE_ID: "mine" }, /must be a number/],
  ])("is not started with %s", (_, change, message) => {
    expect(() => parseEnv({ ...process.env, ...PRODUCTION, ...CONFIGURED, ...change })).toThrow(message);
  });
});
