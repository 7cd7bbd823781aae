import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { db } from "~/services/db.server";
import { openingCodes, readingSessions } from "~db/schema";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createUndeliverable } from "../../tests/factories/legacy";
import { createDueLetter } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as help from "./legacy.$link";
import * as sendHelperCode from "./legacy.$link_.code";
import * as open from "./open.$link";
import * as sendCode from "./open.$link_.code";

/** The letter of a reader without an account, and a legacy contact's page, by their links. */
const PAGES = {
  "a letter": async () => {
    const { user } = await createUser();
    const { delivery } = await createDueLetter(user, { deliveryDate: "2020-01-01" });
    const path = `/open/${openingLink(delivery)}`;
    const codes = eq(openingCodes.deliveryId, delivery.id);
    const sessions = eq(readingSessions.deliveryId, delivery.id);
    return { page: open, sending: sendCode, path, email: delivery.recipientEmail, codes, sessions };
  },
  "a legacy contact’s page": async () => {
    const { contact, id } = await createUndeliverable();
    const path = `/legacy/${helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 })}`;
    const codes = eq(openingCodes.contactId, contact.id);
    const sessions = eq(readingSessions.contactId, contact.id);
    return { page: help, sending: sendHelperCode, path, email: contact.email, codes, sessions };
  },
};

async function arrive(name: keyof typeof PAGES) {
  const { page, sending, path, email, ...where } = await PAGES[name]();
  const params = { link: path.split("/")[2] ?? "" };
  const browser = await createBrowser();
  return {
    ...where,
    browser,
    send: () => answerOf(sending.action, formRequest(`${path}/code`, {}, browser), browser, params),
    enter: (code: string) => answerOf(page.action, formRequest(path, { code }, browser), browser, params),
    newestCode: async () => (await writtenTo(email, "opening_code")).at(-1)?.props.code ?? "",
    asksForCode: async (reader: Browser = browser) => {
      const answer = await answerOf(page.loader, pageRequest(path, reader), reader, params);
      const data = await answer.json();
      return data.challenge?.isCodeSent ?? data.isCodeSent;
    },
  };
}

const other = (code: string) => (code === "000000" ? "000001" : "000000");
const past = () => new Date(Date.now() - 1_000);

const names = Object.keys(PAGES) as (keyof typeof PAGES)[];
it.each(names)("%s asks for the code that this browser requested before", async (name) => {
  const { send, asksForCode } = await arrive(name);
  expect(await asksForCode()).toBe(false);
  await send();
  expect(await asksForCode()).toBe(true);
  expect(await asksForCode(await createBrowser())).toBe(false);
});

it.each(names)("%s asks for it until it expires", async (name) => {
  const { send, asksForCode, codes } = await arrive(name);
  await send();
  await db.update(openingCodes).set({ expiresAt: past() }).where(codes);
  expect(await asksForCode()).toBe(false);
  await send();
  expect(await asksForCode()).toBe(true);
});

it.each(names)("%s asks for it until it was used", async (name) => {
  const { send, enter, newestCode, asksForCode, sessions } = await arrive(name);
  await send();
  expect((await enter(await newestCode())).status).toBe(303);
  await db.update(readingSessions).set({ expiresAt: past() }).where(sessions);
  expect(await asksForCode()).toBe(false);
});

it.each(names)("%s asks for it until it has no tries left", async (name) => {
  const { send, enter, newestCode, asksForCode } = await arrive(name);
  await send();
  const wrong = other(await newestCode());
  for (const left of [4, 3, 2, 1, 0]) {
    expect((await enter(wrong)).status).toBe(400);
    expect(await asksForCode()).toBe(left > 0);
  }
});
