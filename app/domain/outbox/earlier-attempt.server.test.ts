import { createId } from "@paralleldrive/cuid2";
import { addHours, subDays, subHours } from "date-fns";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { handleProviderEvents } from "~/domain/delivery/provider-event.server";
import { db } from "~/services/db.server";
import { deliveries, deliveryEvents, memories, messages, rateLimiters } from "~db/schema";
import { createLetter, deliveriesOf, reportEvent, storedVault } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { claimByIds, releaseClaims } from "./claim-messages.server";

// The database was restored ten minutes ago.
const mailgun = await vi.hoisted(async () => {
  const { startMailgun } = await import("../../../tests/mocks/mailgun");
  const mock = await startMailgun({ retryAfter: "90" });
  Object.assign(process.env, {
    MAILGUN_API_KEY: mock.apiKey,
    MAILGUN_DOMAIN: mock.domain,
    MAILGUN_URL: mock.url,
    RESTORED_AT: new Date(Date.now() - 10 * 60_000).toISOString(),
  });
  return mock;
});

afterEach(async () => {
  mailgun.meet();
  mailgun.breakLog(false);
  await db.delete(rateLimiters);
});
afterAll(() => mailgun.close());

const addressOf = () => `${createId()}@example.net`;
const mailsTo = (address: string) => mailgun.taken.filter(({ to }) => to.includes(address));

/** Creates a letter whose day has come. */
async function createDue(): Promise<{ vaultId: string; address: string }> {
  const { user } = await createUser();
  const address = addressOf();
  const vaultId = await createLetter(user, { recipientEmail: address, deliveryDate: "2020-01-01" });
  return { vaultId, address };
}

async function deliver(vaultId: string, address: string): Promise<string> {
  await deliverVault(vaultId);
  const mails = await writtenTo(address, "delivery");
  const id = mails.at(-1)?.id;
  if (!id) throw new Error("No mail was written.");
  await sendMessage(id, "worker", new Date());
  return id;
}

/** Restores the vault as of the backup, made before its day. */
async function restore(vaultId: string): Promise<void> {
  await db.delete(messages).where(eq(messages.vaultId, vaultId));
  await db.delete(deliveryEvents).where(eq(deliveryEvents.vaultId, vaultId));
  await db.delete(deliveries).where(eq(deliveries.vaultId, vaultId));
  await db.update(memories).set({ state: "scheduled" }).where(eq(memories.id, vaultId));
}

it("recognises after a restore what was sent before", async () => {
  const { vaultId, address } = await createDue();
  const messageId = await deliver(vaultId, address);
  const [before] = await deliveriesOf(vaultId);
  await restore(vaultId);

  expect(await deliver(vaultId, address)).toBe(messageId);
  expect(mailsTo(address)).toHaveLength(1);
  // The link in the mail that was sent still opens it.
  expect(await deliveriesOf(vaultId)).toMatchObject([{ id: before?.id, state: "sent" }]);
  expect((await storedVault(vaultId)).state).toBe("delivering");
});

it("remembers after a restore that a lookup was interrupted, and finds what was sent before", async () => {
  const { vaultId, address } = await createDue();
  const messageId = await deliver(vaultId, address);
  await restore(vaultId);
  await deliverVault(vaultId);
  await claimByIds([messageId], "dead worker", addHours(new Date(), 5));
  await releaseClaims({ of: "dead worker" }, addHours(new Date(), 5));
  await sendMessage(messageId, "worker", addHours(new Date(), 6));
  expect(mailsTo(address)).toHaveLength(1);
  expect(await deliveriesOf(vaultId)).toMatchObject([{ state: "sent" }]);
});

it("recognises after a restore what was sent before, though the backup knows a failed attempt at it", async () => {
  const { vaultId, address } = await createDue();
  await deliverVault(vaultId);
  const [backup = expect.unreachable()] = await db.select().from(messages).where(eq(messages.vaultId, vaultId));
  await sendMessage(backup.id, "worker", new Date());
  const attempted = { attempts: 1, attemptedAt: subHours(new Date(), 1) };
  await db
    .update(messages)
    .set({ ...backup, ...attempted })
    .where(eq(messages.id, backup.id));
  await sendMessage(backup.id, "worker", new Date());
  expect(mailsTo(address)).toHaveLength(1);
  expect((await writtenTo(address, "delivery"))[0]?.state).toBe("sent");
});

