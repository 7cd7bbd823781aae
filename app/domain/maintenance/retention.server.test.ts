import { addDays, addHours, addYears, subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { type Permissions, WAIT_DAYS } from "~/domain/legacy/legacy";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { findHelperByLink } from "~/domain/legacy-help/help.server";
import { deleteDiscarded } from "~/domain/media/discarded-files.server";
import { addMedia } from "~/domain/media/media.server";
import { block, blockSender } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { decryptTitle } from "~/domain/vault/vault-content.server";
import { renderEmail } from "~/emails/catalogue";
import { env } from "~/env.server";
import { db, inTransaction } from "~/services/db.server";
import { MediaMissing, readMedia } from "~/services/media-store.server";
import {
  blockedSenders,
  deliveries,
  legacyContacts,
  media,
  memories,
  messages,
  profiles,
  retentions,
} from "~db/schema";
import { png } from "../../../tests/corpus/photos";
import { onOneServer } from "../../../tests/factories/cluster";
import { changeEmail } from "../../../tests/factories/email-change";
import { createUndeliverable, passLegacyWait } from "../../../tests/factories/legacy";
import {
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
  storedVault,
} from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { failWaiting, untilWaiting } from "../../../tests/factories/statements";
import { createUser, reload } from "../../../tests/factories/user";
import { applyRetention } from "./retention.server";
import { listEnding } from "./retention-preview.server";

const END = addYears(DUE_AT, 7);

beforeEach(async () => {
  await db.delete(retentions);
  await db.update(memories).set({ deliveredAt: null });
});

async function runAt(at: Date): Promise<void> {
  while ((await applyRetention(at)).isFull);
}

async function createRead(options: object = {}, letter: object = {}) {
  const person = await createUser({ vaultLimit: 5, ...options });
  const { id, delivery } = await createDueLetter(person.user, letter);
  await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
  return { ...person, id, delivery };
}

const isThere = async (id: string) => (await db.$count(memories, eq(memories.id, id))) > 0;

describe("a vault that was delivered", () => {
  it("is kept for seven years, and announced 90, 30 and 7 days before to both sides", async () => {
    const { user, id, delivery } = await createRead();
    const told = async () => [
      (await writtenTo(user.email, "ending_soon")).length,
      (await writtenTo(delivery.recipientEmail, "ending_soon")).length,
    ];
    for (const [days, count] of [
      [91, 0],
      [90, 1],
      [31, 1],
      [30, 2],
      [8, 2],
      [7, 3],
      [1, 3],
    ] as const) {
      await runAt(subDays(END, days));
      expect(await told(), `${days} days before`).toEqual([count, count]);
    }
    const mails = await writtenTo(delivery.recipientEmail, "ending_soon");
    expect(mails.map(({ props }) => [props.deleteOn, props.isLast])).toEqual([
      ["2038-06-14", false],
      ["2038-06-14", false],
      ["2038-06-14", true],
    ]);
    expect(mails[0]?.props.url).toContain(`/open/${delivery.id}`);
    expect(mails[0]?.props.unsubscribeUrl).toContain("/stop/");
    expect(await isThere(id)).toBe(true);
    await runAt(END);
    expect(await isThere(id)).toBe(false);
  });

  it("frees its slot, and its files leave the store", async () => {
    const { sessionToken, id } = await createRead();
    await addMedia(id, 0, { kind: "photo", fileName: "sea.png", content: await png(30, 20) });
    const [row] = await db.select().from(media).where(eq(media.vaultId, id));
    for (const days of [90, 30, 7, 0]) await runAt(subDays(END, days));
    expect(await reload(sessionToken)).toMatchObject({ vaultsUsed: 0, vaultsDelivered: 0 });
    await deleteDiscarded();
    await expect(readMedia(row?.storageKey ?? "", { kind: "photo" })).rejects.toThrow(MediaMissing);
  });

  it("is never deleted without three notices, the last a week before, however long nothing ran", async () => {
    const { user, id } = await createRead();
    const late = addYears(END, 1);
    const toldOn: number[] = [];
    let day = 0;
    for (; await isThere(id); day += 1) {
      const before = (await writtenTo(user.email, "ending_soon")).length;
      await runAt(addDays(late, day));
      if ((await writtenTo(user.email, "ending_soon")).length > before) toldOn.push(day);
    }
    expect(toldOn).toEqual([0, 60, 83]);
    expect(day - 1).toBe(90);
  });

  it("is announced once when several workers look at the same moment", async () => {
    const { user, id } = await createRead();
    const at = subDays(END, 60);
    await Promise.all([applyRetention(at), applyRetention(at), applyRetention(at)]);
    expect(await writtenTo(user.email, "ending_soon")).toHaveLength(1);
    expect(await db.select().from(retentions).where(eq(retentions.vaultId, id))).toMatchObject([{ notices: 1 }]);
  });

  it("is announced in time when another cannot be, which is tried again in an hour", async () => {
    const [damaged, other] = [await createRead(), await createRead()];
    const isDamaged = eq(memories.id, damaged.id);
    const [vault] = await db.select().from(memories).where(isDamaged);
    await db
      .update(memories)
      .set({ wrappedKey: Buffer.alloc(61, 1) })
      .where(isDamaged);
    const at = subDays(END, 90);
    await runAt(at);
    expect(await writtenTo(damaged.user.email, "ending_soon")).toEqual([]);
    expect(await writtenTo(other.user.email, "ending_soon")).toHaveLength(1);
    const steps = await db.select().from(retentions);
    const nextOf = (id: string) => steps.find(({ vaultId }) => vaultId === id)?.nextStepAt;
    expect([nextOf(damaged.id), nextOf(other.id)]).toEqual([addHours(at, 1), subDays(END, 30)]);
    await db.update(memories).set({ wrappedKey: vault?.wrappedKey }).where(isDamaged);
    await runAt(addHours(at, 1));
    expect(await writtenTo(damaged.user.email, "ending_soon")).toHaveLength(1);
  });

  onOneServer("is announced 30 days before even if a worker failed while another announced it", async () => {
    const { id } = await createRead();
    const [at, next] = [subDays(END, 90), subDays(END, 30)];
    const ofVault = eq(retentions.vaultId, id);
    await db.insert(retentions).values({ vaultId: id, notices: 0, deleteAt: END, nextStepAt: at });
    const failing = await inTransaction(async (tx) => {
      await tx.select().from(memories).where(eq(memories.id, id)).for("update");
      await tx.update(retentions).set({ notices: 1, nextStepAt: next }).where(ofVault);
      const run = applyRetention(at);
      await failWaiting(id, "select `id`");
      await untilWaiting(id, "update `retentions`");
      return { run };
    });
    await failing.run;
    expect(await db.select().from(retentions).where(ofVault)).toMatchObject([{ notices: 1, nextStepAt: next }]);
  });

  it("tells an account that changed its email at its present one, too", async () => {
    const mia = await createUser({ name: "Mia" });
    const { user, id, delivery } = await createRead({}, { recipientEmail: mia.user.email });
    const moved = await changeEmail(mia);
    await runAt(subDays(END, 90));
    expect(await writtenTo(delivery.recipientEmail, "ending_soon")).toHaveLength(1);
    const [mail, ...more] = await writtenTo(moved.email, "ending_soon");
    expect(more).toEqual([]);
    expect(mail?.props).toMatchObject({ name: "Mia", senderName: user.name, deleteOn: "2038-06-14" });
    expect(mail?.props.url).toBe(`${env.BASE_URL}/memories/${id}`);
    expect(mail?.props.unsubscribeUrl).toContain("/stop/");
    await block({ senderId: user.id, recipient: moved.email }, DUE_AT);
    await runAt(subDays(END, 30));
    expect(await writtenTo(moved.email, "ending_soon")).toHaveLength(1);
  });

  it("says nothing to those who declined it or blocked its sender", async () => {
    const [one, other] = [await createRead(), await createRead()];
    await db.update(deliveries).set({ declinedAt: DUE_AT }).where(eq(deliveries.id, one.delivery.id));
    await blockSenderOf(other.delivery.id);
    await runAt(subDays(END, 90));
    for (const { user, delivery } of [one, other]) {
      expect(await writtenTo(user.email, "ending_soon")).toHaveLength(1);
      expect(await writtenTo(delivery.recipientEmail, "ending_soon")).toEqual([]);
    }
  });

  it("writes to no one for the holder of its claim card", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { type: "memory-board" });
    await claimVault((await makeCard(user, id, { showsDay: true })) ?? "", DUE_AT);
    await runAt(subDays(END, 90));
    const notices = await db.select().from(messages).where(eq(messages.kind, "ending_soon"));
    expect(notices.filter(({ vaultId }) => vaultId === id)).toMatchObject([{ toAddress: user.email }]);
  });

  it("starts again when the letter came back", async () => {
    const { id } = await createRead();
    await runAt(subDays(END, 90));
    await db.update(memories).set({ deliveredAt: END }).where(eq(memories.id, id));
    for (const days of [30, 7, 0]) await runAt(subDays(END, days));
    expect(await isThere(id)).toBe(true);
    expect(await db.$count(retentions)).toBe(0);
  });
});

