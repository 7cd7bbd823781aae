import { addHours, addMinutes, addSeconds, subDays } from "date-fns";
import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { db } from "~/services/db.server";
import { deleteFact, readFact, saveFact } from "~/services/installation-facts.server";
import { checkouts, installationFacts, orders } from "~db/schema";
import { writtenTo } from "../../../tests/factories/outbox";
import type { OrderAttributes } from "../../../tests/factories/shop";
import { newOrderId, openCheckout, orderAttributes, postWebhook, webhookOf } from "../../../tests/factories/shop";
import { createUser, reload } from "../../../tests/factories/user";
import { claimGift } from "./gift.server";
import { giftLink } from "./gift-link.server";
import { checkoutState } from "./orders.server";
import { reconcileOrders } from "./reconcile-orders.server";
import { startCheckout } from "./start-checkout.server";

/** The real SDK with Lemon Squeezy's list of orders, which lacks the checkout's id. */
const mock = await vi.hoisted(async () => {
  const { startLemonSqueezy } = await import("../../../tests/mocks/lemon-squeezy");
  const started = await startLemonSqueezy();
  Object.assign(process.env, {
    LEMON_SQUEEZY_API_KEY: started.apiKey,
    LEMON_SQUEEZY_STORE_ID: started.storeId,
    LEMON_SQUEEZY_VARIANTS: "starter:101,plus:102,premium:103,ultimate:104",
    LEMON_SQUEEZY_WEBHOOK_SECRET: "secret-of-webhooks",
    LEMON_SQUEEZY_TEST_MODE: "1",
    LEMON_SQUEEZY_URL: started.url,
  });
  return started;
});

/** Not the hour in which the whole list is compared. */
const NOON = new Date("2026-11-20T12:00:00Z");

const at = (date: Date) => ({ created_at: date.toISOString(), updated_at: date.toISOString() });
const listed = (id: string, change: OrderAttributes = {}, planId: "starter" | "plus" = "plus") => ({
  type: "orders",
  id,
  attributes: orderAttributes(planId, { ...at(NOON), ...change }),
});

async function arrange(planId: "starter" | "plus" = "plus") {
  const person = await createUser();
  const checkoutId = await openCheckout(person.user, planId);
  await db
    .update(checkouts)
    .set({ createdAt: addHours(NOON, -1) })
    .where(eq(checkouts.id, checkoutId));
  const planOf = async () => (await reload(person.sessionToken)).planId;
  return { ...person, checkoutId, planOf, id: newOrderId() };
}

