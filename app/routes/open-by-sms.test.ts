import { createId } from "@paralleldrive/cuid2";
import { addMinutes } from "date-fns";
import { describe, expect, it, vi } from "vitest";
import { sendRequestedReminders } from "~/domain/delivery/put-off.server";
import { isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createDueLetter, deliveriesOf, reportEvent } from "../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as ownReplies from "./memories.$id_.replies";
import * as open from "./open.$link";
import * as block from "./open.$link_.block";
import * as sendCode from "./open.$link_.code";
import * as later from "./open.$link_.later";
import * as replies from "./open.$link_.replies";

// Must be set before `env` is read.
vi.hoisted(() => {
  process.env.SMS_IN_FOLDER = "1";
});

let numbers = 0;

/** A letter whose mail came back. `link` is that of its text message, which shows the number as `shown`. */
async function createTexted(overrides: Parameters<typeof createDueLetter>[1] = {}) {
  const { user, browser } = await createUser({ name: "Ada" });
  numbers += 1;
  const phone = `+49171123456${numbers}`;
  const letter = { recipientPhone: phone, message: "Under the stone.", deliveryDate: "2020-01-01", ...overrides };
  const recipientEmail = overrides.recipientEmail === "own" ? user.email : `${createId()}@example.net`;
  const { id, delivery } = await createDueLetter(user, { ...letter, recipientEmail });
  await reportEvent(delivery.messageId, "bounced", "550 no such user");
  const [text] = await writtenTo(phone, "delivery_sms");
  const link = text?.props.url.split("/open/")[1] ?? "";
  return { id, user, browser, delivery, phone, link, shown: `…${phone.slice(-2)}` };
}

/** Opens it with the code that went to `phone`, or else to `email`. */
async function openWith(link: string, { phone, email = "" }: { phone?: string; email?: string }): Promise<Browser> {
  const browser = await createBrowser();
  await answerOf(sendCode.action, formRequest(`/open/${link}/code`, {}, browser), browser, { link });
  const [message] = phone ? await writtenTo(phone, "opening_code_sms") : await writtenTo(email, "opening_code");
  const form = formRequest(`/open/${link}`, { code: message?.props.code ?? "" }, browser);
  return withCookiesOf(browser, await answerOf(open.action, form, browser, { link }));
}

type Loader = Parameters<typeof answerOf>[0];
const see = async (loader: Loader, link: string, reader: Browser, path = "") =>
  (await answerOf(loader, pageRequest(`/open/${link}${path}`, reader), reader, { link })).json();
const post = (action: Loader, link: string, path: string, fields: Fields, reader: Browser) =>
  answerOf(action, formRequest(`/open/${link}${path}`, fields, reader), reader, { link });
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

it("sends the code by SMS to readers with the link of an SMS", async () => {
  const { delivery, phone, link } = await createTexted();
  const browser = await createBrowser();
  const path = `/open/${link}`;

  const sent = await answerOf(sendCode.action, formRequest(`${path}/code`, {}, browser), browser, { link });
  expect(sent).toHaveRedirect(`${path}?code=sent`, 303);
  expect(await writtenTo(delivery.recipientEmail, "opening_code")).toEqual([]);
  const [message] = await writtenTo(phone, "opening_code_sms");
  const challenge = await answerOf(open.loader, pageRequest(`${path}?code=sent`, browser), browser, { link });
  expect(await challenge.json()).toMatchObject({ reading: null, challenge: { isBySms: true, isCodeSent: true } });
  const asksForCode = async (at: string) => {
    const page = await answerOf(open.loader, pageRequest(`/open/${at}`, browser), browser, { link: at });
    return (await page.json()).challenge.isCodeSent;
  };
  expect([await asksForCode(link), await asksForCode(openingLink(delivery))]).toEqual([true, false]);

  const give = (code: string) => answerOf(open.action, formRequest(path, { code }, browser), browser, { link });
  const code = message?.props.code ?? "";
  const wrong = code === "000000" ? "000001" : "000000";
  await expect(await give(wrong), "mentions no email").toBeRefused(400, "code", /^This code isn’t right(?!.*email)/);
  const opened = await give(code);
  expect(opened).toHaveRedirect(path, 303);
  const reader = await withCookiesOf(browser, opened);
  const read = await answerOf(open.loader, pageRequest(path, reader), reader, { link });
  expect(await read.json()).toMatchObject({ reading: { message: "Under the stone.", after: { source: "text" } } });
  expect([(await give(code)).status, (await give(code)).status], "a second press, and a third").toEqual([303, 400]);
});

it("takes a code by SMS only at the link in an SMS, and one by mail only at the link in a mail", async () => {
  const { delivery, phone, link } = await createTexted();
  const browser = await createBrowser();
  const [bySms, byMail] = [link, openingLink(delivery)];
  await post(sendCode.action, bySms, "/code", {}, browser);
  const code = (await writtenTo(phone, "opening_code_sms"))[0]?.props.code ?? "";
  await expect(await post(open.action, byMail, "", { code }, browser)).toBeRefused(400, "code", /^This code no longer/);
  await post(sendCode.action, byMail, "/code", {}, browser);
  const mailed = (await writtenTo(delivery.recipientEmail, "opening_code"))[0]?.props.code ?? "";
  expect((await post(open.action, bySms, "", { code: mailed }, browser)).status).toBe(400);
  expect(await post(open.action, byMail, "", { code: mailed }, browser)).toHaveRedirect(`/open/${byMail}`);
});