async function blockSenderOf(deliveryId: string): Promise<void> {
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, deliveryId));
  const found = delivery && (await findDeliveryByLink(openingLink(delivery)));
  if (!found) throw new Error("There is no such delivery.");
  await blockSender(found, DUE_AT);
  expect(await db.$count(blockedSenders, eq(blockedSenders.senderId, delivery.senderId))).toBe(1);
}

describe("a vault that waits", () => {
  it("is kept however long it waits, and a held one until its time is over", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const waiting = await createLetter(user);
    const { id: held } = await createFailedLetter(user);
    await db.update(memories).set({ state: "held", heldUntil: END }).where(eq(memories.id, held));
    for (const days of [90, 30, 7, 0]) await runAt(subDays(END, days));
    expect((await storedVault(waiting)).state).toBe("scheduled");
    expect(await isThere(held)).toBe(false);
  });

  it.each([
    ["open", null],
    ["sealed", DUE_AT],
  ])("is never called delivered to the sender of a held one: %s", async (held, sealedAt) => {
    const { user } = await createUser({ vaultLimit: 5 });
    const { id } = await createFailedLetter(user);
    await db.update(memories).set({ state: "held", heldUntil: END, sealedAt }).where(eq(memories.id, id));
    for (const days of [90, 30, 7]) await runAt(subDays(END, days));
    const mails = await writtenTo(user.email, "ending_soon");
    expect(mails.map(({ props }) => props.held)).toEqual([held, held, held]);
    for (const { props } of mails) {
      const { text } = renderEmail("ending_soon", props);
      const words = text.replace(/\s+/g, " ");
      expect(words).toMatch(/couldn’t deliver .+ Give us another address/);
      expect(words).not.toMatch(/was delivered|Save a copy/);
      expect(words.includes("download a copy")).toBe(held === "open");
    }
  });
});

