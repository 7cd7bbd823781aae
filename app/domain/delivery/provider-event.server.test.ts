import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { openAsAccount, redeemOpeningCode, sendOpeningCode } from "~/domain/access/opening.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { listEvents } from "~/domain/vault/history.server";
import { addTallies } from "~/domain/vault/tally.server";
import { db } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { memories, profiles, providerEvents, readingSessions, shares } from "~db/schema";
import {
  createDueLetter,
  createFailedLetter,
  DUE_AT,
  deliveriesOf,
  recordOf,
  reportEvent,
  storedVault,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { handleProviderEvent, handleProviderEvents, saveProviderEvent } from "./provider-event.server";
import { putOff } from "./put-off.server";
import { listVaultAddresses, readdress } from "./readdress.server";

/** The cookie of the browser that asks for codes. */
const BROWSER = "a browser";

type User = Awaited<ReturnType<typeof createUser>>["user"];
let user: User;
beforeEach(async () => {
  ({ user } = await createUser({ name: "Ada", vaultLimit: 5 }));
});

async function figures() {
  while ((await addTallies()).isFull);
  const [row] = await db.select().from(profiles).where(eq(profiles.id, user.id));
  return { used: row?.vaultsUsed, delivered: row?.vaultsDelivered };
}
async function createSentLetter() {
  const { id, delivery } = await createDueLetter(user);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  return { id, delivery };
}
const stateOf = async (id: string) => [(await storedVault(id)).state, (await deliveriesOf(id))[0]?.state];

describe("a report of the mail service", () => {
  it("of an arrival is put on the record", async () => {
    const { id, delivery } = await createSentLetter();
    await reportEvent(delivery.messageId, "arrived");
    expect(await stateOf(id)).toEqual(["delivered", "arrived"]);
    expect(await recordOf(id)).toEqual(["scheduled", "due", "handed_over", "arrived", "delivered"]);
  });

  it("of an arrival may precede the response to the send, and is still one delivery", async () => {
    const { id, delivery } = await createDueLetter(user);
    await reportEvent(delivery.messageId, "arrived");
    expect(await stateOf(id)).toEqual(["delivered", "arrived"]);
    await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
    expect(await stateOf(id)).toEqual(["delivered", "arrived"]);
    expect(await figures()).toEqual({ used: 1, delivered: 1 });
    expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(1);
  });

  it("of a bounce holds the vault, and tells the sender where to correct the address", async () => {
    const { id, delivery } = await createSentLetter();
    expect(await figures()).toEqual({ used: 1, delivered: 1 });
    await reportEvent(delivery.messageId, "bounced", "550 no such user");
    expect(await stateOf(id)).toEqual(["held", "failed"]);
    expect(await storedVault(id)).toMatchObject({ deliveredAt: null });
    expect(await figures()).toEqual({ used: 1, delivered: 0 });
    expect((await recordOf(id)).slice(-5)).toEqual(["bounced", "asked_sender", "given_up", "came_back", "held"]);
    const [notice] = await writtenTo(user.email, "not_delivered");
    expect(notice?.props).toMatchObject({ recipientEmail: delivery.recipientEmail, reason: "550 no such user" });
    expect(notice?.props.url).toMatch(`/memories/${id}/address?delivery=${delivery.id}`);
  });

  it("of a bounce has no effect after the opening", async () => {
    const { id, delivery } = await createSentLetter();
    const { user: reader } = await createUser({ email: delivery.recipientEmail });
    expect(await openAsAccount(reader, delivery, DUE_AT)).toEqual({ isFirst: true });
    await reportEvent(delivery.messageId, "bounced");
    expect(await stateOf(id)).toEqual(["delivered", "opened"]);
    expect(await writtenTo(user.email, "not_delivered")).toHaveLength(0);
  });

  it("of a delay is only recorded", async () => {
    const { id, delivery } = await createSentLetter();
    await reportEvent(delivery.messageId, "delayed", "451 try later");
    expect(await stateOf(id)).toEqual(["delivered", "arrived"]);
    expect((await listEvents(id)).at(-1)).toMatchObject({ kind: "delayed", detail: "451 try later" });
  });

  it.each([
    ["bounced", 0],
    ["delayed", 1],
  ] as const)("counts once, however often and concurrently it arrives: %s", async (kind, delivered) => {
    const { id, delivery } = await createSentLetter();
    const eventId = createId();
    expect(await reportEvent(delivery.messageId, kind, "550", eventId)).toBe("kept");
    expect(await reportEvent(delivery.messageId, kind, "550", eventId)).toBe("known");
    const [event] = await db.select().from(providerEvents).where(eq(providerEvents.eventId, eventId));
    await Promise.all(Array.from({ length: 5 }, () => handleProviderEvent(event?.id ?? "")));
    expect((await recordOf(id)).filter((recorded) => recorded === kind)).toHaveLength(1);
    expect(await figures()).toEqual({ used: 1, delivered });
  });

  it.each(["bounced", "undelivered"] as const)(
    "changes nothing once the recipient has put it off: %s",
    async (kind) => {
      const { id, delivery } = await createSentLetter();
      const found = await findDeliveryByLink(openingLink(delivery));
      await putOff(found ?? expect.unreachable(), "2031-07-20", DUE_AT);
      await reportEvent(delivery.messageId, kind, "550 no such user");
      expect(await stateOf(id)).toEqual(["delivered", "arrived"]);
      expect(await deliveriesOf(id)).toMatchObject([{ messageId: delivery.messageId, rung: "first_address" }]);
      expect((await recordOf(id)).at(-1)).toBe("put_off");
    },
  );

  it("with the token of another event is not kept", async () => {
    const { delivery } = await createSentLetter();
    const token = createId().repeat(2);
    const event = (eventId: string) =>
      saveProviderEvent({
        provider: "mailgun",
        eventId,
        token,
        kind: "bounced",
        name: "failed",
        detail: "",
        at: new Date(),
        messageId: delivery.messageId ?? "",
      });
    expect(await event("first")).toBe("kept");
    const forged = createId();
    expect(await event(forged)).toBe("replayed");
    expect(await db.$count(providerEvents, eq(providerEvents.eventId, forged))).toBe(0);
  });

  it.each(["of nothing we know", "of no message at all"])("%s is stored and changes nothing", async (which) => {
    await expect(reportEvent(which.includes("no message") ? null : createId(), "bounced")).resolves.toBe("kept");
  });

  it("is handled once, even when its job was lost", async () => {
    const { delivery } = await createSentLetter();
    const eventId = createId();
    const reported = { provider: "mailgun", eventId, kind: "arrived", name: "delivered", detail: "" } as const;
    const messageId = delivery.messageId ?? "";
    await saveProviderEvent({ ...reported, token: createId(), at: new Date(), messageId });
    const [event] = await db.select().from(providerEvents).where(eq(providerEvents.eventId, eventId));
    expect(event?.handleAt).not.toBeNull();
    await handleProviderEvents();
    const [handled] = await db.select().from(providerEvents).where(eq(providerEvents.eventId, eventId));
    expect(handled?.handleAt).toBeNull();
    expect(await deliveriesOf(delivery.vaultId)).toMatchObject([{ state: "arrived" }]);
  });

  it("is handled although the database's clock was a month ahead when it came", async () => {
    const { delivery } = await createSentLetter();
    const event = { provider: "mailgun", kind: "bounced", name: "failed", detail: "", at: new Date() } as const;
    const messageId = delivery.messageId ?? "";
    await saveProviderEvent({ ...event, eventId: createId(), token: createId(), messageId });
    for (const [hours, state] of [
      [1, "arrived"],
      [30 * 24, "failed"],
    ] as const) {
      const handleAt = new Date(Date.now() + hours * 3_600_000);
      await db.update(providerEvents).set({ handleAt }).where(eq(providerEvents.messageId, messageId));
      await handleProviderEvents();
      expect(await deliveriesOf(delivery.vaultId)).toMatchObject([{ state }]);
    }
  });

  it("does not hold up others when it cannot be handled", async () => {
    const [broken, good] = [await createSentLetter(), await createSentLetter()];
    // The letter for the second address cannot be written.
    await db
      .update(memories)
      .set({ masterKeyId: 99, secondEmail: "second@example.net" })
      .where(eq(memories.id, broken.delivery.vaultId));
    for (const { delivery } of [broken, good]) {
      const reported = {
        provider: "mailgun",
        eventId: createId(),
        kind: "bounced",
        name: "failed",
        detail: "",
      } as const;
      await saveProviderEvent({ ...reported, token: createId(), at: new Date(), messageId: delivery.messageId ?? "" });
    }
    await handleProviderEvents();
    expect(await deliveriesOf(good.delivery.vaultId)).toMatchObject([{ state: "failed" }]);
    expect(await deliveriesOf(broken.delivery.vaultId)).toMatchObject([{ state: "arrived" }]);
    const [waiting] = await db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.messageId, broken.delivery.messageId ?? ""));
    expect(waiting?.handleAt?.getTime()).toBeGreaterThan((waiting?.receivedAt.getTime() ?? 0) + 4_000);
  });
});

