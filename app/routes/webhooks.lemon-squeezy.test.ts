import { createId } from "@paralleldrive/cuid2";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { db } from "~/services/db.server";
import type { EmbeddedShop } from "~/services/shop/embedded-shop.server";
import { embeddedShop } from "~/services/shop.server";
import { billingEvents, orderEntries, orders, profiles } from "~db/schema";
import { createLetter } from "../../tests/factories/letter";
import { digestOf, newOrderId, openCheckout, postWebhook, webhookOf } from "../../tests/factories/shop";
import { createUser, reload, type SignedInUser } from "../../tests/factories/user";

vi.hoisted(() => {
  process.env.AMBERKEEP_HOME = ".amberkeep/webhooks-test";
});

const orderOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];
const planOf = async ({ sessionToken }: SignedInUser) => {
  const { planId, vaultLimit } = await reload(sessionToken);
  return [planId, vaultLimit];
};
const ledgerOf = (id: string) =>
  db
    .select({ kind: orderEntries.kind, amount: orderEntries.amount })
    .from(orderEntries)
    .where(eq(orderEntries.orderId, id))
    .orderBy(sql`${orderEntries.kind}, ${orderEntries.amount} DESC`);
const outcomeOf = async (body: unknown) =>
  (
    await db
      .select()
      .from(billingEvents)
      .where(eq(billingEvents.digest, digestOf(body)))
  )[0]?.outcome;

/** A user at a checkout, and the id of the order to come. */
async function arrange(planId: "starter" | "plus" = "plus") {
  const person = await createUser();
  return { person, checkoutId: await openCheckout(person.user, planId), id: newOrderId() };
}

describe("a paid order", () => {
  it("gives its plan at once, and is on the ledger", async () => {
    const { person, checkoutId, id } = await arrange();
    const body = webhookOf("order_created", { checkoutId, id });
    const response = await postWebhook(body);
    expect([response.status, await response.text()]).toEqual([200, "recorded"]);
    expect(await planOf(person)).toEqual(["plus", 10]);
    expect(await orderOf(id)).toMatchObject({ status: "paid", total: 690, refunded: 0, problem: null });
    expect(await ledgerOf(id)).toEqual([{ kind: "paid", amount: 690 }]);
    expect(await outcomeOf(body)).toBe("recorded");
  });

  it("counts once, however often it is reported, also by other bodies", async () => {
    const { person, checkoutId, id } = await arrange();
    const body = webhookOf("order_created", { checkoutId, id });
    await postWebhook(body);
    expect(await (await postWebhook(body)).text()).toBe("known");
    await Promise.all([1, 2, 3].map(() => postWebhook(webhookOf("order_created", { checkoutId, id }))));
    expect(await planOf(person)).toEqual(["plus", 10]);
    expect(await ledgerOf(id)).toHaveLength(1);
  });

  it("gives the plan that was paid for, not that of the checkout", async () => {
    const { person, checkoutId, id } = await arrange("plus");
    await postWebhook(webhookOf("order_created", { checkoutId, id }, "starter"));
    expect(await planOf(person)).toEqual(["starter", 5]);
  });

  it("keeps the larger plan, in any order of payment", async () => {
    const { person, checkoutId } = await arrange("starter");
    const larger = await openCheckout(person.user, "premium");
    await postWebhook(webhookOf("order_created", { checkoutId: larger }, "premium"));
    await postWebhook(webhookOf("order_created", { checkoutId }, "starter"));
    expect(await planOf(person)).toEqual(["premium", 25]);
  });

  it("may be discounted, even to nothing, and may have its tax included", async () => {
    for (const change of [
      { discount_total: 250, total: 250, tax: 0 },
      { discount_total: 500, total: 0, tax: 0 },
      { subtotal: 420, tax: 80, total: 500, tax_inclusive: true },
    ]) {
      const { person, checkoutId, id } = await arrange();
      await postWebhook(webhookOf("order_created", { checkoutId, id, ...change }));
      expect(await planOf(person)).toEqual(["plus", 10]);
    }
  });

  it.each(["pending", "failed", "fraudulent"])("gives nothing while it is %s", async (status) => {
    const { person, checkoutId, id } = await arrange();
    expect((await postWebhook(webhookOf("order_created", { checkoutId, id, status }))).status).toBe(200);
    expect(await planOf(person)).toEqual(["free", 1]);
  });

  it("that was pending gives its plan once it is paid, even if that comes first", async () => {
    for (const statuses of [
      ["pending", "paid"],
      ["paid", "pending"],
    ]) {
      const { person, checkoutId, id } = await arrange();
      for (const status of statuses) await postWebhook(webhookOf("order_created", { checkoutId, id, status }));
      expect(await planOf(person)).toEqual(["plus", 10]);
      expect(await ledgerOf(id)).toHaveLength(1);
    }
  });
});