describe("the reconciliation", () => {
  it("finds orders and refunds whose webhooks were lost, and does nothing the second time", async () => {
    const { user, planOf, id } = await arrange();
    mock.setOrders([listed(id, { user_email: user.email.toUpperCase() })]);
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("plus");
    await reconcileOrders(addHours(NOON, 2));
    expect(await planOf()).toBe("plus");
    mock.setOrders([listed(id, { user_email: user.email, refunded_amount: 690, status: "refunded" })]);
    await reconcileOrders(addHours(NOON, 3));
    expect(await planOf()).toBe("free");
  });

  it("finds the order of every page of a day, and old refunds once a day", async () => {
    const { user, planOf, id } = await arrange();
    const others = (count: number, date: Date) =>
      Array.from({ length: count }, () => listed(newOrderId(), { ...at(date), user_email: "", store_id: 1 }));
    mock.setOrders([...others(150, NOON), listed(id, { user_email: user.email }), ...others(20, subDays(NOON, 9))]);
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("plus");
    const refund = listed(id, { ...at(subDays(NOON, 9)), user_email: user.email, refunded_amount: 690 });
    mock.setOrders([...others(100, subDays(NOON, 8)), refund]);
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("plus");
    await reconcileOrders(new Date("2026-11-21T03:29:00Z"));
    expect(await planOf()).toBe("free");
  });

  it("goes on after a page on which no order can be read", async () => {
    const { user, planOf, id } = await arrange();
    const unreadable = Array.from({ length: 100 }, () => listed(newOrderId(), { first_order_item: null }));
    mock.setOrders([...unreadable, listed(id, { user_email: user.email })]);
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("plus");
  });

  it("finds the order of a checkout whose first payment failed", async () => {
    const { user, planOf, id } = await arrange();
    const failed = listed(newOrderId(), { user_email: user.email, status: "failed" });
    mock.setOrders([failed]);
    await reconcileOrders(addHours(NOON, 1));
    mock.setOrders([listed(id, { user_email: user.email }), failed]);
    await reconcileOrders(addHours(NOON, 2));
    expect(await planOf()).toBe("plus");
  });

  it("finds the order of an email whose domain the shop writes in another form", async () => {
    const { planOf, id, checkoutId } = await arrange();
    const email = `${checkoutId}@xn--exmple-cua.org`;
    await db.update(checkouts).set({ email }).where(eq(checkouts.id, checkoutId));
    mock.setOrders([listed(id, { user_email: `${checkoutId}@Exämple.org` })]);
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("plus");
  });

  it("assigns an order to the latest unpaid checkout of its email and plan only", async () => {
    const { user, planOf, id, checkoutId } = await arrange("starter");
    const [stranger, late] = [await arrange(), await arrange()];
    await db
      .update(checkouts)
      .set({ createdAt: addHours(NOON, 1) })
      .where(eq(checkouts.id, late.checkoutId));
    mock.setOrders([
      listed(newOrderId(), { user_email: user.email }),
      listed(newOrderId(), { user_email: "nobody@example.org" }),
      listed(newOrderId(), { user_email: late.user.email }),
    ]);
    await reconcileOrders(addHours(NOON, 1));
    expect([await planOf(), await stranger.planOf(), await late.planOf()]).toEqual(["free", "free", "free"]);
    mock.setOrders([id, newOrderId()].map((orderId) => listed(orderId, { user_email: user.email }, "starter")));
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("starter");
    expect(await db.select().from(orders).where(eq(orders.checkoutId, checkoutId))).toHaveLength(1);
  });

  it("gives way to a webhook that names another checkout", async () => {
    const [first, second] = [await arrange(), await arrange()];
    mock.setOrders([listed(first.id, { user_email: first.user.email })]);
    await reconcileOrders(addHours(NOON, 1));
    expect(await first.planOf()).toBe("plus");
    const change = { checkoutId: second.checkoutId, id: first.id, store_id: Number(mock.storeId) };
    await postWebhook(webhookOf("order_created", change));
    expect([await first.planOf(), await second.planOf()]).toEqual(["free", "plus"]);
  });

  it("accepts an order once the settings name the plan of its variant", async () => {
    const { user, planOf, id, checkoutId } = await arrange();
    const unknown = { first_order_item: { variant_id: 999 } };
    const change = { ...unknown, checkoutId, id, store_id: Number(mock.storeId), user_email: user.email };
    await postWebhook(webhookOf("order_created", { ...change, ...at(NOON) }));
    mock.setOrders([listed(id, { ...unknown, user_email: user.email })]);
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("free");
    // Orders as they are read with corrected settings.
    mock.setOrders([listed(id, { user_email: user.email })]);
    await reconcileOrders(addHours(NOON, 2));
    expect(await planOf()).toBe("plus");
  });

  it("changes nothing while the shop does not answer", async () => {
    const { user, planOf, id } = await arrange();
    mock.setOrders([listed(id, { user_email: user.email })]);
    mock.meet("server_error");
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("free");
    mock.meet("ok");
    await reconcileOrders(addHours(NOON, 1));
    expect(await planOf()).toBe("plus");
    expect(mock.problems).toEqual([]);
  });
});

