import { createId } from "@paralleldrive/cuid2";
import { addDays, addHours } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { blockSender } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { describeEvent } from "~/domain/vault/events";
import { listEvents } from "~/domain/vault/history.server";
import { cancelVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, legacyContacts, messages, proposedAddresses } from "~db/schema";
import {
  ALL_PERMISSIONS,
  askAbout,
  createContact,
  createUndeliverable,
  helperOf,
} from "../../../tests/factories/legacy";
import { createFailedLetter, DUE_AT, deliveriesOf, reportEvent, storedVault } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { answerBackupRequest, backupLink, findBackupRequest } from "./backup-contact.server";
import { takeNextSteps } from "./next-steps.server";
import { proposalLink } from "./proposed-address-link.server";
import { putOff } from "./put-off.server";
import { readdress } from "./readdress.server";
import { sendToProposedAddresses } from "./send-to-proposed.server";
import { findProposedAddress, stopProposedAddress } from "./stop-proposed-address.server";

const hoursOn = (hours: number) => addHours(DUE_AT, hours);
const randomEmail = () => `${createId()}@example.net`;

/** The backup contact was asked, and proposed another address at `DUE_AT`. */
async function arrange({ nextStepAt = addDays(DUE_AT, 7) } = {}) {
  const { user } = await createUser({ name: "Ada", vaultLimit: 5 });
  const [backup, given] = [randomEmail(), randomEmail()];
  const { id } = await createFailedLetter(user, { backupName: "Ben", backupEmail: backup });
  const [request] = await writtenTo(backup, "backup_request");
  const asked = await findBackupRequest(request?.props.url.split("/reach/")[1] ?? "");
  if (!asked) throw new Error("The backup contact was not asked.");
  await sendMessage(request?.id ?? "", "worker", DUE_AT);
  await db.update(deliveries).set({ nextStepAt }).where(eq(deliveries.vaultId, id));
  const before = (await deliveriesOf(id))[0];
  const propose = (email = given, now = DUE_AT) => answerBackupRequest(asked, email, now);
  expect(await propose()).toEqual({ ok: true });
  const notices = () => writtenTo(user.email, "proposed_address");
  const delivery = async () => (await deliveriesOf(id))[0];
  const sendNotice = async (at = DUE_AT) => {
    for (const notice of await notices()) await sendMessage(notice.id, "worker", at);
  };
  const proposal = async () => {
    const [stored] = await db.select().from(proposedAddresses).where(eq(proposedAddresses.vaultId, id));
    const found = await findProposedAddress(proposalLink(stored?.id ?? ""));
    if (!found) throw new Error("The stop link does not work.");
    return found;
  };
  const toldLast = async () => {
    const last = (await listEvents(id)).at(-1);
    return last && describeEvent(last);
  };
  return { user, id, given, before, request, propose, notices, delivery, sendNotice, proposal, toldLast };
}

