import { createId } from "@paralleldrive/cuid2";
import { subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { makeCard } from "~/domain/claim/card.server";
import { claimVault } from "~/domain/claim/claim.server";
import { createReadingSession } from "~/domain/codes/one-time-code.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { helpLink } from "~/domain/legacy/legacy-links.server";
import { requestView } from "~/domain/legacy-help/contact-actions.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { rememberReading } from "~/http/access/reading-sessions.server";
import { db, inTransaction } from "~/services/db.server";
import { deliveries, legacyContacts, legacyWaits, readingSessions } from "~db/schema";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { askAbout, createContact, helperOf } from "../../tests/factories/legacy";
import { createDueLetter, createLetter, deliveriesOf, reportEvent } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as help from "./legacy.$link";
import * as closeHelp from "./legacy.$link_.close";
import * as readHelp from "./legacy.$link_.read";
import * as logout from "./logout";
import * as accountReplies from "./memories.$id_.replies";
import * as open from "./open.$link";
import * as openAsAccount from "./open.$link_.account";
import * as closeLetter from "./open.$link_.close";
import * as sendCode from "./open.$link_.code";
import * as keepsake from "./open.$link_.keepsake";
import * as replies from "./open.$link_.replies";

/** Letters from one sender that have arrived. */
async function createArrived(count: number, recipientEmail?: string) {
  const { user } = await createUser({ vaultLimit: count });
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const written = { title: `Letter ${index}`, message: `Kept, ${index}`, deliveryDate: "2020-01-01" };
      const id = await createLetter(user, { ...written, ...(recipientEmail && { recipientEmail }) });
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
  const reading = await withCookiesOf(browser, opened);
  const again = await answerOf(open.action, formRequest(`/open/${link}`, { code }, reading), reading, { link });
  expect(again).toHaveRedirect(`/open/${link}`);
  return reading;
}

async function wordsSeen({ link }: Arrived, browser: Browser): Promise<string | undefined> {
  const page = await answerOf(open.loader, pageRequest(`/open/${link}`, browser), browser, { link });
  return (await page.json()).reading?.message;
}

const reply = (path: string, browser: Browser, fields: Record<string, string> = {}) =>
  formRequest(`${path}/replies`, { text: "I laughed and cried.", formId: createId(), ...fields }, browser);

async function withReading(token: string): Promise<Browser> {
  const visitor = await createBrowser();
  const headers = { "Set-Cookie": await rememberReading(pageRequest("/", visitor), token) };
  return withCookiesOf(visitor, new Response(null, { headers }));
}

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

describe("closing a letter", () => {
  const close = ({ link }: Pick<Arrived, "link">, browser: Browser, fields = {}) =>
    answerOf(closeLetter.action, formRequest(`/open/${link}/close`, fields, browser), browser, { link });
  const seenAt = async (link: string, browser: Browser) => {
    const page = await answerOf(open.loader, pageRequest(`/open/${link}`, browser), browser, { link });
    return page.json();
  };

  it("ends its reading in this browser, and leaves other letters and browsers alone", async () => {
    const [letter, other] = (await createArrived(2)) as [Arrived, Arrived];
    const browser = await openWithCode(other, await openWithCode(letter, await createBrowser()));
    const elsewhere = await openWithCode(letter, await createBrowser());
    expect((await seenAt(letter.link, browser)).closeHref).toBe(`/open/${letter.link}/close`);

    const closed = await close(letter, browser);
    expect(closed).toHaveRedirect(`/open/${letter.link}`);
    await expect(closed).toSendToast({
      title: "Closed in this browser",
      description: "The link in our latest email opens it again, with a new code.",
    });
    expect(closed.headers.get("Clear-Site-Data")).toBe('"cache"');
    const after = await withCookiesOf(browser, closed);
    for (const reader of [browser, after]) {
      expect([await wordsSeen(letter, reader), await wordsSeen(other, reader)]).toEqual([undefined, "Kept, 1"]);
    }
    expect((await seenAt(letter.link, after)).challenge).toMatchObject({ isCodeSent: false });
    expect(await wordsSeen(letter, elsewhere)).toBe("Kept, 0");
    expect(await wordsSeen(letter, await openWithCode(letter, after))).toBe("Kept, 0");
    expect(await close(letter, after)).toHaveRedirect(`/open/${letter.link}`);
  });

  it("works with a link that was replaced since", async () => {
    const [letter] = (await createArrived(1)) as [Arrived];
    const browser = await openWithCode(letter, await createBrowser());
    await db.update(deliveries).set({ linkVersion: 1 }).where(eq(deliveries.id, letter.id));
    const closed = await close(letter, browser);
    expect(closed).toHaveRedirect(`/open/${letter.link}`);
    await expect(closed).toSendToast({ title: "Closed in this browser" });
    expect(await db.$count(readingSessions, eq(readingSessions.deliveryId, letter.id))).toBe(0);
  });

  it("is refused without a CSRF token", async () => {
    const [letter] = (await createArrived(1)) as [Arrived];
    const browser = await openWithCode(letter, await createBrowser());
    expect((await close(letter, browser, { csrf: "forged" })).status).toBe(403);
    expect(await wordsSeen(letter, browser)).toBe("Kept, 0");
  });

  it("is not offered to a recipient who is signed in", async () => {
    const { user, browser } = await createUser();
    const [letter] = (await createArrived(1, user.email)) as [Arrived];
    const { link } = letter;
    await answerOf(openAsAccount.action, formRequest(`/open/${link}/account`, {}, browser), browser, { link });
    expect(await seenAt(link, browser)).toMatchObject({ reading: { message: "Kept, 0" }, closeHref: null });
  });

  it("leads the holder of a card to the form for its code", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2020-01-01" });
    await deliverVault(id);
    const claim = await claimVault((await makeCard(user, id, { showsDay: false })) ?? "");
    if (!claim.ok) throw new Error(claim.reason);
    const browser = await withReading(claim.token);
    expect((await seenAt(claim.link, browser)).closeHref).toBe(`/open/${claim.link}/close`);
    const closed = await close(claim, browser);
    expect(closed).toHaveRedirect("/claim");
    await expect(closed).toSendToast({
      title: "Closed in this browser",
      description: "The code on the card opens it again.",
    });
    const again = answerOf(open.loader, pageRequest(`/open/${claim.link}`, browser), browser, { link: claim.link });
    expect(await again).toHaveRedirect("/claim", 302);
  });

  it("ends the access of a legacy contact", async () => {
    const { user } = await createUser();
    const contact = await createContact(user, { viewContent: true });
    const { id, delivery } = await createDueLetter(user, { deliveryDate: "2020-01-01" });
    await reportEvent(delivery.messageId, "bounced", "550 no such user");
    await askAbout(delivery, subDays(new Date(), 40));
    expect(await requestView(await helperOf(contact.id, id))).toBe(true);
    const opensAt = subDays(new Date(), 1);
    await db.update(legacyWaits).set({ state: "open", opensAt }).where(eq(legacyWaits.contactId, contact.id));
    const link = helpLink({ contactId: contact.id, vaultId: id, linkVersion: 0 });
    const path = `/legacy/${link}`;
    const token = await inTransaction((tx) => createReadingSession(tx, { contactId: contact.id }, new Date()));
    const browser = await withReading(token);
    const seen = async () => {
      const page = await answerOf(help.loader, pageRequest(path, browser), browser, { link });
      return (await page.json()).help;
    };
    const read = () => answerOf(readHelp.loader, pageRequest(`${path}/read`, browser), browser, { link });
    expect((await seen()).closeHref).toBe(`${path}/close`);
    expect((await (await read()).json()).closeHref).toBe(`${path}/close`);
    const withLinkVersion = (linkVersion: number) =>
      db.update(legacyContacts).set({ linkVersion }).where(eq(legacyContacts.id, contact.id));
    await withLinkVersion(1);
    const closed = await answerOf(closeHelp.action, formRequest(`${path}/close`, {}, browser), browser, { link });
    expect(closed).toHaveRedirect(path);
    await expect(closed).toSendToast({
      title: "Closed in this browser",
      description: "The link in our latest email opens it again, with a new code.",
    });
    await withLinkVersion(0);
    expect(await seen()).toBeNull();
    expect((await read()).status).toBe(404);
  });
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
    regainAccess: { why: "closed", href: path },
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
    expect((await refused.json()).regainAccess.href).toBe(
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
  const altered = `${link}x`;
  const unknown = pageRequest(`/open/${altered}/keepsake`, browser);
  expect(await answerOf(keepsake.loader, unknown, browser, { link: altered })).toHaveRedirect(`/open/${altered}`);
});
