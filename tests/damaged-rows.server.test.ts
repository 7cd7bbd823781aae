/** Maintenance of many people's rows: one that cannot be handled waits, and all others go on. */
import { addDays, addHours, addMinutes } from "date-fns";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { checkAddressHealth } from "~/domain/address-health/check-address-health.server";
import { findCard } from "~/domain/claim/card.server";
import { answerBackupRequest } from "~/domain/delivery/backup-contact.server";
import { takeNextSteps } from "~/domain/delivery/next-steps.server";
import { sendRequestedReminders } from "~/domain/delivery/put-off.server";
import { listContacts } from "~/domain/legacy/contacts.server";
import { advanceLegacyRequests } from "~/domain/legacy-help/advance-legacy-requests.server";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { listActivity } from "~/domain/overview/activity.server";
import { loadDashboard } from "~/domain/overview/dashboard.server";
import { listTimeline } from "~/domain/overview/timeline.server";
import { writeWeeklyDigests } from "~/domain/overview/weekly-digest.server";
import { db, inTransaction, pool } from "~/services/db.server";
import { log } from "~/services/log.server";
import { deliveries, memories, profiles } from "~db/schema";
import { createContact, createUndeliverable, sendLegacyNotices, storedLegacyRequest } from "./factories/legacy";
import {
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  reportEvent,
  storedVault,
  WRITTEN_AT,
} from "./factories/letter";
import { sendMessage, writtenTo } from "./factories/outbox";
import { createUser } from "./factories/user";

/** Its key cannot be unwrapped, as after a disk failure. */
async function damage(vaultId: string): Promise<void> {
  await db
    .update(memories)
    .set({ wrappedKey: Buffer.alloc(61, 1) })
    .where(eq(memories.id, vaultId));
}

async function createSentLetter() {
  const { user } = await createUser();
  const { id, delivery } = await createDueLetter(user);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  return { id, address: delivery.recipientEmail, deliveryId: delivery.id };
}

/** Writes of mails to this address fail while `work` runs. */
async function refusingMailsTo(email: string, work: () => Promise<unknown>): Promise<void> {
  await pool.promise().query(`CREATE TRIGGER refuse_mail BEFORE INSERT ON messages FOR EACH ROW
    IF NEW.to_address = '${email}' THEN SIGNAL SQLSTATE '45000'; END IF`);
  await work().finally(() => pool.promise().query("DROP TRIGGER refuse_mail"));
}

let logged: ReturnType<typeof vi.spyOn>;
beforeAll(() => {
  logged = vi.spyOn(log, "error").mockReturnValue(undefined);
});
beforeEach(() => logged.mockClear());
afterAll(() => logged.mockRestore());