describe("an address that a backup contact gives", () => {
  it("notifies the sender at once, with the address and a link that stops it", async () => {
    const { given, notices, id, proposal, toldLast } = await arrange();
    const link = (await notices())[0]?.props.url.split("/address-stop/")[1] ?? "";
    expect(await findProposedAddress(link)).toEqual(await proposal());
    expect((await notices()).map(({ props }) => props)).toMatchObject([
      { name: "Ada", contactName: "Ben", isLegacy: false, recipientName: "Mia", recipientEmail: given },
    ]);
    expect(await writtenTo(given, "delivery")).toEqual([]);
    expect((await deliveriesOf(id))[0]?.state).toBe("failed");
    expect(await toldLast()).toBe(
      "Your backup contact gave us another address for Mia. We told you, and won’t send anything there for three days.",
    );
  });

  it("gets nothing for 72 hours from the sender's mail, and the letter then, once", async () => {
    const { given, sendNotice, delivery, toldLast, proposal } = await arrange();
    await sendNotice(hoursOn(2));
    await sendToProposedAddresses(hoursOn(72));
    await sendToProposedAddresses(new Date(hoursOn(74).getTime() - 1));
    expect(await writtenTo(given, "delivery")).toEqual([]);
    await Promise.all([sendToProposedAddresses(hoursOn(75)), sendToProposedAddresses(hoursOn(75))]);
    expect(await writtenTo(given, "delivery")).toHaveLength(1);
    expect(await delivery()).toMatchObject({ recipientEmail: given, state: "queued", rung: "first_address" });
    expect(await toldLast()).toMatch(/^Three days have passed, .* your backup contact gave for Mia\.$/);
    const stopped = await proposal();
    expect(stopped.state).toBe("sent");
    expect(await stopProposedAddress(stopped, hoursOn(76))).toBe(false);
  });

  it("waits for as long as the sender's mail does, unless that cannot be sent at all", async () => {
    const { given, notices } = await arrange();
    await sendToProposedAddresses(hoursOn(80));
    expect(await writtenTo(given, "delivery")).toEqual([]);
    await db
      .update(messages)
      .set({ state: "failed" })
      .where(eq(messages.id, (await notices())[0]?.id ?? ""));
    await sendToProposedAddresses(hoursOn(82));
    expect(await writtenTo(given, "delivery")).toHaveLength(1);
  });

  it("is used although the question seems to have come back, and the wait goes on if it is stopped", async () => {
    const [kept, stopped] = [await arrange(), await arrange()];
    for (const { request, sendNotice } of [kept, stopped]) {
      await sendNotice();
      await reportEvent(request?.id ?? "", "bounced", "550 no such user");
    }
    await stopProposedAddress(await stopped.proposal(), hoursOn(24));
    await sendToProposedAddresses(hoursOn(72));
    expect(await kept.delivery()).toMatchObject({ recipientEmail: kept.given, state: "queued" });
    expect(await stopped.delivery()).toMatchObject({ rung: "backup", nextStepAt: addDays(DUE_AT, 7) });
    await takeNextSteps(addDays(DUE_AT, 7));
    expect(await stopped.delivery()).toMatchObject({ rung: "held" });
  });

  it("is never used once the sender stopped it, and everything is as before", async () => {
    const { given, id, before, propose, delivery, sendNotice, proposal, toldLast } = await arrange({
      nextStepAt: hoursOn(10),
    });
    await sendNotice();
    await takeNextSteps(hoursOn(10));
    expect((await delivery())?.nextStepAt).not.toEqual(before?.nextStepAt);
    expect(await stopProposedAddress(await proposal(), hoursOn(71))).toBe(true);
    expect(await delivery()).toEqual(before);
    expect(await toldLast()).toBe(
      "You stopped it: we won’t send anything to the address that your backup contact gave for Mia.",
    );
    expect(await propose(randomEmail(), hoursOn(73))).toEqual({ ok: false, reason: "not_needed" });
    await sendToProposedAddresses(hoursOn(100));
    expect(await writtenTo(given, "delivery")).toEqual([]);
    expect((await proposal()).state).toBe("stopped");
    await takeNextSteps(addDays(DUE_AT, 8));
    expect((await listEvents(id)).map(({ kind }) => kind)).toContain("given_up");
  });

  it("pauses the ladder and refuses other proposals while it waits", async () => {
    const { id, propose } = await arrange({ nextStepAt: hoursOn(10) });
    await takeNextSteps(hoursOn(95));
    expect((await listEvents(id)).at(-1)?.kind).toBe("address_proposed");
    expect(await propose(randomEmail())).toEqual({ ok: false, reason: "not_needed" });
  });

  it("pauses the ladder for as long as the sender’s mail cannot leave, and is used afterwards", async () => {
    const { given, delivery, sendNotice } = await arrange();
    await sendNotice(hoursOn(100));
    await takeNextSteps(hoursOn(171));
    expect(await delivery()).toMatchObject({ rung: "backup", nextStepAt: hoursOn(172) });
    await sendToProposedAddresses(hoursOn(172));
    expect(await writtenTo(given, "delivery")).toHaveLength(1);
  });

  it("is dropped when the sender gives one meanwhile, or its owner blocks the sender", async () => {
    const first = await arrange();
    await first.sendNotice();
    const own = { deliveryId: (await first.delivery())?.id ?? "", email: randomEmail() };
    expect(await readdress(first.user, first.id, own, hoursOn(1))).toEqual({ ok: true });
    const second = await arrange();
    await second.sendNotice();
    const delivery = await second.delivery();
    if (!delivery) throw new Error("no delivery");
    const other = await createFailedLetter(second.user, { recipientEmail: second.given });
    const link = await findDeliveryByLink(openingLink(other.delivery));
    if (!link) throw new Error("The link does not work.");
    await blockSender(link, hoursOn(1));
    await sendToProposedAddresses(hoursOn(75));
    for (const { given, proposal } of [first, second]) {
      expect(await writtenTo(given, "delivery")).toHaveLength(given === second.given ? 1 : 0);
      expect((await proposal()).state).toBe("over");
    }
  });

  it("is dropped once the recipient has answered after all", async () => {
    const { given, before, delivery, sendNotice, proposal } = await arrange();
    await sendNotice();
    const link = await findDeliveryByLink(openingLink(before ?? expect.unreachable()));
    expect(await putOff(link ?? expect.unreachable(), "2031-07-01", hoursOn(1))).toEqual({ ok: true });
    await sendToProposedAddresses(hoursOn(75));
    expect(await writtenTo(given, "delivery")).toEqual([]);
    expect((await proposal()).state).toBe("over");
    expect(await delivery()).toMatchObject({ recipientEmail: before?.recipientEmail, state: "arrived" });
  });

  it("is neither used nor asked for once the recipient has blocked the sender", async () => {
    const { id, given, before, propose, sendNotice, proposal } = await arrange();
    await sendNotice();
    const { backupEmail } = await storedVault(id);
    const request = backupLink(before ?? expect.unreachable(), backupEmail ?? "");
    expect(await findBackupRequest(request)).toMatchObject({ vaultId: id });
    const link = await findDeliveryByLink(openingLink(before ?? expect.unreachable()));
    await blockSender(link ?? expect.unreachable(), hoursOn(1));
    await sendToProposedAddresses(hoursOn(75));
    expect(await writtenTo(given, "delivery")).toEqual([]);
    expect((await proposal()).state).toBe("over");
    expect(await propose(randomEmail(), hoursOn(76))).toEqual({ ok: false, reason: "not_needed" });
    expect(await findBackupRequest(request)).toBeUndefined();
  });

  it("is refused once the letter was opened or cancelled, and if its owner has blocked the sender", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const createAsked = async () => {
      const { id: vaultId, delivery } = await createFailedLetter(user);
      return { vaultId, delivery, deliveryId: delivery.id, backupEmail: randomEmail() };
    };
    const [opened, cancelled, open] = [await createAsked(), await createAsked(), await createAsked()];
    await inTransaction((tx) => recordOpening(tx, opened.delivery, DUE_AT));
    await cancelVault(user, cancelled.vaultId);
    for (const asked of [opened, cancelled])
      expect(await answerBackupRequest(asked, randomEmail(), DUE_AT)).toEqual({ ok: false, reason: "not_needed" });
    const link = await findDeliveryByLink(openingLink(open.delivery));
    await blockSender(link ?? expect.unreachable(), DUE_AT);
    const other = await createAsked();
    const theirs = open.delivery.recipientEmail;
    expect(await answerBackupRequest(other, theirs, DUE_AT)).toEqual({ ok: false, reason: "unwanted" });
    expect(await writtenTo(user.email, "proposed_address")).toEqual([]);
  });

  it("cannot be stopped with a forged link", async () => {
    const { proposal } = await arrange();
    const { id } = await proposal();
    const link = proposalLink(id);
    for (const forged of [`${id}.${"x".repeat(43)}`, link.slice(0, -1), `${createId()}${link.slice(24)}`, ""])
      expect(await findProposedAddress(forged), forged).toBeUndefined();
  });
});

