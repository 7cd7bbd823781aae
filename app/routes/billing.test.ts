import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { giftLink } from "~/domain/billing/gift-link.server";
import { decryptGiftNote } from "~/domain/billing/gift-note.server";
import { setPlan } from "~/domain/billing/set-plan.server";
import { CSRF_HEADER } from "~/http/billing/answer.server";
import { db } from "~/services/db.server";
import type { EmbeddedShop } from "~/services/shop/embedded-shop.server";
import { embeddedShop } from "~/services/shop.server";
import { checkouts, gifts } from "~db/schema";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createDraft } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { newOrderId, openCheckout, postWebhook, webhookOf } from "../../tests/factories/shop";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import { loader as check } from "./check-subscription";
import { action as createCheckout } from "./create-checkout";
import { action as openPortal } from "./customer-portal";
import * as devOrders from "./dev.checkout._index";
import * as devCheckout from "./dev.checkout.$id";
import * as giftPage from "./gift.$link";
import { loader as billing } from "./settings.billing";
import { loader as receipt } from "./settings.billing_.receipts.$order";
import { action as buy } from "./settings.plan";
import { action as give } from "./settings.plan_.gift";
import { loader as giftCard } from "./settings.plan_.gift_.$checkout";
import { loader as wait } from "./settings.plan_.waiting.$checkout";
import { action as webhook } from "./webhooks.lemon-squeezy";

vi.hoisted(() => {
  process.env.AMBERKEEP_HOME = `.amberkeep/billing-test-${process.pid}`;
});

const shop = embeddedShop as EmbeddedShop;
/** The embedded shop's webhooks, answered by the real route; `fetch` reaches no server here. */
const posted: Response[] = [];
beforeEach(() => {
  posted.length = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as string, init as RequestInit);
    const response = await answerOf(webhook, request, await createBrowser());
    posted.push(response.clone() as Response);
    return response as never;
  });
});

const post = (fields: Record<string, string>, browser: Browser) =>
  answerOf(buy, formRequest("/settings/plan", fields, browser), browser);
const get = (loader: Parameters<typeof answerOf>[0], path: string, browser: Browser, params = {}) =>
  answerOf(loader, pageRequest(path, browser), browser, params);
const call = (action: Parameters<typeof answerOf>[0], body: unknown, browser: Browser, token = browser.csrfToken()) => {
  const headers = { Cookie: browser.cookie, "Content-Type": "application/json", [CSRF_HEADER]: token };
  const request = new Request("http://localhost:3000/call", { method: "POST", headers, body: JSON.stringify(body) });
  return answerOf(action, request, browser);
};
const checkoutsOf = ({ user }: SignedInUser) => db.select().from(checkouts).where(eq(checkouts.userId, user.id));
const lastPart = (response: Response) => response.headers.get("Location")?.split("/").at(-1) ?? "";

describe("the form of the plans", () => {
  it("says after the end of a session why to log in, as receipts do", async () => {
    const visitor = await createBrowser();
    const [pressed, opened] = [
      await post({ planId: "plus" }, visitor),
      await get(receipt, "/", visitor, { order: "1" }),
    ];
    for (const [answer, purpose] of [
      [pressed, "upgrade your plan"],
      [opened, "manage your subscription"],
    ] as const) {
      expect(answer.headers.get("Location")).toMatch(/^\/auth\?mode=login/);
      await expect(answer).toSendToast({
        title: "Authentication required",
        description: `Please sign in to ${purpose}.`,
        kind: "error",
      });
    }
  });

  it("leads to a checkout, without script", async () => {
    const person = await createUser();
    const response = await post({ planId: "plus", discountCode: "half" }, person.browser);
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toMatch(/^http:\/\/localhost:3000\/dev\/checkout\/[\w-]{36}$/);
    await expect(response).toSendToast({ title: "Redirecting to checkout" });
    const [checkout] = await checkoutsOf(person);
    expect(await shop.findCheckout(lastPart(response))).toMatchObject({
      checkoutId: checkout?.id,
      email: person.user.email,
      discountCode: "half",
      returnUrl: `http://localhost:3000/settings/plan/waiting/${checkout?.id}`,
    });
  });

  it("needs a plan that can be bought, and keeps the code that was typed", async () => {
    const { browser } = await createUser();
    for (const planId of ["", "free", "gold"]) {
      const response = await post({ planId, discountCode: "FRIENDS" }, browser);
      await expect(response).toBeRefused(400, "planId", "Please choose a plan.");
      expect((await response.json()).initialValue).toMatchObject({ discountCode: "FRIENDS" });
    }
    await expect(await post({ planId: "plus", discountCode: "FRIENDS" }, browser)).toBeRefused(400, "discountCode");
  });

  it("sells larger plans only", async () => {
    const person = await createUser();
    await setPlan(person.user.id, "plus");
    for (const planId of ["starter", "plus"]) {
      await expect(await post({ planId }, person.browser)).toBeRefused(400, "form", /larger plan/);
    }
    expect(await checkoutsOf(person)).toEqual([]);
  });

  it("is refused after many checkouts in an hour", async () => {
    const { browser } = await createUser();
    for (let count = 0; count < 30; count += 1) await post({ planId: "plus" }, browser);
    await expect(await post({ planId: "plus" }, browser)).toBeRefused(429, "form");
  });
});

