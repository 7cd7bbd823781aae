import { expect, it, vi } from "vitest";
import { CSRF_HEADER } from "~/http/billing/answer.server";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import { action as createCheckout } from "./create-checkout";
import * as plan from "./settings.plan";
import * as gift from "./settings.plan_.gift";
import { action as webhook } from "./webhooks.lemon-squeezy";

vi.mock("~/services/shop.server", () => ({ shop: undefined, embeddedShop: undefined }));

it("an installation without a shop shows its plans, sells nothing, and says so", async () => {
  const { browser } = await createUser();
  const page = await answerOf(plan.loader, pageRequest("/settings/plan", browser), browser);
  expect(await page.json()).toMatchObject({ planId: "free", canBuy: false });
  const bought = await answerOf(plan.action, formRequest("/settings/plan", { planId: "plus" }, browser), browser);
  await expect(bought).toBeRefused(409, "form", "Plans can’t be bought here yet.");
  const path = "/settings/plan/gift";
  expect(await answerOf(gift.loader, pageRequest(path, browser), browser)).toHaveRedirect("/settings/plan", 302);
  const headers = { Cookie: browser.cookie, "Content-Type": "application/json", [CSRF_HEADER]: browser.csrfToken() };
  const body = JSON.stringify({ planId: "plus", checkoutType: "vault" });
  const call = new Request("http://localhost:3000/create-checkout", { method: "POST", headers, body });
  const answer = await answerOf(createCheckout, call, browser);
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { error: "Error creating checkout", description: "Plans can’t be bought here yet." },
  ]);
  const told = new Request("http://localhost:3000/webhooks/lemon-squeezy", { method: "POST", body: "{}" });
  expect((await answerOf(webhook, told, browser)).status).toBe(404);
});