describe("a legacy contact", () => {
  /** Returns a held vault that its contact has asked to read, thirty days ago. */
  async function createAsked(permissions: Partial<Permissions>) {
    const created = await createUndeliverable(permissions);
    await requestView(created.helper, DUE_AT);
    await passLegacyWait(created.id, addDays(DUE_AT, WAIT_DAYS));
    await db.update(memories).set({ state: "held", heldUntil: END }).where(eq(memories.id, created.id));
    const notices = async () => {
      for (const days of [90, 30, 7]) await runAt(subDays(END, days));
      return writtenTo(created.contact.email, "legacy_ending");
    };
    return { ...created, notices };
  }

  it("gets a mail before the end of what they can read, without its title", async () => {
    const { owner, id, contact, notices } = await createAsked({ viewContent: true, receiveDuplicate: true });
    await db.update(profiles).set({ erasedAt: DUE_AT }).where(eq(profiles.id, owner.id));
    const mails = await notices();
    expect(mails.map(({ props }) => [props.deleteOn, props.isLast])).toEqual([
      ["2038-06-14", false],
      ["2038-06-14", false],
      ["2038-06-14", true],
    ]);
    const { props } = mails[0] ?? expect.unreachable();
    expect(await findHelperByLink(props.url.split("/").at(-1) ?? "")).toMatchObject({ contactId: contact.id });
    expect(props.unsubscribeUrl).toContain("/stop/");
    const { subject, text } = renderEmail("legacy_ending", props);
    expect(`${subject}${text}`).not.toContain(decryptTitle(await storedVault(id)));
  });

  it("gets no mail where they could only correct the address", async () => {
    expect(await (await createAsked({ updateEmail: true })).notices()).toEqual([]);
  });

  it("gets no mail once they may no longer read it", async () => {
    const { contact, notices } = await createAsked({ viewContent: true });
    await db.update(legacyContacts).set({ viewContent: false }).where(eq(legacyContacts.id, contact.id));
    expect(await notices()).toEqual([]);
  });

  it("gets a mail about the end of a copy, but none about what else has arrived since", async () => {
    const told: number[] = [];
    for (const permission of ["receiveDuplicate", "viewContent"] as const) {
      const { id, delivery, notices } = await createAsked({ [permission]: true });
      await inTransaction((tx) => recordOpening(tx, { id: delivery.id, vaultId: id }, DUE_AT));
      told.push((await notices()).length);
    }
    expect(told).toEqual([3, 0]);
  });

  it("gets one mail where they have received it as its recipient, too", async () => {
    const { id, contact, delivery, notices } = await createAsked({ receiveDuplicate: true });
    await inTransaction((tx) => recordOpening(tx, { id: delivery.id, vaultId: id }, DUE_AT));
    const recipientEmail = contact.email;
    await db.update(deliveries).set({ recipientEmail }).where(eq(deliveries.id, delivery.id));
    expect(await notices()).toEqual([]);
    expect(await writtenTo(recipientEmail, "ending_soon")).toHaveLength(3);
  });
});

describe("an erased account", () => {
  it("is deleted with the last vault that others had from it", async () => {
    const { user } = await createRead();
    await db.update(profiles).set({ erasedAt: DUE_AT }).where(eq(profiles.id, user.id));
    for (const days of [90, 30, 7, 0]) await runAt(subDays(END, days));
    expect(await db.$count(profiles, eq(profiles.id, user.id))).toBe(0);
  });
});

describe("the list of what would be deleted", () => {
  it("names vaults by their ids with their days, and changes nothing", async () => {
    const { id } = await createRead();
    const first = subDays(END, 90);
    expect(await listEnding(first, first)).toEqual([]);
    expect(await listEnding(END, first)).toMatchObject([{ id, state: "delivered", endsAt: END, notices: 0, files: 0 }]);
    expect(await db.$count(retentions)).toBe(0);
    const at = subDays(END, 60);
    await runAt(at);
    // Its first notice was late, so it stays for ninety days from then.
    const [listed] = await listEnding(addYears(END, 1), at);
    expect(listed).toMatchObject({ id, endsAt: addDays(at, 90), notices: 1 });
  });
});
