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
import * as open from "./open.$link";
import * as sendCode from "./open.$link_.code";

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

it("leaves the letters that a browser opened before open, each for its own hours", async () => {
  const [first, second, third] = (await createArrived(3)) as [Arrived, Arrived, Arrived];
  const one = await openWithCode(first, await createBrowser());
  const both = await openWithCode(second, one);
  expect(await Promise.all([first, second, third].map((letter) => wordsSeen(letter, both)))).toEqual([
    "Kept, 0",
    "Kept, 1",
    undefined,
  ]);
  await db
    .update(readingSessions)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(readingSessions.deliveryId, first.id));
  expect([await wordsSeen(first, both), await wordsSeen(second, both)]).toEqual([undefined, "Kept, 1"]);
});

it("ends all of them at log-out", async () => {
  const letters = await createArrived(2);
  let browser = await createBrowser();
  for (const letter of letters) browser = await openWithCode(letter, browser);
  await answerOf(logout.action, formRequest("/logout", {}, browser), browser);
  for (const letter of letters) expect(await wordsSeen(letter, browser)).toBeUndefined();
});

it("ends the oldest of more than twenty", async () => {
  const [oldest, next, ...others] = (await createArrived(21)) as [Arrived, Arrived, ...Arrived[]];
  const first = await openWithCode(oldest, await createBrowser());
  let browser = first;
  for (const letter of [next, ...others]) browser = await openWithCode(letter, browser);
  expect(await wordsSeen(oldest, first)).toBeUndefined();
  for (const letter of [next, ...others]) expect(await wordsSeen(letter, browser)).toMatch(/^Kept/);
});