describe("a refund", () => {
  const refunded = { refunded_amount: 690, refunded: true, status: "refunded" };

  it("takes back the plan, but no scheduled vault", async () => {
    const { person, checkoutId, id } = await arrange();
    await postWebhook(webhookOf("order_created", { checkoutId, id }));
    const user = await reload(person.sessionToken);
    for (let number = 1; number <= 3; number += 1) await createLetter(user);
    await postWebhook(webhookOf("order_refunded", { checkoutId, id, ...refunded }));
    expect(await planOf(person)).toEqual(["free", 1]);
    expect((await reload(person.sessionToken)).vaultsUsed).toBe(3);
    expect(await ledgerOf(id)).toEqual([
      { kind: "paid", amount: 690 },
      { kind: "refunded", amount: -690 },
    ]);
  });

  it("before its order has the same effect as after it", async () => {
    const { person, checkoutId, id } = await arrange();
    await postWebhook(webhookOf("order_refunded", { checkoutId, id, ...refunded }));
    await postWebhook(webhookOf("order_created", { checkoutId, id }));
    expect(await planOf(person)).toEqual(["free", 1]);
    expect((await ledgerOf(id)).map(({ amount }) => amount)).toEqual([690, -690]);
  });

  it("of a part keeps the plan, whatever the status says; parts add up", async () => {
    const { person, checkoutId, id } = await arrange();
    await postWebhook(webhookOf("order_created", { checkoutId, id }));
    for (const refunded_amount of [100, 300, 100]) {
      await postWebhook(webhookOf("order_refunded", { checkoutId, id, refunded_amount, status: "partial_refund" }));
    }
    await postWebhook(webhookOf("order_refunded", { checkoutId, id, refunded_amount: 300, status: "refunded" }));
    expect(await planOf(person)).toEqual(["plus", 10]);
    expect((await ledgerOf(id)).map(({ amount }) => amount)).toEqual([690, -100, -200]);
    await postWebhook(webhookOf("order_refunded", { checkoutId, id, refunded_amount: 690 }));
    expect(await planOf(person)).toEqual(["free", 1]);
  });

  it.each([
    ["another price", { subtotal: 900 }],
    ["another variant", { first_order_item: { variant_id: 999 } }],
  ])("of a part keeps the plan that has %s by now", async (_, change) => {
    const { person, checkoutId, id } = await arrange();
    await postWebhook(webhookOf("order_created", { checkoutId, id }));
    // What the shop says of an order stays as it is; the installation's plans have changed.
    await postWebhook(webhookOf("order_refunded", { checkoutId, id, refunded_amount: 100, ...change }));
    expect(await planOf(person)).toEqual(["plus", 10]);
    expect(await orderOf(id)).toMatchObject({ planId: "plus", problem: null, refunded: 100 });
  });

  it("leaves what else was bought or granted", async () => {
    const { person, checkoutId, id } = await arrange("starter");
    await postWebhook(webhookOf("order_created", { checkoutId }, "starter"));
    const larger = await openCheckout(await reload(person.sessionToken), "plus");
    await postWebhook(webhookOf("order_created", { checkoutId: larger, id }));
    await postWebhook(webhookOf("order_refunded", { checkoutId: larger, id, ...refunded }));
    expect(await planOf(person)).toEqual(["starter", 5]);
    await db.update(profiles).set({ grantedPlanId: "premium" }).where(eq(profiles.id, person.user.id));
    await postWebhook(webhookOf("order_refunded", { checkoutId: larger, id, ...refunded }));
    expect(await planOf(person)).toEqual(["premium", 25]);
  });
});

