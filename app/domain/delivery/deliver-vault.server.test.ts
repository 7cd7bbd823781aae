import { eq, inArray } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { verifyEmail } from "~/domain/account/account.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { listEvents } from "~/domain/vault/history.server";
import { transitionVaults } from "~/domain/vault/transition.server";
import { updateVault } from "~/domain/writing/schedule.server";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db, inTransaction } from "~/services/db.server";
import { memories } from "~db/schema";
import {
  createLetter,
  DUE_AT,
  deliveriesOf,
  letterInput,
  storedVault,
  WRITTEN_AT,
} from "../../../tests/factories/letter";
import { mailedToken, sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { deliverAlone, deliverTogether, deliverVault } from "./deliver-vault.server";

const JUST_BEFORE = new Date(DUE_AT.getTime() - 1);

async function recordOf(id: string): Promise<string[]> {
  return (await listEvents(id)).map((event) => event.kind);
}

describe("vaults that are due together", () => {
  // Before all others in this database.
  const LONG_AGO = { deliveryDate: "2001-01-01" };
  const PAST = new Date("2000-12-01T00:00:00Z");

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

  /** Like the worker, but without sending. */
  async function deliverAll(ids: string[]): Promise<string[]> {
    const written = await Promise.all(
      ids.map(async (id) => {
        const { messageIds, isLeft } = await deliverTogether(id);
        return [...messageIds, ...(isLeft ? await deliverAlone(id) : [])];
      }),
    );
    return written.flat();
  }

  it("are begun once each, however many ask for them, and every message is answered to one of those who asked", async () => {
    const ids = await createDueVaults(12);
    const answers = await deliverAll([...ids, ...ids]);
    await expectBegun(ids);
    const written = (await Promise.all(ids.map(deliveriesOf))).flat().map(({ messageId }) => messageId);
    expect(answers).toEqual(expect.arrayContaining(written));
    expect(new Set(answers).size).toBe(answers.length);
  });

  it("are delivered also when nobody asks for each of them", async () => {
    const ids = await createDueVaults(8);
    await deliverAll(ids.slice(0, 5));
    await expectBegun(ids);
  });

  it("do not wait for one of them that cannot be delivered", async () => {
    const ids = await createDueVaults(6);
    const [broken = "", ...others] = ids;
    await db.update(memories).set({ masterKeyId: 99 }).where(eq(memories.id, broken));
    const answers = await Promise.allSettled(ids.map((id) => deliverAll([id])));
    expect(answers.map(({ status }) => status)).toEqual(["rejected", ...others.map(() => "fulfilled")]);
    await expectBegun(others);
    expect((await storedVault(broken)).state).toBe("scheduled");
    // Keeps it out of other deliveries in this database.
    await db.update(memories).set({ state: "draft" }).where(eq(memories.id, broken));
  });

  it("go alone where they are boards, or too much together", async () => {
    const [board = "", ...others] = await createDueVaults(4);
    await db.update(memories).set({ isMemoryBoard: true }).where(eq(memories.id, board));
    await db
      .update(memories)
      .set({ messageEncrypted: Buffer.alloc(1_100_000) })
      .where(inArray(memories.id, others));
    const asked = await Promise.all([board, ...others].map(deliverTogether));
    expect(asked.flatMap(({ messageIds }) => messageIds)).toEqual([]);
    expect(asked.every(({ isLeft }) => isLeft)).toBe(true);
    await db
      .update(memories)
      .set({ state: "draft" })
      .where(inArray(memories.id, [board, ...others]));
  });

  it("are as somebody leaves them who is at one of them just now", async () => {
    const ids = await createDueVaults(3);
    const [cancelled = "", ...others] = ids;
    let begun: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await tx.select().from(memories).where(eq(memories.id, cancelled)).for("update");
      begun = deliverAll(ids);
      await vi.waitFor(async () => expect((await storedVault(others[0] ?? "")).state).toBe("delivering"));
      await transitionVaults(tx, [cancelled], "cancelled", new Date(), { cancelledAt: new Date() });
    });
    await begun;
    await expectBegun(others);
    expect(await deliveriesOf(cancelled)).toEqual([]);
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

  it("puts the text into the mail only if the creator chose so", async () => {
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

  it("makes one delivery and one mail however often and however simultaneously it is asked for", async () => {
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

  it("makes up for any time that nobody was there", async () => {
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

  it("may be that it is cancelled: nobody gets anything", async () => {
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
  it("has letters to others wait, and delivered once the address is verified", async () => {
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

  it("waits for what was written to the future self as well: nobody has shown yet that the address is theirs", async () => {
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
  it("goes to everybody on its list and to its creator, once each", async () => {
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

  it("is delivered when the last of its mails has left, and its creator is told once", async () => {
    const { user } = await createUser();
    const boardRecipients = Array.from({ length: 8 }, (_, index) => ({
      name: `Guest ${index}`,
      email: `guest${index}@board.example`,
    }));
    const id = await createLetter(user, { type: "memory-board", boardRecipients });
    await deliverVault(id, DUE_AT);
    const addresses = (await deliveriesOf(id)).map((delivery) => delivery.recipientEmail);
    const mails = (await Promise.all(addresses.map((address) => writtenTo(address, "delivery")))).flat();
    const [last, ...others] = mails;
    await Promise.all(others.map((mail) => sendMessage(mail.id, "worker", DUE_AT)));
    expect((await storedVault(id)).state).toBe("delivering");
    await sendMessage(last?.id ?? "", "worker", DUE_AT);
    expect((await storedVault(id)).state).toBe("delivered");
    expect((await recordOf(id)).filter((kind) => kind === "handed_over")).toHaveLength(9);
    expect((await recordOf(id)).filter((kind) => kind === "delivered")).toHaveLength(1);
    expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(1);
  });
});