describe("a shop that fails", () => {
  const CASES = [
    [
      "unavailable",
      "Error creating checkout",
      "The checkout can’t be reached. Nothing was charged; please try again in a minute.",
    ],
    ["no_url", "Error", "No checkout URL received. Please try again."],
  ] as const;

  it.each(CASES)("with %s is named on the plan page, on the gift page and to script", async (failure, ...words) => {
    const { browser } = await createUser();
    const failing = () => vi.spyOn(shop, "createCheckout").mockResolvedValueOnce({ ok: false, failure });
    failing();
    const refused = await post({ planId: "plus" }, browser);
    expect([refused.status, (await refused.json()).error]).toEqual([503, { "": words }]);
    failing();
    const present = { planId: "plus", recipientName: "Mia", recipientEmail: "mia@example.net", note: "For Leo" };
    const gift = await answerOf(give, formRequest("/settings/plan/gift", present, browser), browser);
    expect(gift.status).toBe(503);
    expect(await gift.json()).toMatchObject({ error: { "": words }, initialValue: present });
    failing();
    const called = await call(createCheckout, { planId: "plus", checkoutType: "vault" }, browser);
    const { error, description } = await called.json();
    expect([called.status, error, description]).toEqual([503, ...words]);
  });

  it("differs from a plan that isn't larger, and from a wrong code", async () => {
    const person = await createUser();
    await setPlan(person.user.id, "plus");
    const input = { planId: "plus", checkoutType: "vault" };
    const smaller = await call(createCheckout, input, person.browser);
    expect(await smaller.json()).toMatchObject({ error: "Error upgrading plan" });
    const withoutScript = await post({ planId: "plus" }, person.browser);
    await expect(withoutScript).toBeRefused(400, "form", "Error upgrading plan");
    await expect(withoutScript).toBeRefused(400, "form", /^You already have this much room/);
    const typo = await call(createCheckout, { ...input, planId: "premium", discountCode: "FRIENDS" }, person.browser);
    expect(await typo.json()).toEqual({
      error: "Error creating checkout",
      description: "This code isn’t valid. Please check it, or leave it empty.",
    });
  });
});

describe("the form of a gift", () => {
  it("keeps a note of several lines", async () => {
    const { user, browser } = await createUser();
    const present = { planId: "plus", recipientName: "Mia", recipientEmail: "mia@example.net" };
    const note = "For Leo.\r\n\r\nAnd for you.";
    const response = await answerOf(give, formRequest("/settings/plan/gift", { ...present, note }, browser), browser);
    expect(response.status).toBe(303);
    const [row] = await db
      .select({ gift: gifts })
      .from(gifts)
      .innerJoin(checkouts, eq(checkouts.id, gifts.checkoutId))
      .where(eq(checkouts.userId, user.id));
    expect(row?.gift.noteEncrypted.toString("latin1")).not.toContain("Leo");
    expect(row && decryptGiftNote(row.gift)).toBe("For Leo.\n\nAnd for you.");
  });

  it("shows its note to no one once it is claimed", async () => {
    const [giver, mia, leo] = await Promise.all([createUser(), createUser(), createUser()]);
    const fields = { planId: "plus", recipientName: "Mia", recipientEmail: "mia@example.net", note: "For Mia only" };
    await answerOf(give, formRequest("/settings/plan/gift", fields, giver.browser), giver.browser);
    const [row] = await db.select().from(checkouts).where(eq(checkouts.userId, giver.user.id));
    const checkoutId = row?.id ?? "";
    await postWebhook(webhookOf("order_created", { checkoutId, id: newOrderId() }));
    const link = giftLink(checkoutId);
    const look = async (browser: Browser) => (await get(giftPage.loader, `/gift/${link}`, browser, { link })).json();
    expect(await look(mia.browser)).toMatchObject({ state: "waiting", note: "For Mia only" });
    await answerOf(giftPage.action, formRequest(`/gift/${link}`, {}, mia.browser), mia.browser, { link });
    expect(await look(mia.browser)).toMatchObject({ state: "claimed", isMine: true, note: "" });
    expect(await look(leo.browser)).toMatchObject({ state: "claimed", isMine: false, note: "" });
  });
});

