import { addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { WRONG_CODES_AT_MOST } from "~/domain/codes/one-time-code.server";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { block } from "~/domain/recipients/block-sender.server";
import { cardLink, openingLink } from "~/domain/recipients/opening-link.server";
import { db } from "~/services/db.server";
import { deliveries, legacyContacts } from "~db/schema";
import { createBrowser } from "../../tests/factories/browser";
import { createContact, createUndeliverable } from "../../tests/factories/legacy";
import { createDueLetter } from "../../tests/factories/letter";
import { ageMessagesTo, sendMessage, writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as help from "./legacy.$link";
import * as sendHelpCode from "./legacy.$link_.code";
import * as replacedHelp from "./legacy.$link_.replaced";
import * as open from "./open.$link";
import * as sendCode from "./open.$link_.code";
import * as replaced from "./open.$link_.replaced";

type Handler = Parameters<typeof answerOf>[0];

async function prepare() {
  const { user } = await createUser({ name: "Ada" });
  const { delivery } = await createDueLetter(user);
  const link = openingLink(delivery);
  const browser = await createBrowser();
  const post = (action: unknown, path: string, fields = {}, by = browser) =>
    answerOf(action as Handler, formRequest(path, fields, by), by, { link });
  const get = (loader: unknown, path: string) =>
    answerOf(loader as Handler, pageRequest(path, browser), browser, { link });
  return { delivery, link, path: `/open/${link}`, post, get };
}

it("a code that another browser asked for is refused with what to do", async () => {
  const { delivery, path, post } = await prepare();
  await post(sendCode.action, `${path}/code`);
  const [mail] = await writtenTo(delivery.recipientEmail, "opening_code");
  const code = mail?.props.code ?? "";
  const refused = await post(open.action, path, { code }, await createBrowser());
  await expect(refused).toBeRefused(400, "code", /^Use the browser in which you asked for the code/);
  expect(await post(open.action, path, { code })).toHaveRedirect(path);
});

it("a person with a forwarded link uses up no one else's tries", async () => {
  const { delivery, path, post } = await prepare();
  await post(sendCode.action, `${path}/code`);
  const [mail] = await writtenTo(delivery.recipientEmail, "opening_code");
  const stranger = await createBrowser();
  for (let guess = 0; guess < 21; guess += 1) await post(open.action, path, { code: "000000" }, stranger);
  expect((await post(open.action, path, { code: "000000" }, stranger)).status).toBe(429);
  expect(await post(open.action, path, { code: mail?.props.code ?? "" })).toHaveRedirect(path);
});

it("a legacy contact's last wrong code does the same", async () => {
  const { contact, id, helper } = await createUndeliverable();
  const other = await createContact((await createUser()).user);
  const link = helpLink(helper);
  const browser = await createBrowser();
  const path = `/legacy/${link}`;
  const post = (action: unknown, to: string, fields = {}) =>
    answerOf(action as Handler, formRequest(to, fields, browser), browser, { link });
  const get = (loader: unknown, to: string) => answerOf(loader as Handler, pageRequest(to, browser), browser, { link });
  expect((await get(replacedHelp.loader, `${path}/replaced`)).status).toBe(404);
  await db
    .update(legacyContacts)
    .set({ wrongCodes: WRONG_CODES_AT_MOST - 1 })
    .where(eq(legacyContacts.id, contact.id));
  await post(sendHelpCode.action, `${path}/code`);
  const [mail] = await writtenTo(contact.email, "opening_code");
  const code = mail?.props.code === "000000" ? "000001" : "000000";
  expect(await post(help.action, path, { code })).toHaveRedirect(`${path}/replaced`);
  expect(await get(help.loader, path)).toHaveRedirect(`${path}/replaced`);
  expect(await (await get(replacedHelp.loader, `${path}/replaced`)).json()).toEqual({ ownerName: "Ada" });
  await ageMessagesTo(contact.email);
  // The button may be pressed twice.
  for (const press of [1, 2]) {
    const sent = await post(replacedHelp.action, `${path}/replaced`);
    await expect(sent, `press ${press}`).toSendToast({ title: "Link sent" });
  }
  const mails = await writtenTo(contact.email, "fresh_link");
  const fresh = `/legacy/${helpLink({ contactId: contact.id, vaultId: id, linkVersion: 1 })}`;
  expect(mails.map(({ props }) => new URL(props.url).pathname)).toEqual([fresh, fresh]);
  const others = await db.select().from(legacyContacts).where(eq(legacyContacts.id, other.id));
  expect(others).toMatchObject([{ wrongCodes: 0 }]);
});

it("the last wrong code leads to a page that sends the new link to the address, never to the reader", async () => {
  const { delivery, path, link, post, get } = await prepare();
  expect((await get(replaced.loader, `${path}/replaced`)).status).toBe(404);
  await db
    .update(deliveries)
    .set({ wrongCodes: WRONG_CODES_AT_MOST - 1 })
    .where(eq(deliveries.id, delivery.id));
  await post(sendCode.action, `${path}/code`);
  const [mail] = await writtenTo(delivery.recipientEmail, "opening_code");
  const wrong = mail?.props.code === "000000" ? "000001" : "000000";
  expect(await post(open.action, path, { code: wrong })).toHaveRedirect(`${path}/replaced`);
  expect(await get(open.loader, path)).toHaveRedirect(`${path}/replaced`);

  const page = await (await get(replaced.loader, `${path}/replaced`)).text();
  expect(JSON.parse(page)).toEqual({ senderName: "Ada", isToSender: false, place: "address" });
  await ageMessagesTo(delivery.recipientEmail);
  for (const press of [1, 2]) {
    const sent = await post(replaced.action, `${path}/replaced`);
    await expect(sent, `press ${press}`).toSendToast({ title: "Link sent" });
  }
  const mails = await writtenTo(delivery.recipientEmail, "fresh_link");
  expect(mails).toHaveLength(2);
  for (const { props } of mails)
    expect(props.url).toMatch(new RegExp(`/open/${openingLink({ ...delivery, linkVersion: 1 })}$`));
  expect(link).toBe(openingLink(delivery));
});

it("a reader who has blocked the sender gets the new link, too, and no other mail", async () => {
  const { delivery, link, path, post } = await prepare();
  await db.update(deliveries).set({ linkVersion: 1 }).where(eq(deliveries.id, delivery.id));
  await block({ senderId: delivery.senderId, recipient: delivery.recipientEmail });
  await expect(await post(replaced.action, `${path}/replaced`)).toSendToast({ title: "Link sent" });
  const [mail] = await writtenTo(delivery.recipientEmail, "fresh_link");
  expect(mail?.props.url).not.toContain(link);
  await sendMessage(mail?.id ?? "", "worker", addMinutes(new Date(), 1));
  expect((await writtenTo(delivery.recipientEmail, "fresh_link"))[0]?.state).toBe("sent");
});

it("the link of a claim card is never replaced, and sends no mail", async () => {
  const { delivery } = await prepare();
  await db.update(deliveries).set({ linkVersion: 1 }).where(eq(deliveries.id, delivery.id));
  const browser = await createBrowser();
  const params = { link: cardLink(delivery.id) };
  const request = formRequest(`/open/${params.link}/replaced`, {}, browser);
  expect((await answerOf(replaced.action as Handler, request, browser, params)).status).toBe(404);
  expect(await writtenTo("", "fresh_link")).toEqual([]);
});
