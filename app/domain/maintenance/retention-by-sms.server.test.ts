import { createId } from "@paralleldrive/cuid2";
import { addYears, subDays } from "date-fns";
import { expect, it, vi } from "vitest";
import { recordOpening } from "~/domain/access/opening.server";
import { blockSender } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { inTransaction } from "~/services/db.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { createDueLetter, DUE_AT, deliveriesOf, reportEvent } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { applyRetention } from "./retention.server";

// Enables SMS; must be set before `env` is read.
vi.hoisted(() => {
  process.env.SMS_IN_FOLDER = "1";
});

it("is announced by SMS to a reader whose email came back, unless they blocked the sender there", async () => {
  const { user } = await createUser({ name: "Ada" });
  const [phone, recipientEmail] = ["+491711234501" as PhoneNumber, `${createId()}@example.net`];
  const { id, delivery } = await createDueLetter(user, { recipientEmail, recipientPhone: phone });
  await reportEvent(delivery.messageId, "bounced", "550 no such user");
  const [texted] = await deliveriesOf(id);
  expect(texted).toMatchObject({ rung: "sms", smsTo: phone });
  await inTransaction((tx) => recordOpening(tx, delivery, DUE_AT));

  const end = addYears(DUE_AT, 7);
  await applyRetention(subDays(end, 90));
  const [text] = await writtenTo(phone, "ending_soon_sms");
  expect(text?.props).toMatchObject({ senderName: "Ada", deleteOn: "2038-06-14" });
  const found = await findDeliveryByLink(text?.props.url.split("/open/")[1] ?? "");
  expect(found).toMatchObject({ id: delivery.id, phone });
  expect(await writtenTo(recipientEmail, "ending_soon")).toEqual([]);
  expect(await writtenTo(user.email, "ending_soon")).toHaveLength(1);

  await blockSender(found ?? expect.unreachable());
  await applyRetention(subDays(end, 30));
  // Written before the block, and not sent yet.
  await sendMessage(text?.id ?? "", "worker", subDays(end, 89));
  const texts = await writtenTo(phone, "ending_soon_sms");
  expect(texts).toMatchObject([{ state: "failed", lastError: "it no longer applied" }]);
  expect(await writtenTo(user.email, "ending_soon")).toHaveLength(2);
});