describe("the calls by script", () => {
  it("report the current plan as the subscription", async () => {
    const person = await createUser();
    const free = { planId: "free", vaultsUsed: 0, vaultLimit: 1, subscribed: false, subscription_tier: null };
    const nothingRenews = { nextBillingDate: null, subscription_end: null };
    const ask = async () => (await get(check, "/check-subscription", person.browser)).json();
    expect(await ask()).toEqual({ ...free, ...nothingRenews });
    await postWebhook(webhookOf("order_created", { checkoutId: await openCheckout(person.user) }));
    const plus = { planId: "plus", vaultsUsed: 0, vaultLimit: 10, subscribed: true, subscription_tier: "plus" };
    expect(await ask()).toEqual({ ...plus, ...nothingRenews });
  });

  it("create a checkout and open the portal", async () => {
    const { browser } = await createUser();
    const started = await call(createCheckout, { planId: "plus", checkoutType: "vault" }, browser);
    expect((await started.json()).url).toMatch(/\/dev\/checkout\/[\w-]{36}$/);
    expect(await (await call(openPortal, null, browser)).json()).toEqual({
      url: "http://localhost:3000/settings/billing",
    });
  });

  it("are refused to visitors, to other sites, and without a plan", async () => {
    const [visitor, { browser }] = [await createBrowser(), await createUser()];
    const input = { planId: "plus", checkoutType: "vault" };
    expect((await get(check, "/check-subscription", visitor)).status).toBe(401);
    const signedOut = await call(createCheckout, input, visitor);
    expect([signedOut.status, await signedOut.json()]).toEqual([
      401,
      { error: "Authentication required", description: "Please sign in to upgrade your plan." },
    ]);
    expect(await (await call(openPortal, null, visitor)).json()).toMatchObject({
      description: "Please sign in to manage your subscription.",
    });
    for (const action of [createCheckout, openPortal]) {
      expect((await call(action, input, browser, visitor.csrfToken())).status).toBe(403);
    }
    for (const body of [undefined, {}, { planId: "free", checkoutType: "vault" }, { planId: "plus" }]) {
      const response = await call(createCheckout, body, browser);
      expect([response.status, (await response.json()).error]).toEqual([400, "Error creating checkout"]);
    }
  });
});

