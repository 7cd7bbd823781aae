import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { db } from "~/services/db.server";
import { readingSessions } from "~db/schema";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createLetter, deliveriesOf } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as logout from "./logout";
import * as accountReplies from "./memories.$id_.replies";
import * as open from "./open.$link";
import * as close from "./open.$link_.close";
import * as sendCode from "./open.$link_.code";
import * as keepsake from "./open.$link_.keepsake";
import * as replies from "./open.$link_.replies";

/** Letters from one sender that have arrived. */
async function createArrived(count: number) {
  const { user } = await createUser({ vaultLimit: count });
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const written = { title: `Letter ${index}`, message: `Kept, ${index}`, deliveryDate: "2020-01-01" };
      const id = await createLetter(user, written);
      await deliverVault(id);
      const [delivery] = await deliveriesOf(id);
      return delivery ? { ...delivery, link: openingLink(delivery) } : expect.unreachable();
    }),
  );
}

type Arrived = Awaited<ReturnType<typeof createArrived>>[number];

async function openWithCode({ link, recipientEmail }: Arrived, browser: Browser): Promise<Browser> {
  await answerOf(sendCode.action, formRequest(`/open/${link}/code`, {}, browser), browser, { link });
  const code = (await writtenTo(recipientEmail, "opening_code")).at(-1)?.props.code ?? "";
  const opened = await answerOf(open.action, formRequest(`/open/${link}`, { code }, browser), browser, { link });
  expect(opened).toHaveRedirect(`/open/${link}`);
  return withCookiesOf(browser, opened);
}

async function wordsSeen({ link }: Arrived, browser: Browser): Promise<string | undefined> {
  const page = await answerOf(open.loader, pageRequest(`/open/${link}`, browser), browser, { link });
  return (await page.json()).reading?.message;
}

const reply = (path: string, browser: Browser, fields: Record<string, string> = {}) =>
  formRequest(`${path}/replies`, { text: "I laughed and cried.", formId: createId(), ...fields }, browser);

async function letExpire({ id }: Arrived): Promise<void> {
  const expiresAt = new Date(Date.now() - 1_000);
  await db.update(readingSessions).set({ expiresAt }).where(eq(readingSessions.deliveryId, id));
}

it("leaves the letters that a browser opened before open, each for its own hours", async () => {
  const [first, second, third] = (await createArrived(3)) as [Arrived, Arrived, Arrived];
  const one = await openWithCode(first, await createBrowser());
  const both = await openWithCode(second, one);
  expect(await Promise.all([first, second, third].map((letter) => wordsSeen(letter, both)))).toEqual([
    "Kept, 0",
    "Kept, 1",
    undefined,
  ]);
  await letExpire(first);
  expect([await wordsSeen(first, both), await wordsSeen(second, both)]).toEqual([undefined, "Kept, 1"]);
});

it("ends all of them at log-out", async () => {
  const letters = await createArrived(2);
  let browser = await createBrowser();
  for (const letter of letters) browser = await openWithCode(letter, browser);
  await answerOf(logout.action, formRequest("/logout", {}, browser), browser);
  for (const letter of letters) expect(await wordsSeen(letter, browser)).toBeUndefined();
});

it("closes one letter, whose link then asks for a new code", async () => {
  const [first, second] = (await createArrived(2)) as [Arrived, Arrived];
  const browser = await openWithCode(second, await openWithCode(first, await createBrowser()));
  const { link } = first;
  const closed = await answerOf(close.action, formRequest(`/open/${link}/close`, {}, browser), browser, { link });
  expect(closed).toHaveRedirect(`/open/${link}`);
  expect([await wordsSeen(first, browser), await wordsSeen(second, browser)]).toEqual([undefined, "Kept, 1"]);
});

it("finds the page of a code again that was sent to this browser, until it is used", async () => {
  const [{ link, recipientEmail }] = (await createArrived(1)) as [Arrived];
  const [browser, other] = [await createBrowser(), await createBrowser()];
  const isAsked = async (at: Browser) =>
    (await (await answerOf(open.loader, pageRequest(`/open/${link}`, at), at, { link })).json()).challenge.isCodeSent;
  expect(await isAsked(browser)).toBe(false);
  await answerOf(sendCode.action, formRequest(`/open/${link}/code`, {}, browser), browser, { link });
  expect([await isAsked(browser), await isAsked(other)]).toEqual([true, false]);
  const code = (await writtenTo(recipientEmail, "opening_code")).at(-1)?.props.code ?? "";
  await answerOf(open.action, formRequest(`/open/${link}`, { code }, browser), browser, { link });
  expect(await isAsked(browser)).toBe(false);
});