describe("the waiting page", () => {
  /** Two unpaid checkouts of a plan: their own, an hour before noon, and a gift, a minute later. */
  async function arrangeBoth() {
    const own = await arrange();
    const recipientEmail = `mia-${own.id}@example.org`;
    await startCheckout(own.user, { planId: "plus", gift: { recipientName: "Mia", recipientEmail } });
    const isGift = and(eq(checkouts.userId, own.user.id), eq(checkouts.isGift, true));
    await db
      .update(checkouts)
      .set({ createdAt: addMinutes(NOON, -59) })
      .where(isGift);
    const [gift] = await db.select().from(checkouts).where(isGift);
    await deleteFact("shop_asked");
    mock.setOrders([listed(own.id, { user_email: own.user.email })]);
    return { ...own, giftId: gift?.id ?? "", mailsToMia: async () => (await writtenTo(recipientEmail, "gift")).length };
  }

  it("takes the order for the checkout that it waits for", async () => {
    const { user, checkoutId, planOf, mailsToMia } = await arrangeBoth();
    expect(await checkoutState(user, checkoutId, NOON)).toMatchObject({ isPaid: true, planId: "plus" });
    expect(await planOf()).toBe("plus");
    await reconcileOrders(addHours(NOON, 1));
    expect(await mailsToMia()).toBe(0);
  });

  it("mails no gift before a late webhook could say what was paid", async () => {
    const { user, id, checkoutId, giftId, planOf, mailsToMia } = await arrangeBoth();
    expect(await checkoutState(user, giftId, NOON)).toMatchObject({ isPaid: true });
    await reconcileOrders(addMinutes(NOON, 9));
    expect(await mailsToMia()).toBe(0);
    await postWebhook(webhookOf("order_created", { checkoutId, id, store_id: Number(mock.storeId) }));
    await reconcileOrders(addHours(NOON, 1));
    expect([await planOf(), await mailsToMia()]).toEqual(["plus", 0]);
  });

  it("mails no gift that was claimed by its link before its webhook", async () => {
    const { user, id, giftId, mailsToMia } = await arrangeBoth();
    await checkoutState(user, giftId, NOON);
    expect(await claimGift((await createUser()).user, giftLink(giftId))).toMatchObject({ ok: true });
    await postWebhook(webhookOf("order_created", { checkoutId: giftId, id, store_id: Number(mock.storeId) }));
    expect(await mailsToMia()).toBe(0);
  });

  it("leaves the gift's mail to the hourly task, which writes it once", async () => {
    const { user, giftId, mailsToMia } = await arrangeBoth();
    await checkoutState(user, giftId, NOON);
    await reconcileOrders(addHours(NOON, 1));
    expect(await mailsToMia()).toBe(1);
    await reconcileOrders(addHours(NOON, 2));
    expect(await mailsToMia()).toBe(1);
  });

  it("mails the gift however late the task runs", async () => {
    const { user, giftId, mailsToMia } = await arrangeBoth();
    await checkoutState(user, giftId, NOON);
    for (const hour of [3, 4]) await reconcileOrders(new Date(`2026-11-27T0${hour}:29:00Z`));
    expect(await mailsToMia()).toBe(1);
  });

  it("takes turns with all others in asking the shop, and only while the checkout can be paid", async () => {
    const { user, checkoutId } = await arrangeBoth();
    expect(await checkoutState(user, checkoutId, addHours(NOON, 25))).toMatchObject({ isPaid: false });
    expect(await readFact("shop_asked")).toBeUndefined();
    await saveFact("shop_asked", "");
    // Beside a busy machine, too.
    const later = addSeconds(new Date(), 50);
    await db.update(installationFacts).set({ updatedAt: later }).where(eq(installationFacts.name, "shop_asked"));
    expect(await checkoutState(user, checkoutId, NOON)).toMatchObject({ isPaid: false });
    await deleteFact("shop_asked");
    expect(await checkoutState(user, checkoutId, NOON)).toMatchObject({ isPaid: true });
    expect(await readFact("shop_asked")).toBe("");
  });
});