describe("after the checkout", () => {
  it("the page waits for the payment, refreshing itself, and goes on to the letter that was begun", async () => {
    const person = await createUser();
    const checkout = await openCheckout(person.user);
    const look = () => get(wait, `/settings/plan/waiting/${checkout}`, person.browser, { checkout });
    const waiting = await look();
    expect([waiting.status, waiting.headers.get("Refresh")]).toEqual([200, "3"]);
    await postWebhook(webhookOf("order_created", { checkoutId: checkout }));
    const paid = await look();
    expect(paid).toHaveRedirect("/create");
    await expect(paid).toSendToast({ title: "Plan upgraded!" });
    const draft = await createDraft(person.user);
    expect(await look()).toHaveRedirect(`/create?edit=true&id=${draft}`);
  });

  it("a payment that does not match is not waited for", async () => {
    const person = await createUser();
    const checkout = await openCheckout(person.user);
    await postWebhook(webhookOf("order_created", { checkoutId: checkout, subtotal: 1 }));
    const response = await get(wait, `/settings/plan/waiting/${checkout}`, person.browser, { checkout });
    expect(await response.json()).toMatchObject({ needsCheck: true });
    expect(response.headers.get("Refresh")).toBeNull();
  });

  it("a payment that the shop considers fraud is not accepted", async () => {
    const person = await createUser();
    const checkout = await openCheckout(person.user);
    await postWebhook(webhookOf("order_created", { checkoutId: checkout, status: "fraudulent" }));
    const response = await get(wait, `/settings/plan/waiting/${checkout}`, person.browser, { checkout });
    expect(await response.json()).toMatchObject({ isRefused: true });
    expect(response.headers.get("Refresh")).toBeNull();
    const { orders } = await (await get(billing, "/settings/billing", person.browser)).json();
    expect(orders).toMatchObject([{ state: "refused" }]);
  });

  it.each([
    [false, "Payment refunded"],
    [true, "Gift refunded"],
  ])("a payment that was given back is not waited for, for a gift: %s", async (isGift, title) => {
    const person = await createUser();
    const checkout = await openCheckout(person.user);
    const present = {
      checkoutId: checkout,
      giverName: "Anna",
      recipientName: "Mia",
      recipientEmail: "mia@example.org",
    };
    if (isGift) {
      await db.update(checkouts).set({ isGift }).where(eq(checkouts.id, checkout));
      await db.insert(gifts).values(present);
    }
    const id = newOrderId();
    await postWebhook(webhookOf("order_created", { checkoutId: checkout, id }));
    const refund = { refunded_amount: 690, status: "refunded" };
    await postWebhook(webhookOf("order_refunded", { checkoutId: checkout, id, ...refund }));
    const look = () => get(wait, `/settings/plan/waiting/${checkout}`, person.browser, { checkout });
    expect(await look()).toHaveRedirect("/settings/billing");
    await expect(await look()).toSendToast({ title });
    if (!isGift) return;
    const card = await get(giftCard, `/settings/plan/gift/${checkout}`, person.browser, { checkout });
    expect(card).toHaveRedirect(`/settings/plan/waiting/${checkout}`, 302);
  });

  it("a payment that was given back is not waited for after one that failed", async () => {
    const person = await createUser();
    const checkoutId = await openCheckout(person.user);
    await postWebhook(webhookOf("order_created", { checkoutId, status: "failed" }));
    await postWebhook(webhookOf("order_refunded", { checkoutId, refunded_amount: 690, status: "refunded" }));
    const response = await get(wait, `/settings/plan/waiting/${checkoutId}`, person.browser, { checkout: checkoutId });
    expect(response).toHaveRedirect("/settings/billing");
    await expect(response).toSendToast({ title: "Payment refunded" });
  });

  it("a lost webhook is looked up", async () => {
    const person = await createUser();
    const started = await post({ planId: "starter" }, person.browser);
    const paying = formRequest("/dev/checkout", { payment: "lose" }, person.browser);
    await answerOf(devCheckout.action, local(paying), person.browser, { id: lastPart(started) });
    expect(posted).toEqual([]);
    const [row] = await checkoutsOf(person);
    const checkout = row?.id ?? "";
    const look = () => get(wait, `/settings/plan/waiting/${checkout}`, person.browser, { checkout });
    expect((await look()).status).toBe(200);
    const earlier = new Date(Date.now() - 20_000);
    await db.update(checkouts).set({ createdAt: earlier }).where(eq(checkouts.id, checkout));
    expect(await look()).toHaveRedirect("/create");
  });

  it("another account's checkout, order and receipt are not shown", async () => {
    const [owner, other] = [await createUser(), await createUser()];
    const checkout = await openCheckout(owner.user);
    const order = newOrderId();
    await postWebhook(webhookOf("order_created", { checkoutId: checkout, id: order }));
    expect(await get(wait, "/", other.browser, { checkout })).toHaveRedirect("/settings/plan", 302);
    expect((await (await get(billing, "/settings/billing", other.browser)).json()).orders).toEqual([]);
    const refused = await get(receipt, "/", other.browser, { order });
    expect(refused).toHaveRedirect("/settings/billing");
    await expect(refused).toSendToast({ title: "Error opening portal" });
    expect(await get(receipt, "/", owner.browser, { order })).toHaveRedirect(
      `http://localhost:3000/dev/checkout#order-${order}`,
    );
  });

  it("billing lists orders with their refunds, newest first", async () => {
    const person = await createUser();
    const checkoutId = await openCheckout(person.user);
    const [first, second] = [newOrderId(), newOrderId()];
    await postWebhook(webhookOf("order_created", { checkoutId, id: first, created_at: "2026-11-01T10:00:00Z" }));
    await postWebhook(webhookOf("order_created", { checkoutId, id: second, subtotal: 1 }));
    await postWebhook(webhookOf("order_refunded", { checkoutId, id: first, refunded_amount: 100 }));
    const { orders } = await (await get(billing, "/settings/billing", person.browser)).json();
    expect(orders).toMatchObject([
      { id: second, state: "being_checked", refunds: [] },
      { id: first, state: "partly_refunded", planId: "plus", total: 690, refunds: [{ amount: 100 }] },
    ]);
  });
});