describe("an address that a legacy contact gives", () => {
  it.each([
    ["lose the permission", { updateEmail: false }],
    ["decline", { state: "declined" }],
  ] as const)("is dropped when they %s meanwhile, and the ladder continues", async (_, change) => {
    const { correctAddress } = await import("~/domain/legacy-help/contact-actions.server");
    const { contact, delivery, helper, id, owner } = await createUndeliverable(ALL_PERMISSIONS);
    const before = (await deliveriesOf(id))[0];
    expect(await correctAddress(helper, { deliveryId: delivery.id, email: "a@mia.example" }, DUE_AT)).toEqual({
      ok: true,
    });
    for (const { id: notice } of await writtenTo(owner.email, "proposed_address"))
      await sendMessage(notice, "w", DUE_AT);
    await db.update(legacyContacts).set(change).where(eq(legacyContacts.id, contact.id));
    await sendToProposedAddresses(hoursOn(75));
    expect(await writtenTo("a@mia.example", "delivery")).toEqual([]);
    expect((await deliveriesOf(id))[0]).toEqual(before);
    const [stored] = await db.select().from(proposedAddresses).where(eq(proposedAddresses.vaultId, id));
    expect(stored).toMatchObject({ state: "over", nextStepAt: null });
  });

  it("is dropped when the sender gives another one meanwhile, even if that fails, too", async () => {
    const { correctAddress } = await import("~/domain/legacy-help/contact-actions.server");
    const { user: owner } = await createUser({ name: "Ada" });
    const contacts = [await createContact(owner, ALL_PERMISSIONS), await createContact(owner, ALL_PERMISSIONS)];
    const { id, delivery } = await createFailedLetter(owner);
    const [given, own] = [randomEmail(), randomEmail()];
    const helper = await helperOf(contacts[0]?.id ?? "", id);
    expect(await correctAddress(helper, { deliveryId: delivery.id, email: given }, DUE_AT)).toEqual({ ok: true });
    const [notice] = await writtenTo(owner.email, "proposed_address");
    await sendMessage(notice?.id ?? "", "worker", DUE_AT);
    expect(await readdress(owner, id, { deliveryId: delivery.id, email: own }, hoursOn(1))).toEqual({ ok: true });
    await reportEvent((await deliveriesOf(id))[0]?.messageId ?? "", "bounced");
    await sendToProposedAddresses(hoursOn(75));
    expect(await writtenTo(given, "delivery")).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([{ recipientEmail: own, state: "failed", rung: "legacy" }]);
    const another = await correctAddress(helper, { deliveryId: delivery.id, email: randomEmail() }, hoursOn(76));
    expect(another).toEqual({ ok: true });
  });

  it("can still come from another contact after one was stopped", async () => {
    const { correctAddress } = await import("~/domain/legacy-help/contact-actions.server");
    const { delivery, helper, id, owner } = await createUndeliverable(ALL_PERMISSIONS);
    const other = await createContact(owner, ALL_PERMISSIONS);
    await askAbout(delivery);
    const give = async (by: typeof helper, email: string) =>
      (await correctAddress(by, { deliveryId: delivery.id, email }, DUE_AT)).ok;
    expect(await give(helper, "one@mia.example")).toBe(true);
    const [notice] = await writtenTo(owner.email, "proposed_address");
    const found = await findProposedAddress(notice?.props.url.split("/address-stop/")[1] ?? "");
    if (!found) throw new Error("The stop link does not work.");
    await stopProposedAddress(found, DUE_AT);
    expect(await give(helper, "two@mia.example")).toBe(false);
    expect(await give(await helperOf(other.id, id), "three@mia.example")).toBe(true);
  });
});
