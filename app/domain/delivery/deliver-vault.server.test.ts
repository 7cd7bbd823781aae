import { addSeconds } from "date-fns";
import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { verifyEmail } from "~/domain/account/account.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { transitionVaults } from "~/domain/vault/transition.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { memories } from "~db/schema";
import { onOneServer } from "../../../tests/factories/cluster";
import {
  createLetter,
  DUE_AT,
  deliveriesOf,
  letterInput,
  recordOf,
  storedVault,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { mailedToken, sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { deliverBatch, deliverVault } from "./deliver-vault.server";

const JUST_BEFORE = new Date(DUE_AT.getTime() - 1);

describe("a batch of due vaults", () => {
  // Before all others in this database.
  const LONG_AGO = { deliveryDate: "2001-01-01" };
  const PAST = new Date("2000-12-01T00:00:00Z");
  const SOON_AFTER = new Date("2001-01-02T00:00:00Z");

  async function createDueVaults(count: number): Promise<string[]> {
    const { user } = await createUser({ vaultLimit: count });
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) ids.push(await createLetter(user, LONG_AGO, PAST));
    return ids;
  }

  async function expectBegun(ids: string[]): Promise<void> {
    for (const id of ids) {
      expect((await storedVault(id)).state).toBe("delivering");
      expect(await deliveriesOf(id)).toHaveLength(1);
      expect(await recordOf(id)).toEqual(["scheduled", "due"]);
    }
  }

  const update = (ids: string[], columns: Partial<typeof memories.$inferInsert>) =>
    db.update(memories).set(columns).where(inArray(memories.id, ids));

  it("is begun once by several workers", async () => {
    const ids = await createDueVaults(30);
    const work = async () => {
      while ((await deliverBatch(SOON_AFTER)).length > 0);
    };
    await Promise.all(Array.from({ length: 4 }, work));
    // Each skips what the other had locked.
    await work();
    await expectBegun(ids);
  });

  it("continues without a failed vault, which is retried later and shown to its owner after some failures", async () => {
    const ids = await createDueVaults(4);
    const [broken = "", ...others] = ids;
    await update([broken], { masterKeyId: 99 });
    await deliverBatch(SOON_AFTER);
    await expectBegun(others);
    expect(await storedVault(broken)).toMatchObject({
      state: "scheduled",
      deliveryFailures: 1,
      dueAt: addSeconds(SOON_AFTER, 60),
    });
    for (let failures = 2; failures <= 5; failures += 1) {
      const { dueAt } = await storedVault(broken);
      await deliverBatch(dueAt ?? undefined);
      expect((await storedVault(broken)).deliveryFailures).toBe(failures);
    }
    expect((await recordOf(broken)).filter((kind) => kind === "delivery_delayed")).toHaveLength(1);
    await update([broken], { masterKeyId: 1 });
    await deliverBatch((await storedVault(broken)).dueAt ?? undefined);
    expect((await storedVault(broken)).state).toBe("delivering");
  });

  it("continues after a failed vault that cannot be put off either", async () => {
    const ids = await createDueVaults(3);
    const [broken = "", ...others] = ids;
    await update([broken], { masterKeyId: 99, deliveryAt: new Date("2000-12-31T00:00:00Z") });
    await db.execute(
      sql.raw(`CREATE TRIGGER refuse_failure BEFORE UPDATE ON memories FOR EACH ROW
        IF NEW.id = '${broken}' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`),
    );
    await deliverBatch(SOON_AFTER);
    await db.execute(sql`DROP TRIGGER refuse_failure`);
    await expectBegun(others);
    await update([broken], { state: "draft" });
  });

  it("has one board, or as many letters as a statement can hold", async () => {
    const [board = "", ...others] = await createDueVaults(4);
    await update([board], { isMemoryBoard: true, deliveryAt: new Date("2000-12-31T00:00:00Z") });
    await update(others, { messageEncrypted: Buffer.alloc(600_000) });
    expect(await deliverBatch(SOON_AFTER)).toEqual([board]);
    await update(others, { state: "draft" });
  });

  onOneServer("skips a vault that someone has locked", async () => {
    const [locked = "", ...others] = await createDueVaults(3);
    await inTransaction(async (tx) => {
      await tx.select().from(memories).where(eq(memories.id, locked)).for("update");
      await deliverBatch(SOON_AFTER);
      await expectBegun(others);
      await transitionVaults(tx, [locked], "cancelled", new Date(), { cancelledAt: new Date() });
    });
    await deliverBatch(SOON_AFTER);
    expect(await deliveriesOf(locked)).toEqual([]);
  });

  it("has no vault of an unverified sender until the email is verified", async () => {
    const { user } = await createUser({ verified: false });
    const id = await createLetter(user, LONG_AGO, PAST);
    expect((await storedVault(id)).dueAt).toBeNull();
    expect(await deliverBatch(SOON_AFTER)).toEqual([]);
    await verifyEmail(user, await mailedToken(user.email, "verify_address"));
    await deliverBatch(SOON_AFTER);
    await expectBegun([id]);
  });
});

describe("delivering a vault", () => {
  it("does nothing a millisecond before its instant", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await deliverVault(id, JUST_BEFORE);
    expect((await storedVault(id)).state).toBe("scheduled");
    expect(await deliveriesOf(id)).toEqual([]);
  });

  it("begins at its instant: one delivery and one mail that carries its link", async () => {
    const { user } = await createUser({ name: "Ada" });
    const id = await createLetter(user, { title: "For Mia", recipientName: "Mia", recipientEmail: "mia@example.net" });
    await deliverVault(id, DUE_AT);
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ recipientName: "Mia", recipientEmail: "mia@example.net", state: "queued" });
    const [mail, ...others] = await writtenTo("mia@example.net", "delivery");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ vaultId: id, deliveryId: delivery?.id, state: "queued" });
    expect(mail?.props).toMatchObject({ recipientName: "Mia", senderName: "Ada", title: "For Mia" });
    const link = mail?.props.url.split("/open/")[1] ?? "";
    expect((await findDeliveryByLink(link))?.id).toBe(delivery?.id);
    expect(await recordOf(id)).toEqual(["scheduled", "due"]);
  });

  it("puts the text into the mail only if the sender chose so", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const apart = await createLetter(user, { message: "Only behind the link", recipientEmail: "apart@example.net" });
    const inside = await createLetter(user, {
      message: "In the mail, too",
      recipientEmail: "inside@example.net",
      includesMessage: true,
    });
    await deliverVault(apart, DUE_AT);
    await deliverVault(inside, DUE_AT);
    expect((await writtenTo("apart@example.net", "delivery"))[0]?.props).not.toHaveProperty("message");
    expect((await writtenTo("inside@example.net", "delivery"))[0]?.props.message).toBe("In the mail, too");
  });

  it("makes one delivery and one mail, however often and simultaneously it is called", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { recipientEmail: "once@example.net" });
    await Promise.all(Array.from({ length: 20 }, () => deliverVault(id, DUE_AT)));
    await deliverVault(id, new Date(DUE_AT.getTime() + 86_400_000));
    expect(await deliveriesOf(id)).toHaveLength(1);
    expect(await writtenTo("once@example.net", "delivery")).toHaveLength(1);
    expect(await recordOf(id)).toEqual(["scheduled", "due"]);
  });

  it("delivers a sealed vault", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await sealVault(user, id, WRITTEN_AT);
    await deliverVault(id, DUE_AT);
    expect((await storedVault(id)).state).toBe("delivering");
  });

  it("makes up for any downtime", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await deliverVault(id, new Date("2041-01-01T00:00:00Z"));
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  it("ignores vaults that do not exist", async () => {
    await expect(deliverVault("nosuchvaultnosuchvault00", DUE_AT)).resolves.toBeUndefined();
  });
});

