import { addDays } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { sendRequestedReminders } from "~/domain/delivery/put-off.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries } from "~db/schema";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { changeEmail } from "../../tests/factories/email-change";
import { createDueLetter } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, type SignedInUser } from "../../tests/factories/user";
import * as memory from "./memories.$id";
import * as block from "./open.$link_.block";
import * as decline from "./open.$link_.decline";
import * as later from "./open.$link_.later";

let sender: User;
let mia: SignedInUser;
let letter: Awaited<ReturnType<typeof createDueLetter>>;
let link: string;
let present: string;
beforeEach(async () => {
  sender = (await createUser({ name: "Ada" })).user;
  mia = await createUser({ name: "Mia" });
  letter = await createDueLetter(sender, { recipientEmail: mia.user.email, deliveryDate: "2020-01-01" });
  await inTransaction((tx) => recordOpening(tx, letter.delivery, new Date()));
  link = openingLink(letter.delivery);
  present = (await changeEmail(mia)).email;
});

const actions = async () => {
  const { id } = letter;
  const page = await answerOf(memory.loader, pageRequest(`/memories/${id}`, mia.browser), mia.browser, { id });
  return (await page.json()).reading.after.actions;
};
const post = (route: { action: typeof later.action }, fields: Fields, browser: Browser = mia.browser) =>
  answerOf(route.action, formRequest(`/open/${link}/x`, fields, browser), browser, { link });
const delivery = async () => (await db.select().from(deliveries).where(eq(deliveries.id, letter.delivery.id)))[0];
const tomorrow = () => addDays(new Date(), 2).toISOString().slice(0, 10);

describe("a letter that moved with its account", () => {
  it("can be put off, and reminds the account at its present email, wherever it moves next", async () => {
    expect(await actions()).toMatchObject({ link, sentTo: present.replace(/^(.)[^@]*/, "$1…"), remindOn: null });
    await post(later, { date: tomorrow() });
    expect((await delivery())?.remindTo).toBe(present);
    expect(await actions()).toMatchObject({ remindOn: expect.any(String) });
    const { email: next } = await changeEmail(mia);
    await sendRequestedReminders(addDays(new Date(), 3));
    expect((await writtenTo(next, "chosen_reminder")).map(({ props }) => props)).toMatchObject([
      {
        url: expect.stringMatching(new RegExp(`/memories/${letter.id}$`)),
        stopUrl: expect.stringContaining("/stop/"),
        isInAccount: true,
      },
    ]);
    expect(await writtenTo(mia.user.email, "chosen_reminder")).toEqual([]);
  });

  it("can block its sender for the account's present email", async () => {
    const isBlocked = (recipientEmail: string) => isSenderBlocked({ senderId: sender.id, recipientEmail });
    await post(block, { intent: "block" });
    expect([await isBlocked(present), await isBlocked(mia.user.email)]).toEqual([true, false]);
    expect(await actions()).toMatchObject({ isBlocked: true });
    await post(block, { intent: "unblock" });
    expect(await isBlocked(present)).toBe(false);
    expect(await actions()).toMatchObject({ isBlocked: false });
  });

  it("can be declined", async () => {
    await post(decline, { intent: "decline" });
    expect(await actions()).toMatchObject({ isDeclined: true });
  });

  it("concerns the address it was sent to for everyone else with its link", async () => {
    for (const { browser } of [await createUser(), { browser: await createBrowser() }]) {
      await post(later, { date: tomorrow() }, browser);
      expect((await delivery())?.remindTo).toBe(mia.user.email);
    }
  });
});