describe("a damaged vault", () => {
  it("holds up no other reminder, and is retried in an hour", async () => {
    const [bad, good] = [await createSentLetter(), await createSentLetter()];
    await damage(bad.id);
    const now = addMinutes(addDays(DUE_AT, 3), 1);
    await takeNextSteps(now);
    expect(await writtenTo(good.address, "delivery_reminder")).toHaveLength(1);
    expect(await writtenTo(bad.address, "delivery_reminder")).toEqual([]);
    expect(await deliveriesOf(bad.id)).toMatchObject([{ nextStepAt: addHours(now, 1), reminders: 0 }]);
    expect(logged).toHaveBeenCalled();
  });

  it("holds up no other requested reminder", async () => {
    const [bad, good] = [await createSentLetter(), await createSentLetter()];
    await damage(bad.id);
    const now = addDays(DUE_AT, 30);
    await db
      .update(deliveries)
      .set({ remindAt: now })
      .where(inArray(deliveries.id, [bad.deliveryId, good.deliveryId]));
    await sendRequestedReminders(now);
    expect(await writtenTo(good.address, "chosen_reminder")).toHaveLength(1);
    expect(await deliveriesOf(bad.id)).toMatchObject([{ remindAt: addHours(now, 1) }]);
  });

  it("holds up no list of its owner, nor their weekly digest", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    await damage(await createLetter(user, { deliveryDate: "2030-01-20" }));
    await createLetter(user, { title: "Good", deliveryDate: "2030-01-20" });
    const now = addDays(WRITTEN_AT, 7);
    const lists = [
      (await loadDashboard(user, "pending", now)).vaults,
      (await listTimeline(user, {})).entries,
      (await listActivity(user, "all")).upcoming,
    ];
    for (const list of lists) expect(list.map(({ title }) => title).sort()).toEqual(["", "Good"]);
    await db.update(profiles).set({ nextDigestAt: now }).where(eq(profiles.id, user.id));
    while ((await writeWeeklyDigests(now)).isFull);
    const [mail] = await writtenTo(user.email, "weekly_digest");
    expect(mail?.props.upcoming.map(({ title }) => title).sort()).toEqual(["Good", "Untitled Vault"]);
  });

  it("is opened, or comes back, as any other", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const [opened, returned] = [await createDueLetter(user), await createDueLetter(user)];
    await sendMessage(returned.delivery.messageId ?? "", "worker", DUE_AT);
    for (const { id } of [opened, returned]) await damage(id);
    await inTransaction((tx) => recordOpening(tx, opened.delivery, DUE_AT));
    await reportEvent(returned.delivery.messageId, "bounced", "550 no such user");
    expect([await storedVault(opened.id), await storedVault(returned.id)]).toMatchObject([
      { state: "delivered" },
      { state: "held" },
    ]);
    for (const [kind, vaultId] of [
      ["delivered_notice", opened.id],
      ["not_delivered", returned.id],
    ] as const) {
      const mail = (await writtenTo(user.email, kind)).find((one) => one.vaultId === vaultId);
      expect(mail?.props).toMatchObject({ title: "Untitled Vault" });
    }
  });

  it("comes back also if a legacy contact is to get a copy", async () => {
    const { user } = await createUser();
    await createContact(user, { receiveDuplicate: true });
    const { id, delivery } = await createDueLetter(user);
    await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
    await damage(id);
    await reportEvent(delivery.messageId, "bounced", "550 no such user");
    expect(await deliveriesOf(id)).toMatchObject([{ state: "failed", rung: "legacy" }]);
    const [mail] = await writtenTo(user.email, "legacy_wait");
    expect(mail?.props).toMatchObject({ title: "Untitled Vault" });
  });

  it("can get another address from its backup contact", async () => {
    const { user } = await createUser();
    const { id, delivery } = await createFailedLetter(user, { backupEmail: "ben@example.net" });
    await damage(id);
    const asked = { deliveryId: delivery.id, vaultId: id, backupEmail: "ben@example.net" };
    expect(await answerBackupRequest(asked, "leo@example.net", DUE_AT)).toEqual({ ok: true });
    const [mail] = await writtenTo(user.email, "proposed_address");
    expect(mail?.props).toMatchObject({ title: "Untitled Vault" });
  });

  it("has a claim card, and holds up no list of legacy contacts", async () => {
    const { owner, helper, id } = await createUndeliverable();
    await requestView(helper, DUE_AT);
    await damage(id);
    expect(await findCard(owner, id)).toMatchObject({ title: "Untitled Vault" });
    expect((await listContacts(owner))[0]?.waits.at(0)).toMatchObject({ title: "Untitled Vault" });
  });

  it("holds up no search of its recipient", async () => {
    const [{ user }, { user: reader }] = [await createUser({ vaultLimit: 2 }), await createUser()];
    for (const title of ["Bad", "Good"]) {
      const { id } = await createDueLetter(user, { title, recipientEmail: reader.email });
      if (title === "Bad") await damage(id);
    }
    for (const search of ["good", "good"])
      expect((await listTimeline(reader, { search })).entries).toMatchObject([{ title: "Good" }]);
    expect((await listTimeline(reader, { search: user.name })).entries).toHaveLength(2);
  });

  it("or a mail that cannot be written holds up no other weekly digest", async () => {
    const [bad, good] = [await createUser(), await createUser()];
    for (const { user } of [bad, good]) await createLetter(user, { deliveryDate: "2030-01-20" });
    const now = addDays(WRITTEN_AT, 7);
    const both = inArray(profiles.id, [bad.user.id, good.user.id]);
    await db.update(profiles).set({ nextDigestAt: now }).where(both);
    await refusingMailsTo(bad.user.email, async () => {
      while ((await writeWeeklyDigests(now)).isFull);
    });
    expect(await writtenTo(good.user.email, "weekly_digest")).toHaveLength(1);
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, bad.user.id));
    expect(profile?.nextDigestAt).toEqual(addHours(now, 1));
  });

  it("or a mail that cannot be written holds up no other legacy contact", async () => {
    const [bad, good] = [await createUndeliverable(), await createUndeliverable()];
    for (const { helper } of [bad, good]) await requestView(helper, DUE_AT);
    for (const { id } of [bad, good]) await sendLegacyNotices(id);
    const now = addDays(DUE_AT, 23);
    await refusingMailsTo(bad.owner.email, () => advanceLegacyRequests(now));
    const notices = await writtenTo(good.owner.email, "legacy_wait");
    const reminders = notices.filter(({ uniqueKey }) => uniqueKey.endsWith(":reminder"));
    expect(reminders).toHaveLength(2);
    expect(await storedLegacyRequest(bad.contact.id, "view")).toMatchObject({ nextStepAt: addHours(now, 1) });
  });

  it("holds up no yearly mail, neither of others nor of its sender", async () => {
    const [bad, good] = [await createUser({ vaultLimit: 2 }), await createUser()];
    const ids = [await createLetter(bad.user, { title: "Bad" }), await createLetter(bad.user, { title: "Good" })];
    await createLetter(good.user);
    await db.update(profiles).set({ createdAt: WRITTEN_AT });
    await checkAddressHealth(WRITTEN_AT);
    await damage(ids[0] ?? "");
    await checkAddressHealth(addDays(WRITTEN_AT, 366));
    for (const kind of ["annual_letter", "still_right"] as const) {
      expect(await writtenTo(good.user.email, kind)).toHaveLength(1);
      const [mail] = await writtenTo(bad.user.email, kind);
      expect(mail?.props.vaults.map(({ title }) => title).sort()).toEqual(["Good", "Untitled Vault"]);
    }
    expect(logged).toHaveBeenCalled();
  });
});