describe("another address", () => {
  it("restarts the delivery, and the old one's links stop", async () => {
    const { id, delivery } = await createFailedLetter(user);
    expect(await listVaultAddresses(user, id)).toMatchObject({
      when: "after",
      failed: [{ deliveryId: delivery.id, recipientEmail: delivery.recipientEmail }],
    });
    const oldLink = openingLink(delivery);
    const before = await findDeliveryByLink(oldLink);
    if (!before) throw new Error("The link was not open.");
    await sendOpeningCode(before, BROWSER);
    const code = (await writtenTo(delivery.recipientEmail, "opening_code")).at(-1)?.props.code ?? "";

    const email = `${createId()}@example.net`;
    expect(await readdress(user, id, { deliveryId: delivery.id, email })).toEqual({ ok: true });
    expect(await stateOf(id)).toEqual(["delivering", "queued"]);
    expect(await findDeliveryByLink(oldLink)).toBeUndefined();
    expect(await redeemOpeningCode(before, BROWSER, code)).toEqual({ ok: false, reason: "expired" });
    const [mail] = await writtenTo(email, "delivery");
    expect(await findDeliveryByLink(mail?.props.url.split("/open/")[1] ?? "")).toMatchObject({ recipientEmail: email });
    await sendMessage(mail?.id ?? "", "worker", DUE_AT);
    expect(await stateOf(id)).toEqual(["delivered", "arrived"]);
    expect((await recordOf(id)).slice(-4)).toEqual(["tried_again", "handed_over", "arrived", "delivered"]);
    expect(await listVaultAddresses(user, id)).toEqual({ when: "after", failed: [] });
  });

  it("ends the reading sessions and shares of this letter, and of no other", async () => {
    const [corrected, other] = [await createFailedLetter(user), await createFailedLetter(user)];
    const [createdAt, expiresAt] = [DUE_AT, addDays(DUE_AT, 1)];
    for (const { id: vaultId, delivery } of [corrected, other]) {
      const [deliveryId, tokenHash] = [delivery.id, hashSecretToken(createId())];
      await db.insert(readingSessions).values({ tokenHash, deliveryId, createdAt, expiresAt });
      await db.insert(shares).values({ id: createId(), vaultId, deliveryId, tokenHash, createdAt, endsAt: null });
    }
    const to = { deliveryId: corrected.delivery.id, email: `${createId()}@example.net` };
    expect(await readdress(user, corrected.id, to)).toEqual({ ok: true });
    const sessionsOf = ({ delivery }: typeof other) =>
      db.$count(readingSessions, eq(readingSessions.deliveryId, delivery.id));
    expect([await sessionsOf(corrected), await sessionsOf(other)]).toEqual([0, 1]);
    const liveSharesOf = ({ delivery }: typeof other) =>
      db.$count(shares, and(eq(shares.deliveryId, delivery.id), isNull(shares.revokedAt)));
    expect([await liveSharesOf(corrected), await liveSharesOf(other)]).toEqual([0, 1]);
  });

  it("makes late events about the old one harmless", async () => {
    const { id, delivery } = await createFailedLetter(user);
    await readdress(user, id, { deliveryId: delivery.id, email: `${createId()}@example.net` });
    const before = await listEvents(id);
    for (const kind of ["bounced", "arrived", "delayed"] as const) await reportEvent(delivery.messageId, kind, "again");
    expect(await stateOf(id)).toEqual(["delivering", "queued"]);
    expect(await listEvents(id)).toEqual(before);
  });

  it("may be the same one; given twice it is one letter", async () => {
    const { id, delivery } = await createFailedLetter(user);
    const again = { deliveryId: delivery.id, email: delivery.recipientEmail };
    const results = await Promise.all([readdress(user, id, again), readdress(user, id, again)]);
    expect(results).toEqual([{ ok: true }, { ok: true }]);
    expect(await writtenTo(delivery.recipientEmail, "delivery")).toHaveLength(2);
  });

  it("is accepted from the owner only, for a failed letter", async () => {
    const { id, delivery } = await createFailedLetter(user);
    const email = "else@example.net";
    const { user: other } = await createUser();
    const to = { deliveryId: delivery.id, email };
    expect(await readdress(other, id, to)).toEqual({ ok: false, reason: "not_found" });
    expect(await listVaultAddresses(other, id)).toBeUndefined();
    expect(await readdress(user, id, { deliveryId: createId(), email })).toEqual({ ok: false, reason: "not_found" });
    const sent = await createSentLetter();
    expect(await readdress(user, sent.id, { deliveryId: sent.delivery.id, email })).toEqual({
      ok: false,
      reason: "not_needed",
    });
  });

  it("of one person on a board does not affect the others", async () => {
    const [mia, ben] = [`${createId()}@example.net`, `${createId()}@example.net`];
    const boardRecipients = [
      { name: "Mia", email: mia },
      { name: "Ben", email: ben },
    ];
    const { id } = await createDueLetter(user, { type: "memory-board", boardRecipients });
    const rows = await deliveriesOf(id);
    const of = (email: string) => rows.find(({ recipientEmail }) => recipientEmail === email);
    for (const row of rows) await sendMessage(row.messageId ?? "", "worker", DUE_AT);
    await reportEvent(of(ben)?.messageId ?? null, "bounced");
    expect((await storedVault(id)).state).toBe("delivered");
    expect(await readdress(user, id, { deliveryId: of(ben)?.id ?? "", email: mia })).toEqual({
      ok: false,
      reason: "taken",
    });
    const email = `${createId()}@example.net`;
    expect(await readdress(user, id, { deliveryId: of(ben)?.id ?? "", email })).toEqual({ ok: true });
    expect((await storedVault(id)).state).toBe("delivered");
    const [mail] = await writtenTo(email, "delivery");
    await sendMessage(mail?.id ?? "", "worker", DUE_AT);
    expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(["arrived", "arrived", "arrived"]);
    expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(1);
  });
});
