import { createId } from "@paralleldrive/cuid2";
import { addHours, subMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { afterAll, expect, it, vi } from "vitest";
import { loader as readiness } from "~/routes/readyz";
import { db } from "~/services/db.server";
import { deliveries, messages } from "~db/schema";
import { createLetter, deliveriesOf, reportEvent } from "../../../tests/factories/letter";
import { sendMessages, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { deliverVault } from "./deliver-vault.server";
import { handleProviderEvents } from "./provider-event.server";
import { rewriteMissingMessages } from "./rewrite-missing-messages.server";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read.
const mailgun = await vi.hoisted(async () => {
  const { sendWithMailgun } = await import("../../../tests/mocks/mailgun");
  return sendWithMailgun();
});
afterAll(() => mailgun.close());

async function deliverLetter() {
  const { user } = await createUser();
  const address = `${createId()}@example.net`;
  const vaultId = await createLetter(user, { recipientEmail: address, deliveryDate: "2020-01-01" });
  await deliverVault(vaultId);
  const messageId = (await writtenTo(address, "delivery"))[0]?.id ?? "";
  const taken = () => mailgun.taken.filter(({ to }) => to.includes(address));
  return { vaultId, address, messageId, taken };
}

/** Loses the message like a crash of the database, ten minutes after the delivery, when Mailgun's log is complete. */
async function loseMessage({ vaultId, messageId }: { vaultId: string; messageId: string }): Promise<void> {
  await db.delete(messages).where(eq(messages.id, messageId));
  await db
    .update(deliveries)
    .set({ updatedAt: subMinutes(new Date(), 10) })
    .where(eq(deliveries.vaultId, vaultId));
}

it("a letter whose message was lost before it was sent is sent", async () => {
  const letter = await deliverLetter();
  await loseMessage(letter);
  await rewriteMissingMessages();
  expect((await writtenTo(letter.address, "delivery")).map(({ id }) => id)).toEqual([letter.messageId]);
  await sendMessages([letter.messageId], "worker");
  expect(letter.taken()).toHaveLength(1);
  expect(await deliveriesOf(letter.vaultId)).toMatchObject([{ state: "sent", messageId: letter.messageId }]);
});

it("a letter whose message was lost after it was sent is not sent again", async () => {
  const letter = await deliverLetter();
  mailgun.meet("accept_then_close");
  await sendMessages([letter.messageId], "worker");
  await loseMessage(letter);
  await rewriteMissingMessages();
  await sendMessages([letter.messageId], "worker");
  expect(letter.taken()).toHaveLength(1);
  expect((await writtenTo(letter.address, "delivery"))[0]).toMatchObject({ state: "sent", attempts: 1 });
  expect(await deliveriesOf(letter.vaultId)).toMatchObject([{ state: "sent", messageId: letter.messageId }]);
});

it("a letter that came back while its message was lost counts as returned", async () => {
  const letter = await deliverLetter();
  await sendMessages([letter.messageId], "worker");
  await loseMessage(letter);
  await db.update(deliveries).set({ state: "queued" }).where(eq(deliveries.vaultId, letter.vaultId));
  await reportEvent(letter.messageId, "bounced");
  await rewriteMissingMessages();
  await sendMessages([letter.messageId], "worker");
  await handleProviderEvents();
  expect(letter.taken()).toHaveLength(1);
  expect(await deliveriesOf(letter.vaultId)).toMatchObject([{ state: "failed", rung: "held" }]);
});

it("a letter whose message is damaged is sent, once a day has passed", async () => {
  const letter = await deliverLetter();
  const { messageId } = letter;
  await db
    .update(messages)
    .set({ propsEncrypted: Buffer.from("damaged") })
    .where(eq(messages.id, messageId));
  await sendMessages([messageId], "worker");
  const unrendered = "1 message cannot be rendered: see the log of the workers";
  expect((await (await readiness()).text()).split("\n")).toContain(unrendered);
  await rewriteMissingMessages(addHours(new Date(), 23));
  await sendMessages([messageId], "worker", addHours(new Date(), 24));
  expect(letter.taken()).toEqual([]);
  await rewriteMissingMessages(addHours(new Date(), 25));
  await sendMessages([messageId], "worker", addHours(new Date(), 26));
  expect(letter.taken()).toHaveLength(1);
  expect(await deliveriesOf(letter.vaultId)).toMatchObject([{ state: "sent", messageId }]);
  expect(await (await readiness()).text()).not.toContain("cannot be rendered");
});

it("messages that are there are left alone", async () => {
  const { messageId } = await deliverLetter();
  const stored = () => db.select().from(messages).where(eq(messages.id, messageId));
  const before = await stored();
  await rewriteMissingMessages();
  expect(await stored()).toEqual(before);
});
