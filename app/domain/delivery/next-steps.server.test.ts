import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { block } from "~/domain/recipients/block-sender.server";
import { listEvents } from "~/domain/vault/history.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries } from "~db/schema";
import { createDueLetter, DUE_AT, deliveriesOf, reportEvent } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { takeNextSteps } from "./next-steps.server";
import { readdress } from "./readdress.server";
import { unblock } from "./unblock-sender.server";

let id: string;
let user: Awaited<ReturnType<typeof createUser>>["user"];
let delivery: Awaited<ReturnType<typeof createDueLetter>>["delivery"];
beforeEach(async () => {
  ({ user } = await createUser({ name: "Ada" }));
  ({ id, delivery } = await createDueLetter(user));
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
});

const reminders = async () => (await writtenTo(delivery.recipientEmail, "delivery_reminder")).length;
/** A minute later, as sending takes a moment. */
const after = (days: number) => addMinutes(addDays(DUE_AT, days), 1);

it("reminds on the third and on the fourteenth day only", async () => {
  await takeNextSteps(after(2));
  expect(await reminders()).toBe(0);
  await takeNextSteps(after(3));
  await takeNextSteps(after(3));
  await takeNextSteps(after(13));
  expect(await reminders()).toBe(1);
  await takeNextSteps(after(14));
  await takeNextSteps(after(400));
  expect(await reminders()).toBe(2);
  expect((await listEvents(id)).filter(({ kind }) => kind === "reminded")).toHaveLength(2);
});

it("reminds once after a long downtime, and once more when its own wait is over", async () => {
  await takeNextSteps(after(100));
  await takeNextSteps(after(101));
  expect(await reminders()).toBe(1);
  await takeNextSteps(after(112));
  expect(await reminders()).toBe(2);
});

it("reminds once when several run concurrently", async () => {
  await Promise.all([takeNextSteps(after(3)), takeNextSteps(after(3)), takeNextSteps(after(3))]);
  expect(await reminders()).toBe(1);
});

it("links the vault, and names sender and title", async () => {
  await takeNextSteps(after(3));
  const [mail] = await writtenTo(delivery.recipientEmail, "delivery_reminder");
  expect(mail?.props).toMatchObject({ senderName: "Ada", handedOverOn: "2031-06-14" });
  expect(mail?.props.url).toContain(`/open/${delivery.id}.`);
  expect(mail?.props.stopUrl).toContain("/stop/");
});

it("continues after the mail server has reported the arrival", async () => {
  await reportEvent(delivery.messageId, "arrived");
  await takeNextSteps(after(3));
  expect(await reminders()).toBe(1);
});

it("begins again at another address, also when its arrival is reported before the response to the send", async () => {
  for (const days of [3, 14]) await takeNextSteps(after(days));
  await reportEvent(delivery.messageId, "bounced", "550 no such user");
  const email = `${createId()}@example.net`;
  await readdress(user, id, { deliveryId: delivery.id, email }, after(15));
  const [again] = await deliveriesOf(id);
  await reportEvent(again?.messageId ?? null, "arrived");
  await sendMessage(again?.messageId ?? "", "worker", after(15));
  for (const days of [18, 19, 30]) await takeNextSteps(after(days));
  expect(await writtenTo(email, "delivery_reminder")).toHaveLength(2);
});

it("reminds no one who blocked the sender before their mail counted as arrived", async () => {
  await db.update(deliveries).set({ state: "sent" }).where(eq(deliveries.id, delivery.id));
  await block({ senderId: delivery.senderId, recipient: delivery.recipientEmail }, DUE_AT);
  await takeNextSteps(after(4));
  await takeNextSteps(after(20));
  expect(await deliveriesOf(id)).toMatchObject([{ state: "arrived", nextStepAt: null }]);
  expect((await listEvents(id)).map(({ kind }) => kind)).not.toContain("reminded");
  expect(await reminders()).toBe(0);
});

it("reminds a recipient whose block was undone at once, but none who blocks the sender", async () => {
  const blocked = { senderId: delivery.senderId, recipient: delivery.recipientEmail };
  await block(blocked, DUE_AT);
  await unblock(blocked, DUE_AT);
  await takeNextSteps(after(3));
  expect(await reminders()).toBe(1);
  await block(blocked, after(4));
  await takeNextSteps(after(15));
  expect(await deliveriesOf(id)).toMatchObject([{ state: "arrived", nextStepAt: null }]);
  expect(await reminders()).toBe(1);
});

it("does not remind after an opening or a bounce", async () => {
  await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));
  await takeNextSteps(after(20));
  expect(await reminders()).toBe(0);

  await db
    .update(deliveries)
    .set({ state: "sent", nextStepAt: after(3) })
    .where(eq(deliveries.id, delivery.id));
  await reportEvent(delivery.messageId, "bounced");
  await takeNextSteps(after(20));
  expect(await reminders()).toBe(0);
  expect((await deliveriesOf(id))[0]?.nextStepAt).toBeNull();
});