describe("an order that does not fit", () => {
  it.each([
    ["another price", "price", { subtotal: 100, total: 100, tax: 0 }],
    ["two of it", "price", { subtotal: 1000, total: 1000 }],
    ["another currency", "price", { currency: "IDR" }],
    ["an unknown variant", "variant", { first_order_item: { variant_id: 999 } }],
  ])("with %s gives no plan and is marked", async (_, problem, change) => {
    const { person, checkoutId, id } = await arrange();
    expect((await postWebhook(webhookOf("order_created", { checkoutId, id, ...change }))).status).toBe(200);
    expect(await planOf(person)).toEqual(["free", 1]);
    expect(await orderOf(id)).toMatchObject({ problem, checkoutId });
  });

  it("of an unknown checkout is kept without an account", async () => {
    for (const checkoutId of [undefined, createId(), "' OR 1=1"]) {
      const id = newOrderId();
      const body = webhookOf("order_created", { ...(checkoutId && { checkoutId }), id });
      expect((await postWebhook(body)).status).toBe(200);
      expect(await orderOf(id)).toMatchObject({ problem: "no_account", checkoutId: null });
    }
  });

  it("of an account that was erased is kept without it", async () => {
    const { person, checkoutId, id } = await arrange();
    await db.delete(profiles).where(eq(profiles.id, person.user.id));
    await postWebhook(webhookOf("order_created", { checkoutId, id }));
    expect(await orderOf(id)).toMatchObject({ problem: "no_account", status: "paid" });
  });

  it("of another store, or with real money in a test installation, is stored and ignored", async () => {
    for (const [outcome, change] of [
      ["wrong_store", { store_id: 2 }],
      ["wrong_mode", { test_mode: false }],
    ] as const) {
      const { person, checkoutId, id } = await arrange();
      const body = webhookOf("order_created", { checkoutId, id, ...change });
      expect((await postWebhook(body)).status).toBe(200);
      expect(await outcomeOf(body)).toBe(outcome);
      expect(await orderOf(id)).toBeUndefined();
      expect(await planOf(person)).toEqual(["free", 1]);
    }
  });

  it("for trying out gives nothing where real money is taken", async () => {
    const { person, checkoutId, id } = await arrange();
    const body = webhookOf("order_created", { checkoutId, id, test_mode: true });
    const real = vi.spyOn(embeddedShop as EmbeddedShop, "isTest", "get").mockReturnValue(false);
    expect((await postWebhook(body)).status).toBe(200);
    real.mockRestore();
    expect(await outcomeOf(body)).toBe("wrong_mode");
    expect(await planOf(person)).toEqual(["free", 1]);
  });
});

describe("a webhook", () => {
  it("that came while the settings were for another kind of shop counts once it is sent again", async () => {
    const { person, checkoutId, id } = await arrange();
    const body = webhookOf("order_created", { checkoutId, id });
    const real = vi.spyOn(embeddedShop as EmbeddedShop, "isTest", "get").mockReturnValue(false);
    await postWebhook(body);
    real.mockRestore();
    expect(await (await postWebhook(body)).text()).toBe("recorded");
    expect(await planOf(person)).toEqual(["plus", 10]);
    expect(await outcomeOf(body)).toBe("recorded");
  });

  it("that has counted is still known when it is sent again under other settings", async () => {
    const { checkoutId, id } = await arrange();
    const body = webhookOf("order_created", { checkoutId, id });
    await postWebhook(body);
    const real = vi.spyOn(embeddedShop as EmbeddedShop, "isTest", "get").mockReturnValue(false);
    expect(await (await postWebhook(body)).text()).toBe("known");
    real.mockRestore();
    expect(await outcomeOf(body)).toBe("recorded");
  });

  it.each(["subscription_created", "license_key_created", "something_new"])(
    "%s is stored and ignored",
    async (name) => {
      const body = {
        meta: { event_name: name },
        data: { type: "subscriptions", id: "1", attributes: {} },
        at: createId(),
      };
      expect((await postWebhook(body)).status).toBe(200);
      expect(await outcomeOf(body)).toBe("ignored");
    },
  );

  it("without a valid signature changes nothing", async () => {
    const { person, checkoutId, id } = await arrange();
    const body = webhookOf("order_created", { checkoutId, id });
    const other = webhookOf("order_created", { checkoutId, id: newOrderId() });
    for (const signature of ["", "0", "a".repeat(64), "z".repeat(64), digestOf(body), digestOf(other)]) {
      expect((await postWebhook(body, signature)).status).toBe(401);
    }
    expect(await orderOf(id)).toBeUndefined();
    expect(await planOf(person)).toEqual(["free", 1]);
  });

  it.each([
    ["no JSON", "paid"],
    ["nothing", ""],
    ["a list", []],
    ["no name", { meta: {}, data: {} }],
    ["no order", { meta: { event_name: "order_created" } }],
    ["a name as its amount", webhookOf("order_created", { total: "500" })],
    ["a negative refund", webhookOf("order_refunded", { refunded_amount: -1 })],
    ["an endless id", webhookOf("order_created", { id: "9".repeat(50) })],
    ["a status that is none", webhookOf("order_created", { status: "gold" })],
    ["deep nesting", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
  ])("with %s is malformed", async (_, body) => {
    expect((await postWebhook(body)).status).toBe(400);
  });
});
