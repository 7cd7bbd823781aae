import { addMinutes } from "date-fns";
import { desc, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { erasedEmail } from "~/domain/outbox/erased-email";
import { block } from "~/domain/recipients/block-sender.server";
import { db } from "~/services/db.server";
import { checkouts, gifts, profiles } from "~db/schema";
import { reportEvent } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { newOrderId, openCheckout, postWebhook, webhookOf } from "../../../tests/factories/shop";
import { createUser, reload } from "../../../tests/factories/user";
import { claimGift, findGift, findGiftOf, listEndedGifts, mailGiftAgain } from "./gift.server";
import { giftLink, giftUrl } from "./gift-link.server";
import { listOrders } from "./orders.server";
import { setPlan } from "./set-plan.server";
import { startCheckout } from "./start-checkout.server";

vi.hoisted(() => {
  process.env.AMBERKEEP_HOME = ".amberkeep/gift-test";
});

/** A gift at the checkout; `pay` and `refund` are what the shop reports. */
async function arrange(email = `mia-${newOrderId()}@example.org`) {
  const giver = await createUser({ name: "Anna" });
  const present = { recipientName: "Mia", recipientEmail: email, note: "For Leo" };
  await startCheckout(giver.user, { planId: "plus", gift: present });
  const own = eq(checkouts.userId, giver.user.id);
  const [checkout] = await db.select().from(checkouts).where(own).orderBy(desc(checkouts.createdAt));
  const checkoutId = checkout?.id ?? "";
  const id = newOrderId();
  const report = (name: string, change = {}) => postWebhook(webhookOf(name, { checkoutId, id, ...change }));
  return {
    giver,
    email,
    checkoutId,
    link: giftLink(checkoutId),
    pay: () => report("order_created"),
    refund: () => report("order_refunded", { refunded_amount: 690, status: "refunded" }),
    report,
  };
}

/** A gift that was paid and claimed. `told` are the mails that report its end to its claimer. */
async function arrangeClaimed() {
  const gift = await arrange();
  await gift.pay();
  const claimer = await createUser({ name: "Mia" });
  expect(await claimGift(claimer.user, gift.link)).toMatchObject({ ok: true });
  const told = () => writtenTo(claimer.user.email, "gift_refunded");
  return { ...gift, claimer, told };
}

describe("a gift", () => {
  it("is mailed once it is paid, once, and is not the giver's plan", async () => {
    const { giver, email, checkoutId, link, pay } = await arrange();
    expect(await findGift(link)).toMatchObject({ state: "unpaid" });
    await postWebhook(webhookOf("order_created", { checkoutId, status: "pending" }));
    expect(await writtenTo(email, "gift")).toEqual([]);
    await pay();
    await postWebhook(webhookOf("order_created", { checkoutId }));
    const mails = await writtenTo(email, "gift");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.props).toMatchObject({ giverName: "Anna", vaults: 10, note: "For Leo" });
    expect(mails[0]?.props.url).toMatch(new RegExp(`/gift/${link}$`));
    expect(mails[0]?.props.unsubscribeUrl).toContain("/stop/");
    expect((await reload(giver.sessionToken)).planId).toBe("free");
    expect((await setPlan(giver.user.id, "starter")).id).toBe("starter");
  });

  it("is mailed and claimed without its words if they are damaged", async () => {
    const { email, checkoutId, link, pay } = await arrange();
    const [row] = await db.select().from(gifts).where(eq(gifts.checkoutId, checkoutId));
    const damaged = Buffer.from(row?.noteEncrypted ?? []);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    await db.update(gifts).set({ noteEncrypted: damaged }).where(eq(gifts.checkoutId, checkoutId));
    await pay();
    expect((await writtenTo(email, "gift"))[0]?.props).toMatchObject({ giverName: "Anna", note: "" });
    expect(await claimGift((await createUser()).user, link)).toMatchObject({ ok: true });
  });

  it("is claimed once, also by several people at the same moment", async () => {
    const { link, pay } = await arrange();
    await pay();
    const people = await Promise.all([1, 2, 3, 4].map(() => createUser()));
    const results = await Promise.all(people.map(({ user }) => claimGift(user, link)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const repeated = await Promise.all(people.map(({ user }) => claimGift(user, link)));
    expect(repeated).toEqual(results);
    const plans = await Promise.all(people.map(async ({ sessionToken }) => (await reload(sessionToken)).planId));
    expect(plans.toSorted()).toEqual(["free", "free", "free", "plus"]);
    expect(await findGift(link)).toMatchObject({ state: "claimed" });
  });

  it("stays for someone else if its claimer has got as much room since their page was loaded", async () => {
    const [one, other] = [await arrange(), await arrange()];
    await one.pay();
    await other.pay();
    const { user } = await createUser();
    const results = await Promise.all([claimGift(user, one.link), claimGift(user, other.link)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual({ ok: false, reason: "no_use" });
    const states = [await findGift(one.link), await findGift(other.link)].map((gift) => gift?.state);
    expect(states.toSorted()).toEqual(["claimed", "waiting"]);
  });

  it("cannot be claimed before it is paid, after a refund, or by another link", async () => {
    const { link, pay, refund } = await arrange();
    const { user } = await createUser();
    expect(await claimGift(user, link)).toEqual({ ok: false, reason: "unpaid" });
    await pay();
    for (const other of ["", link.slice(0, -1), `${link.slice(0, -1)}!`, `${"a".repeat(24)}.${link.split(".")[1]}`]) {
      expect(await claimGift(user, other)).toEqual({ ok: false, reason: "not_found" });
      expect(await findGift(other)).toBeUndefined();
    }
    await refund();
    expect(await claimGift(user, link)).toEqual({ ok: false, reason: "unpaid" });
  });

  it("is taken back from its claimer when it is refunded, which its giver sees", async () => {
    const { giver, checkoutId, link, pay, refund } = await arrange();
    await pay();
    const person = await createUser();
    expect(await claimGift(person.user, link)).toMatchObject({ ok: true, plan: { id: "plus" } });
    expect(await findGiftOf(giver.user, checkoutId)).toMatchObject({ state: "claimed" });
    await refund();
    expect((await reload(person.sessionToken)).planId).toBe("free");
    expect(await findGiftOf(giver.user, checkoutId)).toMatchObject({ state: "unpaid" });
  });

  it("is mailed again once it is paid again after a refund", async () => {
    const { email, checkoutId, pay, refund } = await arrange();
    const payAgain = () => postWebhook(webhookOf("order_created", { checkoutId }));
    await pay();
    await refund();
    await payAgain();
    expect(await writtenTo(email, "gift")).toHaveLength(2);
    await payAgain();
    expect(await writtenTo(email, "gift")).toHaveLength(2);
  });

  it("leaves in one mail if it is paid again while the first one waits", async () => {
    const { email, checkoutId, pay, refund } = await arrange();
    await pay();
    await refund();
    await postWebhook(webhookOf("order_created", { checkoutId }));
    const mails = await writtenTo(email, "gift");
    for (const { id } of mails) await sendMessage(id, "worker");
    expect((await writtenTo(email, "gift")).map(({ state }) => state)).toEqual(["failed", "sent"]);
  });

  it("is not mailed again while another payment holds", async () => {
    const { email, checkoutId, pay, refund } = await arrange();
    const payAgain = () => postWebhook(webhookOf("order_created", { checkoutId }));
    await pay();
    await payAgain();
    await refund();
    await payAgain();
    expect(await writtenTo(email, "gift")).toHaveLength(1);
  });

  it("can be bought by someone who needs no more room", async () => {
    const { user } = await createUser({ vaultLimit: 1_000 });
    const gift = { recipientName: "Mia", recipientEmail: "mia@example.org" };
    expect(await startCheckout(user, { planId: "plus", gift })).toMatchObject({ ok: true });
  });

  it("stays unclaimed where it would add nothing", async () => {
    const { link, pay } = await arrange();
    await pay();
    const { user } = await createUser({ vaultLimit: 10 });
    expect(await claimGift(user, link)).toEqual({ ok: false, reason: "no_use" });
    expect(await findGift(link)).toMatchObject({ state: "waiting" });
  });

  it("that could not be mailed is reported to its giver, who can give another address", async () => {
    const { giver, email, checkoutId, link, pay, refund } = await arrange();
    const shown = async () => [
      (await findGiftOf(giver.user, checkoutId))?.isMailLost,
      (await listOrders(giver.user))[0]?.giftFor?.isMailLost,
    ];
    await pay();
    expect(await shown()).toEqual([false, false]);
    const [mail] = await writtenTo(email, "gift");
    await reportEvent(mail?.id ?? "", "bounced", "550 5.1.1 No such user here");
    await reportEvent(mail?.id ?? "", "bounced", "550 5.1.1 No such user here");
    expect(await shown()).toEqual([true, true]);
    expect((await writtenTo(giver.user.email, "gift_lost")).map(({ props }) => props)).toMatchObject([
      { recipientEmail: email, url: expect.stringMatching(`/settings/plan/gift/${checkoutId}$`) },
    ]);

    const right = `right-${email}`;
    expect(await mailGiftAgain((await createUser()).user, checkoutId, right)).toEqual({
      ok: false,
      reason: "not_lost",
    });
    // The button may be pressed twice.
    const press = () => mailGiftAgain(giver.user, checkoutId, right);
    expect(await Promise.all([press(), press()])).toEqual([{ ok: true }, { ok: true }]);
    expect(await press()).toEqual({ ok: true });
    expect(await mailGiftAgain(giver.user, checkoutId, email)).toEqual({ ok: false, reason: "not_lost" });
    await pay();
    await reportEvent(mail?.id ?? "", "bounced", "550 5.1.1 No such user here");
    expect(await shown()).toEqual([false, false]);
    expect((await writtenTo(right, "gift")).map(({ props }) => props.url)).toEqual([giftUrl(checkoutId)]);
    expect(await writtenTo(email, "gift")).toHaveLength(1);

    const [again] = await writtenTo(right, "gift");
    await reportEvent(again?.id ?? "", "bounced");
    await claimGift((await createUser()).user, link);
    expect(await shown()).toEqual([false, false]);
    await refund();
    expect(await shown()).toEqual([false, false]);
  });

  it("is not reported to its giver once it was claimed by its link", async () => {
    const { giver, email, link, pay } = await arrange();
    await pay();
    await claimGift((await createUser()).user, link);
    const [mail] = await writtenTo(email, "gift");
    await reportEvent(mail?.id ?? "", "bounced", "550 5.1.1 No such user here");
    expect(await writtenTo(giver.user.email, "gift_lost")).toEqual([]);
  });

  it("is not taken for another giver's gift to the same email when its mail is lost", async () => {
    const first = await arrange();
    const other = await arrange(first.email);
    await first.pay();
    const [mail] = await writtenTo(first.email, "gift");
    await other.pay();
    await reportEvent(mail?.id ?? "", "bounced", "550 5.1.1 No such user here");
    expect(await findGiftOf(first.giver.user, first.checkoutId)).toMatchObject({ isMailLost: true });
    expect(await findGiftOf(other.giver.user, other.checkoutId)).toMatchObject({ isMailLost: false });
  });

  it.each(["is claimed", "is refunded", "goes to another address"])(
    "is no longer mailed once it %s",
    async (change) => {
      const { giver, email, checkoutId, link, pay, refund } = await arrange();
      await pay();
      const [mail] = await writtenTo(email, "gift");
      if (change === "is claimed") await claimGift((await createUser()).user, link);
      else if (change === "is refunded") await refund();
      else {
        await reportEvent(mail?.id ?? "", "bounced");
        await mailGiftAgain(giver.user, checkoutId, `right-${email}`);
      }
      await sendMessage(mail?.id ?? "", "worker");
      expect(await writtenTo(email, "gift")).toMatchObject([{ state: "failed", lastError: "it no longer applied" }]);
      if (change !== "goes to another address") return;
      const [again] = await writtenTo(`right-${email}`, "gift");
      await sendMessage(again?.id ?? "", "worker");
      expect(await writtenTo(`right-${email}`, "gift")).toMatchObject([{ state: "sent" }]);
    },
  );

  it("is not mailed to someone who stopped the giver's emails, who learns of it", async () => {
    const { giver, email, checkoutId, pay } = await arrange();
    await block({ senderId: giver.user.id, recipient: email });
    await pay();
    expect(await writtenTo(email, "gift")).toEqual([]);
    expect(await findGiftOf(giver.user, checkoutId)).toMatchObject({ isMailLost: true });
    expect(await writtenTo(giver.user.email, "gift_lost")).toHaveLength(1);
    const another = `another-${email}`;
    await block({ senderId: giver.user.id, recipient: another });
    expect(await mailGiftAgain(giver.user, checkoutId, another)).toEqual({ ok: false, reason: "stopped" });
    expect(await findGiftOf(giver.user, checkoutId)).toMatchObject({ recipientEmail: email, isMailLost: true });
  });

  it("is lost if its reader stops the giver's emails while the mail waits", async () => {
    const { giver, email, checkoutId, pay } = await arrange();
    await pay();
    const [mail] = await writtenTo(email, "gift");
    await block({ senderId: giver.user.id, recipient: email });
    await sendMessage(mail?.id ?? "", "worker", addMinutes(mail?.createdAt ?? 0, 1));
    expect(await writtenTo(email, "gift")).toMatchObject([{ state: "failed", lastError: "it no longer applied" }]);
    expect(await writtenTo(giver.user.email, "gift_lost")).toHaveLength(1);
    expect(await findGiftOf(giver.user, checkoutId)).toMatchObject({ isMailLost: true });
    expect(await mailGiftAgain(giver.user, checkoutId, `another-${email}`)).toEqual({ ok: true });
  });

  it("is shown to its giver alone, and outlives the giver's account", async () => {
    const { giver, checkoutId, link, pay } = await arrange();
    await pay();
    expect(await findGiftOf(giver.user, checkoutId)).toMatchObject({ recipientName: "Mia" });
    expect(await findGiftOf((await createUser()).user, checkoutId)).toBeUndefined();
    await db.delete(profiles).where(eq(profiles.id, giver.user.id));
    expect(await claimGift((await createUser()).user, link)).toMatchObject({ ok: true });
  });
});

describe("the claimer of a gift that is refunded", () => {
  it("gets one mail about their new plan, however often the shop reports it", async () => {
    const { refund, pay, told, giver, link } = await arrangeClaimed();
    await refund();
    await refund();
    await pay();
    expect((await told()).map(({ props }) => props)).toMatchObject([
      { name: "Mia", giverName: "Anna", plan: "Plus", isRefunded: true, planLeft: "Free", vaults: 1 },
    ]);
    expect((await told())[0]?.props.url).toMatch(/\/settings\/plan$/);
    expect(JSON.stringify(await told())).not.toContain(giver.user.email);
    expect(await findGift(link)).toMatchObject({ state: "unpaid" });
  });

  it("learns that they keep the smaller plan they bought", async () => {
    const { claimer, refund, told } = await arrangeClaimed();
    await setPlan(claimer.user.id, "starter");
    await refund();
    expect((await told()).map(({ props }) => props)).toMatchObject([{ planLeft: "Starter", vaults: 5 }]);
  });

  it("gets no mail if their plan stays as large", async () => {
    const { claimer, refund, report, told } = await arrangeClaimed();
    await report("order_refunded", { refunded_amount: 100, refunded: true, status: "refunded" });
    expect((await reload(claimer.sessionToken)).planId).toBe("plus");
    await setPlan(claimer.user.id, "premium");
    await refund();
    expect((await reload(claimer.sessionToken)).planId).toBe("premium");
    expect(await told()).toEqual([]);
  });

  it("gets a mail when the last of several payments is refunded, and another if a later one is", async () => {
    const { checkoutId, refund, told } = await arrangeClaimed();
    const payAgain = (id: string) => postWebhook(webhookOf("order_created", { checkoutId, id }));
    const refundOf = (id: string) =>
      postWebhook(webhookOf("order_refunded", { checkoutId, id, refunded_amount: 690, status: "refunded" }));
    const [second, third] = [newOrderId(), newOrderId()];
    await payAgain(second);
    await refund();
    expect(await told()).toEqual([]);
    await refundOf(second);
    expect(await told()).toHaveLength(1);
    await payAgain(third);
    await refundOf(third);
    await refundOf(third);
    expect(await told()).toHaveLength(2);
  });

  it("gets a mail only if they claimed it before the refund, also at the same moment", async () => {
    const { link, pay, refund } = await arrange();
    await pay();
    const { user, sessionToken } = await createUser();
    const [claimed] = await Promise.all([claimGift(user, link), refund(), refund()]);
    expect(await writtenTo(user.email, "gift_refunded")).toHaveLength(claimed.ok ? 1 : 0);
    expect((await reload(sessionToken)).planId).toBe("free");
  });

  it("gets no mail about a refund that came before the claim", async () => {
    const { email, link, pay, refund } = await arrange();
    const { user } = await createUser({ email });
    await refund();
    await pay();
    expect(await claimGift(user, link)).toMatchObject({ ok: false });
    expect(await writtenTo(email, "gift_refunded")).toEqual([]);
  });

  it.each(["is refused later", "was for another checkout"])("gets a mail if its payment %s", async (change) => {
    const { giver, report, claimer, told } = await arrangeClaimed();
    if (change === "is refused later") await report("order_created", { status: "fraudulent" });
    else await report("order_created", { checkoutId: await openCheckout(giver.user) });
    expect((await reload(claimer.sessionToken)).planId).toBe("free");
    expect((await told()).map(({ props }) => props.isRefunded)).toEqual([false]);
    expect(await listEndedGifts(await reload(claimer.sessionToken))).toMatchObject([{ isRefunded: false }]);
  });

  it("gets no mail if they bought it themselves, or their account is erased", async () => {
    const own = await arrange();
    await own.pay();
    await claimGift(own.giver.user, own.link);
    await own.refund();
    expect((await reload(own.giver.sessionToken)).planId).toBe("free");
    expect(await writtenTo(own.giver.user.email, "gift_refunded")).toEqual([]);
    expect(await listEndedGifts(await reload(own.giver.sessionToken))).toEqual([]);

    const { claimer, refund } = await arrangeClaimed();
    const email = erasedEmail(claimer.user.id);
    await db.update(profiles).set({ email }).where(eq(profiles.id, claimer.user.id));
    await refund();
    expect(await writtenTo(email, "gift_refunded")).toEqual([]);
  });

  it.each(["paid for again", "replaced by a larger plan"])("gets no mail once it is %s", async (change) => {
    const { checkoutId, claimer, refund, told } = await arrangeClaimed();
    await refund();
    if (change === "paid for again") await postWebhook(webhookOf("order_created", { checkoutId }));
    else await setPlan(claimer.user.id, "starter");
    await sendMessage((await told())[0]?.id ?? "", "worker");
    expect(await told()).toMatchObject([{ state: "failed", lastError: "it no longer applied" }]);
  });

  it("sees it under Billing until they have as much room", async () => {
    const { checkoutId, claimer, giver, refund } = await arrangeClaimed();
    const listed = async () => listEndedGifts(await reload(claimer.sessionToken));
    expect(await listed()).toEqual([]);
    await refund();
    expect(await listed()).toEqual([{ id: checkoutId, planId: "plus", giverName: "Anna", isRefunded: true }]);
    expect(await listEndedGifts(await reload(giver.sessionToken))).toEqual([]);
    await setPlan(claimer.user.id, "starter");
    expect(await listed()).toHaveLength(1);
    await setPlan(claimer.user.id, "plus");
    expect(await listed()).toEqual([]);
  });

  it("gets the mail", async () => {
    const { refund, told } = await arrangeClaimed();
    await refund();
    await sendMessage((await told())[0]?.id ?? "", "worker");
    expect(await told()).toMatchObject([{ state: "sent" }]);
  });
});