it("takes a code only at the link of the address it was sent to", async () => {
  const second = `${createId()}@example.net`;
  const { id, delivery } = await createTexted({ secondEmail: second });
  const browser = await createBrowser();
  const [now] = await deliveriesOf(id);
  const [first, current] = [openingLink(delivery), openingLink(now ?? delivery)];
  await post(sendCode.action, first, "/code", {}, browser);
  const code = (await writtenTo(delivery.recipientEmail, "opening_code"))[0]?.props.code ?? "";
  await expect(await post(open.action, current, "", { code }, browser)).toBeRefused(
    400,
    "code",
    /^This code no longer/,
  );
  expect(await post(open.action, first, "", { code }, browser)).toHaveRedirect(`/open/${first}`);
});

describe("a reader with a phone only", () => {
  it("acts for the number on the letter's page", async () => {
    const { delivery, phone, link, shown } = await createTexted();
    const reader = await openWith(link, { phone });
    expect(await see(open.loader, link, reader)).toMatchObject({
      reading: { after: { actions: { link, sentTo: shown, isBlocked: false } } },
    });
    expect(await see(block.loader, link, reader, "/block")).toMatchObject({
      reference: delivery.id,
      sentTo: { kind: "number", shown },
    });
    await post(block.action, link, "/block", { intent: "block" }, reader);
    expect(await see(open.loader, link, reader)).toMatchObject({
      reading: { after: { actions: { link, isBlocked: true } } },
    });
    expect(await isSenderBlocked({ ...delivery, phone: null })).toBe(false);
  });

  it("is reminded there, and not while the sender is blocked", async () => {
    const { id, delivery, phone, link, shown } = await createTexted();
    const reader = await openWith(link, { phone });
    expect(await see(later.loader, link, reader, "/later")).toMatchObject({ sentTo: { shown }, isBlocked: false });
    await post(block.action, link, "/block", { intent: "block" }, reader);
    expect(await see(later.loader, link, reader, "/later")).toMatchObject({ isBlocked: true });
    const refused = await post(later.action, link, "/later", { date: inAMonth() }, reader);
    await expect(refused).toBeRefused(409, "", /^You blocked the sender/);
    expect(await deliveriesOf(id)).toMatchObject([{ remindAt: null }]);

    await post(block.action, link, "/block", { intent: "unblock" }, reader);
    expect(await post(later.action, link, "/later", { date: inAMonth() }, reader)).toHaveRedirect(`/open/${link}`);
    await sendRequestedReminders(new Date(Date.now() + 32 * 86_400_000));
    expect(await writtenTo(phone, "chosen_reminder_sms")).toHaveLength(1);
    expect(await writtenTo(delivery.recipientEmail, "chosen_reminder")).toEqual([]);
  });

  it("is told of an answer there", async () => {
    const { id, browser, delivery, phone, link, shown } = await createTexted();
    const reader = await openWith(link, { phone });
    expect(await see(replies.loader, link, reader, "/replies")).toMatchObject({
      answersTo: { kind: "number", shown, isNotified: true },
    });
    await post(replies.action, link, "/replies", { formId: createId(), text: "Thank you." }, reader);
    const answer = formRequest(`/memories/${id}/replies`, { formId: createId(), text: "Come and visit." }, browser);
    await answerOf(ownReplies.action, answer, browser, { id });
    const [text] = await writtenTo(phone, "answer_notice_sms");
    expect(text?.props).toMatchObject({ senderName: "Ada", url: expect.stringContaining(link) });
    expect(await writtenTo(delivery.recipientEmail, "answer_notice")).toEqual([]);

    await post(block.action, link, "/block", { intent: "block" }, reader);
    await sendMessage(text?.id ?? "", "worker", addMinutes(new Date(), 1));
    expect(await writtenTo(phone, "answer_notice_sms")).toMatchObject([{ lastError: "it no longer applied" }]);
  });

  it("is not the sender of a letter that went to its sender's own address", async () => {
    const { id, user, browser, delivery, phone, link } = await createTexted({ recipientEmail: "own" });
    expect(delivery.recipientEmail).toBe(user.email);
    const reader = await openWith(link, { phone });
    expect(await see(open.loader, link, reader)).toMatchObject({
      reading: { after: { isToSender: false, actions: { isToSender: false } } },
      conversation: { replies: [] },
    });
    await post(replies.action, link, "/replies", { formId: createId(), text: "Found it." }, reader);
    const list = await answerOf(ownReplies.loader, pageRequest(`/memories/${id}/replies`, browser), browser, { id });
    expect(await list.json()).toMatchObject({ replies: [{ text: "Found it." }] });
  });
});

describe("a reader at the address that was tried first", () => {
  it("acts for it, and hears there of a reminder and of an answer", async () => {
    const second = `${createId()}@example.net`;
    const { id, browser, delivery } = await createTexted({ secondEmail: second });
    const link = openingLink(delivery);
    expect((await deliveriesOf(id))[0]?.recipientEmail).toBe(second);
    const reader = await openWith(link, { email: delivery.recipientEmail });
    expect(await see(open.loader, link, reader)).toMatchObject({ reading: { after: { actions: { link } } } });
    await post(later.action, link, "/later", { date: inAMonth() }, reader);
    await post(replies.action, link, "/replies", { formId: createId(), text: "Thank you." }, reader);
    const answer = formRequest(`/memories/${id}/replies`, { formId: createId(), text: "Come and visit." }, browser);
    await answerOf(ownReplies.action, answer, browser, { id });
    await sendRequestedReminders(new Date(Date.now() + 32 * 86_400_000));
    for (const kind of ["answer_notice", "chosen_reminder"] as const) {
      expect(await writtenTo(delivery.recipientEmail, kind)).toHaveLength(1);
      expect(await writtenTo(second, kind)).toEqual([]);
    }
    await post(block.action, link, "/block", { intent: "block" }, reader);
    expect(await isSenderBlocked({ ...delivery, recipientEmail: second })).toBe(false);
    expect(await isSenderBlocked(delivery)).toBe(true);
  });
});