describe("a change before the date", () => {
  it("is what is delivered: the new recipient, the new text, the new day", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { recipientEmail: "old@example.net" });
    const changed = letterInput({
      recipientEmail: "new@example.net",
      message: "New text",
      includesMessage: true,
      deliveryDate: "2031-06-15",
    });
    await updateVault(user, id, changed, WRITTEN_AT);
    await deliverVault(id, DUE_AT);
    expect((await storedVault(id)).state).toBe("scheduled");
    await deliverVault(id, new Date("2031-06-15T09:00:00Z"));
    expect(await writtenTo("old@example.net", "delivery")).toEqual([]);
    expect((await writtenTo("new@example.net", "delivery"))[0]?.props.message).toBe("New text");
  });

  it("may be a cancellation: nothing is sent", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { recipientEmail: "nobody@example.net" });
    await cancelVault(user, id, WRITTEN_AT);
    await deliverVault(id, DUE_AT);
    expect(await deliveriesOf(id)).toEqual([]);
    expect(await writtenTo("nobody@example.net", "delivery")).toEqual([]);
    expect((await storedVault(id)).state).toBe("cancelled");
  });
});

describe("a sender whose address is not verified", () => {
  it("has letters to others wait until the address is verified", async () => {
    const { user } = await createUser({ verified: false });
    const id = await createLetter(user, { recipientEmail: "waits@example.net" });
    await deliverVault(id, DUE_AT);
    expect((await storedVault(id)).state).toBe("scheduled");
    expect(await recordOf(id)).toEqual(["scheduled"]);

    await verifyEmail(user, await mailedToken(user.email, "verify_address"));
    await deliverVault(id, DUE_AT);
    expect((await storedVault(id)).state).toBe("delivering");
    expect(await writtenTo("waits@example.net", "delivery")).toHaveLength(1);
  });

  it("has messages to the future self wait, too, as the address may not be theirs", async () => {
    const { user } = await createUser({ verified: false });
    const id = await createLetter(user, { type: "future-self" });
    await deliverVault(id, DUE_AT);
    expect(await deliveriesOf(id)).toEqual([]);
    expect((await storedVault(id)).state).toBe("scheduled");
  });

  it("has a board with other people on its list wait", async () => {
    const { user } = await createUser({ verified: false });
    const boardRecipients = [{ name: "Tom", email: "tom@example.org" }];
    const id = await createLetter(user, { type: "memory-board", boardRecipients });
    await deliverVault(id, DUE_AT);
    expect(await deliveriesOf(id)).toEqual([]);
  });
});

