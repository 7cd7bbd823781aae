import { addDays, addMinutes } from "date-fns";
import { beforeEach, describe, expect, it } from "vitest";
import type { User } from "~/domain/account/account";
import { readProps } from "~/domain/outbox/message.server";
import { block } from "~/domain/recipients/block-sender.server";
import { renderEmail } from "~/emails/catalogue";
import { renderSms } from "~/sms/catalogue";
import { createDueLetter, createFailedLetter, DUE_AT, deliveriesOf } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { withCurrentWording } from "./current-wording.server";
import { pastDay } from "./delivery-mail";
import { takeNextSteps } from "./next-steps.server";
import { readdress } from "./readdress.server";
import { unblock } from "./unblock-sender.server";

/** Three years after the day of the letter. */
const LATER = new Date("2034-06-14T12:00:00Z");

let sender: User;
beforeEach(async () => {
  sender = (await createUser({ name: "Ada", vaultLimit: 9 })).user;
});

const unwrapped = (text: string) => text.replaceAll("\n", " ");

/** What the newest letter and its first reminder say, which is due three days after it. */
async function wordsTo(email: string, vaultId: string, sentAt: Date) {
  const mail = (await writtenTo(email, "delivery")).at(-1);
  const [delivery] = await deliveriesOf(vaultId);
  await sendMessage(delivery?.messageId ?? "", "worker", sentAt);
  await takeNextSteps(addMinutes(addDays(sentAt, 3), 1));
  const reminder = (await writtenTo(email, "delivery_reminder")).at(-1);
  return {
    letter: unwrapped(renderEmail("delivery", mail?.props).text),
    reminder: unwrapped(renderEmail("delivery_reminder", reminder?.props).text),
  };
}

describe("the mail of a letter and its reminder", () => {
  it("speak of today on the day, and of the day in a reminder", async () => {
    const { id, delivery } = await createDueLetter(sender);
    const { letter, reminder } = await wordsTo(delivery.recipientEmail, id, DUE_AT);
    expect(letter).toContain("keep it until today");
    expect(reminder).toContain("On June 14, 2031, we wrote to you");
  });

  it("name the letter's day, and the day of its own mail, after a correction", async () => {
    const { id, delivery } = await createFailedLetter(sender);
    const email = `new-${delivery.recipientEmail}`;
    await readdress(sender, id, { deliveryId: delivery.id, email }, LATER);
    const { letter, reminder } = await wordsTo(email, id, LATER);
    expect(letter).toContain("keep it until June 14, 2031");
    expect(reminder).toContain("On June 14, 2034, we wrote to you");
  });

  it("name them once the recipient has unblocked the sender", async () => {
    const recipient = `mia-${sender.id}@example.net`;
    await block({ senderId: sender.id, recipient }, DUE_AT);
    const { id } = await createDueLetter(sender, { recipientEmail: recipient });
    await unblock({ senderId: sender.id, recipient }, LATER);
    const { letter, reminder } = await wordsTo(recipient, id, LATER);
    expect(letter).toContain("keep it until June 14, 2031");
    expect(reminder).toContain("On June 14, 2034, we wrote to you");
  });
});

it("names the letter's day in a mail that leaves only the day after, and not before", async () => {
  const { delivery } = await createDueLetter(sender);
  const [mail] = await writtenTo(delivery.recipientEmail, "delivery");
  const saidAt = async (attemptedAt: Date) => {
    const late = await withCurrentWording({ ...(mail ?? expect.unreachable()), attemptedAt });
    return unwrapped(renderEmail("delivery", readProps(late)).text);
  };
  expect(await saidAt(addMinutes(DUE_AT, 1))).toContain("keep it until today.");
  expect(await saidAt(addDays(DUE_AT, 1))).toContain("keep it until June 14, 2031.");
});

it("follows the time in the vault's zone", () => {
  const vault = { deliveryDate: "2031-06-14", deliveryZone: "Asia/Tokyo" };
  expect(pastDay(vault, new Date("2031-06-14T14:59:00Z"))).toEqual({});
  expect(pastDay(vault, new Date("2031-06-14T15:00:00Z"))).toEqual({ until: "2031-06-14" });
});

it("names the day in a text message that follows later", () => {
  const props = { senderName: "Ada", url: "https://example.org/open/x" };
  expect(renderSms("delivery_sms", props)).toContain("until today");
  expect(renderSms("delivery_sms", { ...props, until: "2031-06-14" })).toContain("until June 14, 2031");
});