it("applies a bounce that was reported after a restore, before its message was written again", async () => {
  const { vaultId, address } = await createDue();
  const messageId = await deliver(vaultId, address);
  await restore(vaultId);
  await reportEvent(messageId, "bounced");
  expect(await deliver(vaultId, address)).toBe(messageId);
  await handleProviderEvents();
  expect(mailsTo(address)).toHaveLength(1);
  expect((await deliveriesOf(vaultId))[0]).toMatchObject({ state: "failed", rung: "held" });
});

it("sends again what was reported as undelivered after a restore, before its message was written again", async () => {
  const { vaultId, address } = await createDue();
  const messageId = await deliver(vaultId, address);
  await restore(vaultId);
  await reportEvent(messageId, "undelivered");
  expect(await deliver(vaultId, address)).toBe(messageId);
  await handleProviderEvents();
  const [delivery] = await deliveriesOf(vaultId);
  expect(delivery).toMatchObject({ state: "queued", rung: "first_address" });
  await sendMessage(delivery?.messageId ?? "", "worker", addHours(new Date(), 1));
  expect(mailsTo(address)).toHaveLength(2);
});

it("sends after a restore what was not sent", async () => {
  const { user } = await createUser();
  const address = addressOf();
  await deliver(await createLetter(user, { recipientEmail: address, deliveryDate: "2020-01-01" }), address);
  expect(mailsTo(address)).toHaveLength(1);
});

it("does not take a letter to another address for one that was sent", async () => {
  const { user } = await createUser();
  const [first, second] = [addressOf(), addressOf()];
  const vaultId = await createLetter(user, { recipientEmail: first, deliveryDate: "2020-01-01" });
  await deliver(vaultId, first);
  await restore(vaultId);
  await db.update(memories).set({ recipientEmail: second }).where(eq(memories.id, vaultId));
  await deliver(vaultId, second);
  expect(mailsTo(second)).toHaveLength(1);
});

it("waits while the provider cannot be asked", async () => {
  const { vaultId, address } = await createDue();
  mailgun.breakLog(true);
  const id = await deliver(vaultId, address);
  expect(mailsTo(address)).toEqual([]);
  const [row] = await db.select().from(messages).where(eq(messages.id, id));
  expect(row).toMatchObject({ state: "queued", attempts: 0, mayBeSent: true });
});

it("does not hold up codes while the provider cannot be asked", async () => {
  const { vaultId, address } = await createDue();
  await deliver(vaultId, address);
  const [delivery = expect.unreachable()] = await deliveriesOf(vaultId);
  mailgun.breakLog(true);
  await sendOpeningCode(delivery, "a browser");
  const [code] = await writtenTo(address, "opening_code");
  await sendMessage(code?.id ?? "", "worker", new Date());
  expect(mailsTo(address)).toHaveLength(2);
});

it("waits for the provider's log from the last attempt, however old the message is", async () => {
  const { vaultId, address } = await createDue();
  mailgun.meet("accept_then_close");
  const id = await deliver(vaultId, address);
  await db
    .update(messages)
    .set({ createdAt: subDays(new Date(), 3) })
    .where(eq(messages.id, id));
  mailgun.breakLog(true);
  await sendMessage(id, "worker", addHours(new Date(), 1));
  expect(mailsTo(address)).toHaveLength(1);
  expect((await writtenTo(address, "delivery"))[0]).toMatchObject({ state: "queued", mayBeSent: true });
});

it("sends again when the provider's log could not be read for a day", async () => {
  const { vaultId, address } = await createDue();
  mailgun.breakLog(true);
  const id = await deliver(vaultId, address);
  await sendMessage(id, "worker", addHours(new Date(), 23));
  expect(mailsTo(address)).toEqual([]);
  await sendMessage(id, "worker", addHours(new Date(), 24));
  expect(mailsTo(address)).toHaveLength(1);
});