it("ends the oldest of more than twenty", async () => {
  const [oldest, next, ...others] = (await createArrived(21)) as [Arrived, Arrived, ...Arrived[]];
  const first = await openWithCode(oldest, await createBrowser());
  let browser = first;
  for (const letter of [next, ...others]) browser = await openWithCode(letter, browser);
  expect(await wordsSeen(oldest, first)).toBeUndefined();
  for (const letter of [next, ...others]) expect(await wordsSeen(letter, browser)).toMatch(/^Kept/);
});

it("keeps a reply that was written for longer than the letter stayed open", async () => {
  const [letter] = (await createArrived(1)) as [Arrived];
  const { link } = letter;
  const path = `/open/${link}`;
  const browser = await openWithCode(letter, await createBrowser());
  await letExpire(letter);
  const post = (fields = {}) => answerOf(replies.action, reply(path, browser, fields), browser, { link });
  const refused = await post();
  await expect(refused.clone()).toBeRefused(403, "form", /no longer open in this browser\. Your text is still here\.$/);
  expect(await refused.json()).toMatchObject({
    initialValue: { text: "I laughed and cried." },
    wayBack: { why: "closed", href: path },
  });
  await expect(await post({ csrf: "forged" })).toBeRefused(403, "form", /Nothing is lost/);
  const page = await answerOf(replies.loader, reply(path, browser), browser, { link });
  expect(await page.json()).toEqual({ step: "unsent", form: { id: expect.any(String), action: `${path}/replies` } });
  const visit = await answerOf(replies.loader, pageRequest(`${path}/replies`, browser), browser, { link });
  expect(visit).toHaveRedirect(path);

  const again = await openWithCode(letter, browser);
  const sent = await answerOf(replies.action, reply(path, again), again, { link });
  expect(sent.status).toBe(303);
});

it("keeps a reply of an account whose session ended, for whatever vault", async () => {
  const { user, browser } = await createUser();
  const visitor = await createBrowser();
  const ids = [await createLetter(user), createId()];
  for (const id of ids) {
    const path = `/memories/${id}`;
    const refused = await answerOf(accountReplies.action, reply(path, visitor), visitor, { id });
    await expect(refused.clone()).toBeRefused(403, "form", /no longer logged in/);
    expect((await refused.json()).wayBack.href).toBe(
      `/auth?${new URLSearchParams({ mode: "login", redirectTo: `${path}/replies` })}`,
    );
    const page = await answerOf(accountReplies.loader, reply(path, visitor), visitor, { id });
    expect(await page.json()).toMatchObject({ step: "unsent" });
    const visit = await answerOf(accountReplies.loader, pageRequest(`${path}/replies`, visitor), visitor, { id });
    expect(visit.headers.get("Location")).toMatch(/^\/auth\?/);
  }
  const own = { id: ids[0] ?? "" };
  const page = await answerOf(accountReplies.loader, pageRequest(`/memories/${own.id}/replies`, browser), browser, own);
  expect(await page.json()).toMatchObject({ step: "choose" });
});

it("leads a download from a letter that has closed back to its link", async () => {
  const [letter] = (await createArrived(1)) as [Arrived];
  const { link } = letter;
  const browser = await openWithCode(letter, await createBrowser());
  const page = await answerOf(open.loader, pageRequest(`/open/${link}`, browser), browser, { link });
  const href: string = (await page.json()).reading.keepsakeHref;
  expect(href).toBe(`/open/${link}/keepsake`);
  const download = () => answerOf(keepsake.loader, pageRequest(href, browser), browser, { link });
  const zip = await download();
  expect([zip.status, zip.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  await zip.arrayBuffer();
  await letExpire(letter);
  expect(await download()).toHaveRedirect(`/open/${link}`);
});