describe("the embedded checkout", () => {
  const press = (person: SignedInUser, payment: string, id: string) => {
    const request = local(formRequest("/dev/checkout", { payment }, person.browser));
    return answerOf(devCheckout.action, request, person.browser, { id });
  };
  const pay = async (payment: string) => {
    const person = await createUser();
    const started = await post({ planId: "plus" }, person.browser);
    const response = await press(person, payment, lastPart(started));
    const state = await (await get(check, "/check-subscription", person.browser)).json();
    return { person, response, planId: state.planId };
  };

  it.each([
    ["pay", ["recorded"], "plus"],
    ["duplicate", ["recorded", "known"], "plus"],
    ["lose", [], "free"],
  ])("%s reports %j", async (payment, outcomes, expected) => {
    const { person, response, planId } = await pay(payment);
    const [checkout] = await checkoutsOf(person);
    expect(response).toHaveRedirect(`http://localhost:3000/settings/plan/waiting/${checkout?.id}`);
    expect(await Promise.all(posted.map((one) => one.text()))).toEqual(outcomes);
    expect(planId).toBe(expected);
  });

  it("is paid once when the button is pressed twice", async () => {
    const person = await createUser();
    const id = lastPart(await post({ planId: "plus" }, person.browser));
    for (const time of ["first", "again"]) {
      const answers = await Promise.all([press(person, "pay", id), press(person, "pay", id)]);
      expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size, time).toBe(1);
    }
    const paid = (await shop.allOrders()).filter(
      ({ resource }) => resource.attributes.user_email === person.user.email,
    );
    expect(paid).toHaveLength(1);
  });

  it("declines a card, and nothing is charged", async () => {
    const { response, planId } = await pay("fail");
    await expect(response).toBeRefused(400, "form", /declined/);
    expect([posted.length, planId]).toEqual([0, "free"]);
  });

  it("refunds in parts and as a whole", async () => {
    const { person } = await pay("pay");
    const [order] = await shop.allOrders();
    const orderId = order?.resource.id ?? "";
    for (const [intent, expected] of [
      ["repeat", "plus"],
      ["refund_half", "plus"],
      ["refund", "free"],
    ] as const) {
      const press = () => {
        const request = local(formRequest("/dev/checkout", { orderId, intent }, person.browser));
        return answerOf(devOrders.action, request, person.browser);
      };
      for (const answer of await Promise.all([press(), press()])) expect(answer).toHaveRedirect("/dev/checkout");
      expect((await (await get(check, "/", person.browser)).json()).planId).toBe(expected);
    }
  });

  it("exists under this machine's own names only", async () => {
    const browser = await createBrowser();
    for (const [host, status] of [
      ["localhost:3000", 200],
      ["evil.example", 404],
      ["", 404],
    ] as const) {
      const request = pageRequest("/dev/checkout", browser, host ? { Host: host } : {});
      expect((await answerOf(devOrders.loader, request, browser)).status).toBe(status);
    }
    const unknown = local(pageRequest("/dev/checkout/x", browser));
    for (const id of [createId(), "../orders/1"]) {
      expect((await answerOf(devCheckout.loader, unknown, browser, { id })).status).toBe(404);
    }
  });
});

/** Browsers send a Host, which the pages of the embedded shop check. */
function local(request: Request): Request {
  request.headers.set("Host", "localhost:3000");
  return request;
}