describe("a memory board", () => {
  it("goes to everyone on its list and to its host, once each", async () => {
    const { user } = await createUser();
    const boardRecipients = [
      { name: "Tom", email: "tom.board@example.org" },
      { name: "Thomas", email: "tom.board@example.org" },
      { name: "Eva", email: "eva.board@example.org" },
      { name: "Me", email: user.email },
    ];
    const id = await createLetter(user, { type: "memory-board", boardRecipients });
    await Promise.all([deliverVault(id, DUE_AT), deliverVault(id, DUE_AT)]);
    const addresses = (await deliveriesOf(id)).map((delivery) => delivery.recipientEmail);
    expect(addresses.sort()).toEqual(["tom.board@example.org", "eva.board@example.org", user.email].sort());
    expect(await writtenTo("tom.board@example.org", "delivery")).toHaveLength(1);
    expect(await writtenTo(user.email, "delivery")).toHaveLength(1);
  });

  it("is delivered when the last of its mails to others has left, with one notice to its host", async () => {
    const { user } = await createUser();
    const boardRecipients = Array.from({ length: 8 }, (_, index) => ({
      name: `Guest ${index}`,
      email: `guest${index}@board.example`,
    }));
    const id = await createLetter(user, { type: "memory-board", boardRecipients });
    await deliverVault(id, DUE_AT);
    const addresses = (await deliveriesOf(id)).map((delivery) => delivery.recipientEmail);
    const mails = (await Promise.all(addresses.map((address) => writtenTo(address, "delivery")))).flat();
    const last = mails.find(({ toAddress }) => toAddress !== user.email);
    const others = mails.filter((mail) => mail !== last);
    await Promise.all(others.map((mail) => sendMessage(mail.id, "worker", DUE_AT)));
    expect((await storedVault(id)).state).toBe("delivering");
    await sendMessage(last?.id ?? "", "worker", DUE_AT);
    expect((await storedVault(id)).state).toBe("delivered");
    expect((await recordOf(id)).filter((kind) => kind === "handed_over")).toHaveLength(9);
    expect((await recordOf(id)).filter((kind) => kind === "delivered")).toHaveLength(1);
    expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(1);
  });
});
