import { addDays, addMinutes, addYears, subDays } from "date-fns";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { User } from "~/domain/account/account";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { declineDelivery, undoDecline } from "~/domain/delivery/decline.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { takeNextSteps } from "~/domain/delivery/next-steps.server";
import { reminderDays } from "~/domain/delivery/put-off";
import { putOff, sendRequestedReminders } from "~/domain/delivery/put-off.server";
import { readdress } from "~/domain/delivery/readdress.server";
import { unblockSender } from "~/domain/delivery/unblock-sender.server";
import { loadNews } from "~/domain/overview/news.server";
import { listSenders, listTimeline } from "~/domain/overview/timeline.server";
import { block, blockSender, isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { type DeliveryByLink, findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { listEvents } from "~/domain/vault/history.server";
import { env } from "~/env.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import {
  createDueLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  recordOf,
  reportEvent,
  storedVault,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { recordOpening } from "./opening.server";

let sender: User;
let reader: User;
let delivery: DeliveryByLink;

beforeEach(async () => {
  [sender, reader] = [(await createUser({ name: "Ada", vaultLimit: 9 })).user, (await createUser()).user];
  const due = await createDueLetter(sender, { recipientEmail: reader.email });
  await sendMessage(due.delivery.messageId ?? "", "worker", DUE_AT);
  delivery = await found(due.delivery);
});

async function found(row: { id: string; recipientEmail: string; linkVersion: number }): Promise<DeliveryByLink> {
  const behind = await findDeliveryByLink(openingLink(row), [], DUE_AT);
  if (!behind) throw new Error("The link does not work.");
  return behind;
}

const mails = async (kind: "delivery" | "delivery_reminder" | "chosen_reminder") =>
  (await writtenTo(reader.email, kind)).length;
/** One minute later, since sending takes a moment. */
const daysOn = (days: number) => addMinutes(addDays(DUE_AT, days), 1);

describe("remind me later", () => {
  it("reminds once, on the chosen morning in the vault's zone", async () => {
    expect(await putOff(delivery, "2031-07-20", DUE_AT)).toEqual({ ok: true });
    await takeNextSteps(daysOn(15));
    await sendRequestedReminders(new Date("2031-07-20T08:59:59.999Z"));
    expect([await mails("delivery_reminder"), await mails("chosen_reminder")]).toEqual([0, 0]);
    const morning = new Date("2031-07-20T09:00:00Z");
    await Promise.all([
      sendRequestedReminders(morning),
      sendRequestedReminders(morning),
      sendRequestedReminders(daysOn(900)),
    ]);
    expect(await mails("chosen_reminder")).toBe(1);
    expect((await listEvents(delivery.vaultId)).slice(-2)).toMatchObject([
      { kind: "put_off", detail: "July 20, 2031" },
      { kind: "reminded_as_asked" },
    ]);
  });

  it("uses the date that was chosen last", async () => {
    await putOff(delivery, "2031-07-01", DUE_AT);
    await putOff(delivery, "2031-08-01", DUE_AT);
    await sendRequestedReminders(new Date("2031-07-20T09:00:00Z"));
    expect(await mails("chosen_reminder")).toBe(0);
    await sendRequestedReminders(new Date("2031-08-01T09:00:00Z"));
    expect(await mails("chosen_reminder")).toBe(1);
  });

  it("is sent by email where text messages are no longer sent", async () => {
    await putOff(delivery, "2031-07-20", DUE_AT);
    const [smsTo, remindTo] = ["+491711234567", "+491711234567"];
    await db.update(deliveries).set({ smsTo, remindTo }).where(eq(deliveries.id, delivery.id));
    await sendRequestedReminders(daysOn(60));
    expect(await mails("chosen_reminder")).toBe(1);
  });

  it.each(["2031-06-14", "2031-02-30", "2036-06-15", "tomorrow", ""])("refuses %j", async (date) => {
    expect(await putOff(delivery, date, DUE_AT)).toEqual({ ok: false, reason: "no_such_day" });
  });
});

describe("a reminder of what was delivered years ago", () => {
  /** Ninety days before its end. */
  const FIRST_NOTICE = new Date("2038-03-16T09:00:00Z");
  beforeEach(async () => {
    await db.update(memories).set({ deliveredAt: DUE_AT }).where(eq(memories.id, delivery.vaultId));
    delivery = await found(delivery);
  });

  it("comes before the first notice of its end", async () => {
    const now = addYears(DUE_AT, 3);
    for (const late of ["2039-06-14", "2038-03-16"])
      expect(await putOff(delivery, late, now)).toEqual({ ok: false, reason: "no_such_day" });
    expect(await putOff(delivery, "2038-03-15", now)).toEqual({ ok: true });
    await sendRequestedReminders(subDays(FIRST_NOTICE, 1));
    expect(await mails("chosen_reminder")).toBe(1);
  });

  it("is offered for no day once the notices have begun", async () => {
    expect(reminderDays(delivery, subDays(FIRST_NOTICE, 2))).toEqual({ first: "2038-03-15", last: "2038-03-15" });
    expect(reminderDays(delivery, FIRST_NOTICE)).toBeUndefined();
    expect(await putOff(delivery, "2038-04-01", FIRST_NOTICE)).toEqual({ ok: false, reason: "no_such_day" });
  });
});

describe("not for me", () => {
  it("ends reminders, is recorded once, and keeps the vault", async () => {
    await putOff(delivery, "2031-07-20", DUE_AT);
    await declineDelivery(delivery, DUE_AT);
    await declineDelivery(delivery, DUE_AT);
    await takeNextSteps(daysOn(60));
    await sendRequestedReminders(daysOn(60));
    expect([await mails("delivery_reminder"), await mails("chosen_reminder")]).toEqual([0, 0]);
    expect((await recordOf(delivery.vaultId)).filter((kind) => kind === "declined")).toHaveLength(1);
    expect(await storedVault(delivery.vaultId)).toMatchObject({ state: "delivered" });
    expect((await loadNews(reader, new Date())).received).toEqual([]);
  });

  it("is undone by reading the vault later", async () => {
    await declineDelivery(delivery, DUE_AT);
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    expect(await found(delivery)).toMatchObject({ declinedAt: null });
    expect((await loadNews(reader, new Date())).received).toHaveLength(1);
  });

  it("stays when an opened vault is read again", async () => {
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    await declineDelivery(delivery, DUE_AT);
    await inTransaction((tx) => recordOpening(tx, delivery, addDays(DUE_AT, 1)));
    expect((await found(delivery)).declinedAt).toEqual(DUE_AT);
    expect((await loadNews(reader, new Date())).received).toEqual([]);
  });

  it("stays when someone opens the vault with its claim card", async () => {
    const code = (await makeCard(sender, delivery.vaultId, { showsDay: false }, DUE_AT)) ?? "";
    await declineDelivery(delivery, DUE_AT);
    expect(await claimVault(code, addDays(DUE_AT, 1))).toMatchObject({ ok: true });
    expect((await found(delivery)).declinedAt).toEqual(DUE_AT);
  });

  it("is undone on an opened vault as well, which brings it back to the lists", async () => {
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    await declineDelivery(delivery, DUE_AT);
    expect((await loadNews(reader, new Date())).received).toEqual([]);
    await undoDecline(delivery, DUE_AT);
    await undoDecline(delivery, DUE_AT);
    expect((await loadNews(reader, new Date())).received).toHaveLength(1);
    await declineDelivery(delivery, DUE_AT);
    expect((await recordOf(delivery.vaultId)).slice(-3)).toEqual(["declined", "decline_undone", "declined"]);
    expect(await storedVault(delivery.vaultId)).toMatchObject({ state: "delivered" });
  });

  it("proves that the mail has arrived, even once undone: a late bounce changes nothing", async () => {
    await declineDelivery(delivery, DUE_AT);
    await undoDecline(delivery, DUE_AT);
    const [before] = await deliveriesOf(delivery.vaultId);
    await reportEvent(before?.messageId ?? "", "bounced", "550 no such user");
    expect(await deliveriesOf(delivery.vaultId)).toEqual([before]);
    expect(await storedVault(delivery.vaultId)).toMatchObject({ state: "delivered" });
  });

  it("does not carry over to a corrected address", async () => {
    const secondEmail = `second-${reader.email}`;
    const { id, delivery: first } = await createDueLetter(sender, { secondEmail });
    await reportEvent(first.messageId, "bounced");
    const [second] = await deliveriesOf(id);
    await declineDelivery(await found(second ?? expect.unreachable()), DUE_AT);
    await readdress(sender, id, { deliveryId: first.id, email: `third-${reader.email}` }, DUE_AT);
    expect(await deliveriesOf(id)).toMatchObject([{ state: "queued", declinedAt: null }]);
  });
});

describe("block this sender", () => {
  const send = async (to = reader.email) => {
    const id = await createLetter(sender, { recipientEmail: to });
    await deliverVault(id, DUE_AT);
    return id;
  };

  it("holds their letters to this email with the reason recorded, and sends no reminders", async () => {
    await blockSender(delivery, DUE_AT);
    expect(await isSenderBlocked(delivery)).toBe(true);
    const id = await send();
    expect(await storedVault(id)).toMatchObject({ state: "held" });
    expect(await recordOf(id)).toEqual(["scheduled", "due", "blocked", "held"]);
    const notices = await writtenTo(sender.email, "blocked_notice");
    expect(notices.map(({ props }) => [props.recipientEmail, props.url])).toEqual([
      [reader.email, `${env.BASE_URL}/memories/${id}`],
    ]);
    await takeNextSteps(daysOn(60));
    expect([await mails("delivery"), await mails("delivery_reminder")]).toEqual([1, 0]);
  });

  it("keeps their new letters out of every list, and what was opened in it", async () => {
    await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
    const [{ user: other }, before] = [await createUser({ name: "Leo", vaultLimit: 9 }), delivery.vaultId];
    await block({ senderId: other.id, recipient: reader.email }, DUE_AT);
    await blockSender(delivery, DUE_AT);
    const id = await send();
    await createDueLetter(other, { recipientEmail: reader.email });
    const lists = async () => {
      const news = (await loadNews(reader, DUE_AT)).received.map((vault) => vault.id);
      const timeline = (await listTimeline(reader, {})).entries.map((entry) => entry.id);
      const found = (await listTimeline(reader, { search: "Ada" })).entries.map((entry) => entry.id);
      return [news, timeline, found].map((ids) => ids.toSorted());
    };
    expect(await lists()).toEqual([[before], [before], [before]]);
    expect(await listSenders(reader)).toEqual([{ id: sender.id, name: "Ada" }]);
    await unblockSender(delivery, DUE_AT);
    const both = [before, id].toSorted();
    expect(await lists()).toEqual([both, both, both]);
  });

  it("applies only to this sender and this email", async () => {
    await blockSender(delivery, DUE_AT);
    const [{ user: other }, elsewhere] = [await createUser(), await send(`else-${reader.email}`)];
    const { delivery: fromOther } = await createDueLetter(other, { recipientEmail: reader.email });
    expect(await storedVault(elsewhere)).toMatchObject({ state: "delivering" });
    expect(fromOther.state).toBe("queued");
  });

  it("takes back reminders of this sender's letters only", async () => {
    const { delivery: fromOther } = await createDueLetter((await createUser()).user, { recipientEmail: reader.email });
    const reminded = inArray(deliveries.id, [delivery.id, fromOther.id]);
    await db
      .update(deliveries)
      .set({ remindAt: daysOn(9), remindTo: reader.email })
      .where(reminded);
    await blockSender(delivery, DUE_AT);
    const left = await db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(reminded, isNotNull(deliveries.remindAt)));
    expect(left).toEqual([{ id: fromOther.id }]);
  });

  it("applies to one recipient of a board; the others get it", async () => {
    await blockSender(delivery, DUE_AT);
    const boardRecipients = [
      { name: "Mia", email: reader.email },
      { name: "Leo", email: `leo-${reader.email}` },
    ];
    const id = await createLetter(sender, { type: "memory-board", boardRecipients });
    await deliverVault(id, DUE_AT);
    for (const { messageId } of await deliveriesOf(id)) {
      if (messageId) await sendMessage(messageId, "worker", DUE_AT);
    }
    expect(await storedVault(id)).toMatchObject({ state: "delivered" });
    const states = (await deliveriesOf(id)).map(({ recipientEmail, state }) => [
      recipientEmail === reader.email,
      state,
    ]);
    expect(states.toSorted()).toEqual([
      [false, "arrived"],
      [false, "arrived"],
      [true, "failed"],
    ]);
  });

  it("is undone by the same link, which delivers the held letters", async () => {
    await blockSender(delivery, DUE_AT);
    const id = await send();
    await Promise.all([unblockSender(delivery, DUE_AT), unblockSender(delivery, DUE_AT)]);
    expect(await isSenderBlocked(delivery)).toBe(false);
    expect(await storedVault(id)).toMatchObject({ state: "delivering" });
    expect(await mails("delivery")).toBe(2);
    const [keptBack] = await deliveriesOf(id);
    await sendMessage(keptBack?.messageId ?? "", "worker", DUE_AT);
    expect(await storedVault(id)).toMatchObject({ state: "delivered" });
  });

  it("loses no letter when blocking, unblocking and delivering coincide", async () => {
    for (let round = 0; round < 6; round += 1) {
      await blockSender(delivery, DUE_AT);
      const [id] = await Promise.all([send(), unblockSender(delivery, DUE_AT)]);
      expect(await deliveriesOf(id)).toMatchObject([{ state: "queued", messageId: expect.any(String) }]);
    }
  });

  it("cannot be bypassed by entering the same email again", async () => {
    await blockSender(delivery, DUE_AT);
    const id = await send();
    const [failed] = await deliveriesOf(id);
    const again = await readdress(sender, id, { deliveryId: failed?.id ?? "", email: reader.email }, DUE_AT);
    expect(again).toEqual({ ok: false, reason: "unwanted" });
    const other = `other-${reader.email}`;
    expect(await readdress(sender, id, { deliveryId: failed?.id ?? "", email: other }, DUE_AT)).toEqual({ ok: true });
  });

  it("is not possible for one's own letters", async () => {
    const { delivery: own } = await createDueLetter(sender, { type: "future-self" });
    const toSelf = await found(own);
    await blockSender(toSelf, DUE_AT);
    expect(await isSenderBlocked(toSelf)).toBe(false);
  });
});
