import { createId } from "@paralleldrive/cuid2";
import { addDays, addHours, addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { redeemOpeningCode, sendOpeningCode } from "~/domain/access/opening.server";
import { sendFreshLink } from "~/domain/access/replaced-link.server";
import { viewVault } from "~/domain/access/view-vault.server";
import { updateProfile } from "~/domain/account/profile.server";
import { loadNews } from "~/domain/overview/news.server";
import { listTimeline } from "~/domain/overview/timeline.server";
import { block, blockSender, isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { describeEvent } from "~/domain/vault/events";
import { listEvents } from "~/domain/vault/history.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { db } from "~/services/db.server";
import { renderSms } from "~/sms/catalogue";
import { messages } from "~db/schema";
import {
  createDueLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  recordOf,
  reportEvent,
  storedVault,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser, reload } from "../../../tests/factories/user";
import { deliverVault } from "./deliver-vault.server";
import { takeNextSteps } from "./next-steps.server";
import { putOff, sendRequestedReminders } from "./put-off.server";
import { readdress } from "./readdress.server";
import { rewriteMissingMessages } from "./rewrite-missing-messages.server";

/** The cookie of the browser that asks for codes. */
const BROWSER = "a browser";
const REMINDED_AT = new Date("2031-07-20T09:00:00Z");

// Enables SMS; must be set before `env` is read.
vi.hoisted(() => {
  process.env.SMS_IN_FOLDER = "1";
});

type User = Awaited<ReturnType<typeof createUser>>["user"];
let user: User;
let sessionToken: string;
let phone: string;
let numbers = 0;
const randomEmail = () => `${createId()}@example.net`;
beforeEach(async () => {
  ({ user, sessionToken } = await createUser({ name: "Ada", vaultLimit: 9 }));
  numbers += 1;
  phone = `+4917112345${String(numbers).padStart(2, "0")}`;
});

async function createReturnedLetter(reach: Partial<NewVaultInput> = {}) {
  const { id, delivery } = await createDueLetter(user, {
    recipientPhone: phone.replace("+49171", "0049 171 "),
    backupName: "Ben",
    backupEmail: randomEmail(),
    ...reach,
  });
  await reportEvent(delivery.messageId, "bounced", "550 no such user");
  const currentDelivery = async () => {
    const [row] = await deliveriesOf(id);
    if (!row) throw new Error("It is gone.");
    return row;
  };
  const currentRung = async () => {
    const { rung, state } = await currentDelivery();
    return [rung, state, (await storedVault(id)).state];
  };
  const send = async () => sendMessage((await currentDelivery()).messageId ?? "", "worker", DUE_AT);
  const report = async (kind: "arrived" | "bounced") =>
    reportEvent((await currentDelivery()).messageId, kind, "30003: no answer");
  return { id, delivery, currentDelivery, currentRung, send, report };
}

async function findByTextedLink() {
  const [text] = await writtenTo(phone, "delivery_sms");
  const link = text?.props.url.split("/open/")[1] ?? "";
  return { link, found: await findDeliveryByLink(link) };
}
describe("a letter that no address accepts", () => {
  it("is texted again when a text did not leave because of our account, and waits no longer for an answer", async () => {
    const letter = await createReturnedLetter();
    await letter.send();
    const before = await letter.currentDelivery();
    await reportEvent(before.messageId, "undelivered", "30002");
    const again = await letter.currentDelivery();
    expect(again).toMatchObject({ rung: "sms", state: "queued", nextStepAt: before.nextStepAt });
    expect(again.messageId).not.toBe(before.messageId);
    const texts = await writtenTo(phone, "delivery_sms");
    expect(texts.find(({ id }) => id === again.messageId)).toMatchObject({ attempts: 1, state: "queued" });
    expect(await recordOf(letter.id)).toContain("sms_undelivered");
  });

  it("is announced by SMS after the second address and before any contact is asked", async () => {
    const second = randomEmail();
    const letter = await createReturnedLetter({ secondEmail: second });
    expect(await letter.currentRung()).toEqual(["second_address", "queued", "delivering"]);
    expect(await writtenTo(phone, "delivery_sms")).toEqual([]);
    await letter.report("bounced");
    expect(await letter.currentRung()).toEqual(["sms", "queued", "delivering"]);
    const [text] = await writtenTo(phone, "delivery_sms");
    expect(text).toMatchObject({ channel: "sms", props: { senderName: "Ada" } });
    const notices = (await writtenTo(user.email, "trying_another_way")).map(
      ({ props }) => `${props.left}: ${props.next}`,
    );
    expect(notices.sort()).toEqual(["first_address: second_address", "second_address: sms"]);
    await letter.send();
    expect(await letter.currentRung()).toEqual(["sms", "arrived", "delivered"]);
    const record = (await listEvents(letter.id)).map(describeEvent);
    expect(record).toContain("We sent a text message to the number you gave for Mia.");
    expect(record).toContain("The text message to Mia has reached their phone.");
  });

  it.each([[undefined], ["0171 1234567"], ["+49 900 1234567"]])(
    "is not announced to a number that gets no SMS: %s",
    async (recipientPhone) => {
      const letter = await createReturnedLetter({ recipientPhone });
      expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    },
  );

  it.each([
    ["a second address", () => ({ secondEmail: randomEmail() })],
    ["a phone", () => ({})],
  ])("gets the same message again for %s when the database loses it", async (_, reach) => {
    const letter = await createReturnedLetter(reach());
    const { messageId } = await letter.currentDelivery();
    const find = () =>
      db
        .select()
        .from(messages)
        .where(eq(messages.id, messageId ?? ""));
    const [before] = await find();
    await db.delete(messages).where(eq(messages.id, messageId ?? ""));
    await rewriteMissingMessages();
    const [after] = await find();
    expect(after).toMatchObject({ uniqueKey: before?.uniqueKey, toAddress: before?.toAddress, mayBeSent: true });
    expect((await letter.currentDelivery()).messageId).toBe(messageId);
  });

  it("escalates once when the SMS does not arrive", async () => {
    const letter = await createReturnedLetter();
    await letter.send();
    const { messageId } = await letter.currentDelivery();
    await Promise.all([1, 2].map(() => reportEvent(messageId, "bounced", "30003: no answer")));
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    expect((await recordOf(letter.id)).filter((kind) => kind === "sms_bounced")).toHaveLength(1);
  });

  it("waits a week from the moment the SMS has left, however long that took", async () => {
    const letter = await createReturnedLetter();
    const [week, late] = [addMinutes(addDays(DUE_AT, 7), 1), addDays(DUE_AT, 9)];
    await takeNextSteps(week);
    expect(await letter.currentRung()).toEqual(["sms", "queued", "delivering"]);
    expect((await letter.currentDelivery()).nextStepAt).toEqual(addHours(week, 1));
    await sendMessage((await letter.currentDelivery()).messageId ?? "", "worker", late);
    await takeNextSteps(addDays(late, 6));
    expect(await letter.currentRung()).toEqual(["sms", "arrived", "delivered"]);
    await takeNextSteps(addDays(late, 7));
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
  });

  it("escalates a week after an SMS that was not opened", async () => {
    const letter = await createReturnedLetter();
    const { link } = await findByTextedLink();
    await letter.send();
    await takeNextSteps(addDays(DUE_AT, 6));
    expect(await letter.currentRung()).toEqual(["sms", "arrived", "delivered"]);
    const end = addMinutes(addDays(DUE_AT, 7), 1);
    await Promise.all([takeNextSteps(end), takeNextSteps(end)]);
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    expect((await recordOf(letter.id)).slice(-3)).toEqual(["sms_unanswered", "asked_backup", "came_back"]);
    // The link still works if it is found later.
    expect((await findDeliveryByLink(link))?.id).toBe(letter.delivery.id);
  });
});

describe("a letter to oneself that comes back", () => {
  const saveProfile = (number: string) => updateProfile(user, { fullName: "Ada", phone: number, timeZone: "UTC" });
  const writeToOneself = async () => createLetter(await reload(sessionToken), { type: "future-self" });
  const bounce = async (id: string) => {
    const [delivery] = await deliveriesOf(id);
    await reportEvent(delivery?.messageId ?? "", "bounced", "550 no such user");
  };

  it.each(["scheduled", "on its way"])(
    "is texted to the number its owner has now, if they changed it: %s",
    async (when) => {
      await saveProfile("+49 171 7654321");
      const id = await writeToOneself();
      if (when === "on its way") await deliverVault(id, DUE_AT);
      await saveProfile(phone);
      if (when === "scheduled") await deliverVault(id, DUE_AT);
      await bounce(id);
      expect(await deliveriesOf(id)).toMatchObject([{ rung: "sms", smsTo: phone }]);
      expect(await writtenTo("+491717654321", "delivery_sms")).toEqual([]);
    },
  );

  it("is not texted to a number its owner removed, and other letters keep the number given for them", async () => {
    await saveProfile(phone);
    const own = await writeToOneself();
    const other = await createLetter(user, { recipientPhone: phone });
    await saveProfile("");
    for (const id of [own, other]) {
      await deliverVault(id, DUE_AT);
      await bounce(id);
    }
    expect(await deliveriesOf(own)).toMatchObject([{ rung: "held", smsTo: null }]);
    expect(await deliveriesOf(other)).toMatchObject([{ rung: "sms", smsTo: phone }]);
  });

  it("speaks to its owner in every text, and not of another person with their name", async () => {
    await saveProfile(phone);
    const own = await writeToOneself();
    await deliverVault(own, DUE_AT);
    await bounce(own);
    const { found = expect.unreachable() } = await findByTextedLink();
    await putOff(found, "2031-07-20", DUE_AT);
    await sendRequestedReminders(REMINDED_AT);
    await sendFreshLink(found, DUE_AT);
    for (const kind of ["delivery_sms", "chosen_reminder_sms", "fresh_link_sms"] as const) {
      const [text] = await writtenTo(phone, kind);
      const said = renderSms(kind, text?.props);
      expect(said).toMatch(/you kept/i);
      expect(said).not.toMatch(/Ada|for you\b/);
    }
  });
});

describe("the link of a text message", () => {
  it("has its code sent to the number only, and opens", async () => {
    const letter = await createReturnedLetter();
    const { link, found } = await findByTextedLink();
    if (!found) throw new Error("The link does not work.");
    expect(link).not.toBe(openingLink(letter.delivery));
    await sendOpeningCode(found, BROWSER);
    expect(await writtenTo(letter.delivery.recipientEmail, "opening_code")).toEqual([]);
    const [sent] = await writtenTo(phone, "opening_code_sms");
    for (let tries = 1; tries < 5; tries += 1) {
      expect(await redeemOpeningCode(found, BROWSER, "no code")).toEqual({ ok: false, reason: "wrong" });
    }
    const opened = await redeemOpeningCode(found, BROWSER, sent?.props.code ?? "");
    if (!opened.ok) throw new Error(opened.reason);
    expect(await letter.currentRung()).toEqual(["sms", "opened", "delivered"]);
    expect(await findDeliveryByLink(link, [opened.token])).toMatchObject({ openedWith: "code" });
    await takeNextSteps(addDays(DUE_AT, 30));
    expect(await letter.currentRung()).toEqual(["sms", "opened", "delivered"]);
  });

  it("leaves a mail's link unchanged: its code and its reminder go to its own address", async () => {
    const letter = await createReturnedLetter();
    const byMail = await findDeliveryByLink(openingLink(letter.delivery));
    if (!byMail) throw new Error("The link does not work.");
    await sendOpeningCode(byMail, BROWSER);
    await putOff(byMail, "2031-07-20", DUE_AT);
    await sendRequestedReminders(REMINDED_AT);
    for (const kind of ["opening_code", "chosen_reminder"] as const)
      expect(await writtenTo(letter.delivery.recipientEmail, kind)).toHaveLength(1);
    for (const kind of ["opening_code_sms", "chosen_reminder_sms"] as const)
      expect(await writtenTo(phone, kind)).toEqual([]);
  });

  it("ends once another address is given, even the same again", async () => {
    const letter = await createReturnedLetter();
    const { link } = await findByTextedLink();
    await letter.send();
    const { recipientEmail } = letter.delivery;
    await readdress(user, letter.id, { deliveryId: letter.delivery.id, email: recipientEmail }, DUE_AT);
    expect(await findDeliveryByLink(link)).toBeUndefined();
  });

  it("can set a reminder to the number, or block the sender for it", async () => {
    const letter = await createReturnedLetter();
    const { found } = await findByTextedLink();
    if (!found) throw new Error("The link does not work.");
    await putOff(found, "2031-07-20", DUE_AT);
    await takeNextSteps(addDays(DUE_AT, 30));
    expect(await letter.currentRung()).toEqual(["sms", "arrived", "delivered"]);
    await sendRequestedReminders(REMINDED_AT);
    const reminders = () => writtenTo(phone, "chosen_reminder_sms");
    for (const { id } of await reminders()) await sendMessage(id, "worker", REMINDED_AT);
    expect(await reminders()).toMatchObject([{ state: "sent" }]);
    await blockSender(found, DUE_AT);
    expect(await isSenderBlocked(found)).toBe(true);
    expect(await isSenderBlocked({ ...found, phone: null })).toBe(false);
    expect(await (await createReturnedLetter()).currentRung()).toEqual(["backup", "failed", "delivering"]);
  });
});

it("is not sent to a number that blocks the sender while it waits, and the ladder continues", async () => {
  const [first, second] = [await createReturnedLetter(), await createReturnedLetter()];
  const links = (await writtenTo(phone, "delivery_sms")).map(({ props }) => props.url.split("/open/")[1] ?? "");
  const found = await findDeliveryByLink(links[0] ?? "");
  await blockSender(found ?? expect.unreachable(), DUE_AT);
  for (const letter of [first, second]) {
    await sendMessage((await letter.currentDelivery()).messageId ?? "", "worker", addMinutes(DUE_AT, 1));
    expect(await letter.currentRung()).toEqual(["backup", "failed", "delivering"]);
    expect((await recordOf(letter.id)).slice(-2)).toEqual(["sms_given_up", "asked_backup"]);
  }
});

it.each([
  ["the number", "backup", "delivering"],
  ["the email", "unwanted", "held"],
] as const)("that has arrived counts as unanswered, too, when %s blocks the sender", async (which, rung, state) => {
  const letter = await createReturnedLetter();
  await letter.send();
  const recipient = which === "the number" ? phone : letter.delivery.recipientEmail;
  await block({ senderId: user.id, recipient }, addDays(DUE_AT, 1));
  await takeNextSteps(addDays(DUE_AT, 6));
  expect(await letter.currentRung()).toEqual(["sms", "arrived", "delivered"]);
  await takeNextSteps(addMinutes(addDays(DUE_AT, 7), 1));
  expect(await letter.currentRung()).toEqual([rung, "failed", state]);
});

describe("an account under the address that was tried first", () => {
  it("finds the letter that moved to the second among its received ones, with a link of its own", async () => {
    const { user: reader } = await createUser();
    const letter = await createReturnedLetter({ recipientEmail: reader.email, secondEmail: randomEmail() });
    expect(await letter.currentRung()).toEqual(["second_address", "queued", "delivering"]);
    expect((await loadNews(reader, new Date())).received.map(({ id }) => id)).toEqual([letter.id]);
    const { entries } = await listTimeline(reader, { sender: user.id });
    expect(entries.map(({ id, direction }) => [id, direction])).toEqual([[letter.id, "received"]]);
    const viewed = await viewVault({ user: reader }, letter.id, DUE_AT);
    expect(viewed?.delivery && openingLink(viewed.delivery)).toBe(openingLink(letter.delivery));
  });
});
