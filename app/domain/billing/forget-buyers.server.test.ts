import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { db, inTransaction } from "~/services/db.server";
import { checkouts, gifts, orders, profiles } from "~db/schema";
import { newOrderId, openCheckout, postWebhook, webhookOf } from "../../../tests/factories/shop";
import { createUser } from "../../../tests/factories/user";
import { deleteUnpaidCheckouts, forgetBuyer } from "./forget-buyers.server";
import { claimGift } from "./gift.server";
import { giftLink } from "./gift-link.server";
import { decryptGiftNote, NO_NOTE } from "./gift-note.server";
import { startCheckout } from "./start-checkout.server";

vi.hoisted(() => {
  process.env.AMBERKEEP_HOME = ".amberkeep/forget-test";
});

const checkoutOf = async (id: string) => (await db.select().from(checkouts).where(eq(checkouts.id, id)))[0];
const giftOf = async (id: string) => (await db.select().from(gifts).where(eq(gifts.checkoutId, id)))[0];

/** A paid gift of a new account. Returns its checkout. */
async function giveGift(name: string) {
  const { user } = await createUser({ name: "Anna" });
  const present = { recipientName: name, recipientEmail: `${name}@example.org`, note: "For Leo" };
  await startCheckout(user, { planId: "plus", gift: present });
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.userId, user.id));
  const id = checkout?.id ?? "";
  return { user, id, pay: () => postWebhook(webhookOf("order_created", { checkoutId: id })) };
}

it("unpaid checkouts are deleted after a month, gifts included", async () => {
  const { user } = await createUser();
  const [unpaid, paid, gift] = [await openCheckout(user), await openCheckout(user), await giveGift("mia")];
  await postWebhook(webhookOf("order_created", { checkoutId: paid }));
  await deleteUnpaidCheckouts(addDays(new Date(), 29));
  expect(await checkoutOf(unpaid)).toBeDefined();
  await deleteUnpaidCheckouts(addDays(new Date(), 31));
  expect(await checkoutOf(unpaid)).toBeUndefined();
  expect(await giftOf(gift.id)).toBeUndefined();
  expect(await checkoutOf(paid)).toBeDefined();
});

it("an erased buyer leaves entries in the ledger, but no name or address", async () => {
  const [claimed, waiting] = [await giveGift("tom"), await giveGift("mia")];
  for (const { pay } of [claimed, waiting]) await pay();
  const taker = await createUser();
  await claimGift(taker.user, giftLink(claimed.id));
  const other = await giveGift("leo");
  const order = newOrderId();
  const own = await openCheckout(claimed.user, "premium");
  await postWebhook(webhookOf("order_created", { checkoutId: own, id: order }, "premium"));
  for (const { user } of [claimed, waiting]) {
    await inTransaction(async (tx) => {
      await forgetBuyer(tx, user.id);
      await tx.delete(profiles).where(eq(profiles.id, user.id));
    });
  }
  const noGiver = { giverName: "", ...NO_NOTE };
  expect(await giftOf(claimed.id)).toMatchObject({ ...noGiver, recipientName: "", recipientEmail: "" });
  expect(await giftOf(waiting.id)).toMatchObject({ ...noGiver, recipientEmail: "mia@example.org" });
  const kept = (await giftOf(other.id)) ?? expect.unreachable();
  expect(kept).toMatchObject({ giverName: "Anna", recipientName: "leo" });
  expect(decryptGiftNote(kept)).toBe("For Leo");
  expect(await checkoutOf(own)).toMatchObject({ email: "", userId: null });
  expect(await db.select().from(orders).where(eq(orders.id, order))).toMatchObject([{ status: "paid" }]);
});

it("an erased claimer leaves no name or address in their gift", async () => {
  const [claimed, other] = [await giveGift("eva"), await giveGift("ida")];
  await claimed.pay();
  const { user } = await createUser();
  await claimGift(user, giftLink(claimed.id));
  await inTransaction((tx) => forgetBuyer(tx, user.id));
  expect(await giftOf(claimed.id)).toMatchObject({ giverName: "Anna", recipientName: "", recipientEmail: "" });
  expect(await giftOf(other.id)).toMatchObject({ recipientName: "ida", recipientEmail: "ida@example.org" });
});
