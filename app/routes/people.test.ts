import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Privacy, User } from "~/domain/account/account";
import { changePrivacy } from "~/domain/account/profile.server";
import { blockSender } from "~/domain/recipients/block-sender.server";
import { findDeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import * as root from "~/root";
import { db } from "~/services/db.server";
import { log, securityLog } from "~/services/log.server";
import { deliveries, profiles } from "~db/schema";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { changeEmail } from "../../tests/factories/email-change";
import { createContact } from "../../tests/factories/legacy";
import { createDueLetter } from "../../tests/factories/letter";
import { answerOf, formRequest, pageRequest, requestContext } from "../../tests/factories/request";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as auth from "./auth";
import * as create from "./create";
import * as people from "./people._index";
import * as person from "./people.$id";
import * as privacySettings from "./settings.privacy";

const PRIVATE: Privacy = {
  profileVisibility: "private",
  allowSearchByEmail: false,
  showActivity: false,
  dataSharing: false,
  analyticsOptOut: false,
};
const choose = (user: User, privacy: Partial<Privacy>) => changePrivacy(user, { ...PRIVATE, ...privacy });

const profileFor = ({ id }: User, browser: Browser) =>
  answerOf(person.loader as never, pageRequest(`/people/${id}`, browser), browser, { id });
const find = async (email: string, browser: Browser) =>
  (await answerOf(people.loader, pageRequest(`/people?email=${encodeURIComponent(email)}`, browser), browser)).json();

/** `sender` has sent `recipient` a letter that arrived. */
async function sendLetterTo(sender: User, recipient: User) {
  const { delivery } = await createDueLetter(sender, { recipientEmail: recipient.email });
  await db.update(deliveries).set({ state: "arrived" }).where(eq(deliveries.id, delivery.id));
  return delivery;
}

describe("the privacy settings", () => {
  it("are private from the start, and saved", async () => {
    const { user, browser } = await createUser();
    expect(user.privacy).toEqual(PRIVATE);
    const fields = { profileVisibility: "contacts", allowSearchByEmail: "on", analyticsOptOut: "on" };
    const request = formRequest("/settings/privacy", fields, browser);
    const response = await answerOf(privacySettings.action, request, browser);
    await expect(response).toSendToast({ title: "Privacy settings saved" });
    const page = await answerOf(privacySettings.loader, pageRequest("/settings/privacy", browser), browser);
    expect((await page.json()).privacy).toEqual({
      ...PRIVATE,
      profileVisibility: "contacts",
      allowSearchByEmail: true,
      analyticsOptOut: true,
    });
  });

  it("show an error when they cannot be saved", async () => {
    const { browser } = await createUser();
    const request = formRequest("/settings/privacy", { profileVisibility: "public" }, browser);
    const context = requestContext(request, browser);
    await context.viewer();
    await db.execute("RENAME TABLE profiles TO profiles_gone");
    try {
      const response = await privacySettings.action({ request, context, params: {} });
      await expect(response).toBeRefused(500, "form", "Save failed");
      await expect(response).toBeRefused(500, "form", "There was an error saving your settings. Please try again.");
    } finally {
      await db.execute("RENAME TABLE profiles_gone TO profiles");
    }
  });
});

describe("a profile", () => {
  it("that is private is found by no one, not even its owner", async () => {
    const { user, browser } = await createUser();
    for (const viewer of [browser, await createBrowser(), (await createUser()).browser]) {
      expect((await profileFor(user, viewer)).status).toBe(404);
    }
  });

  it("that is public has a name and a month, and activity only if its owner shows it; never an address", async () => {
    const { user, browser } = await createUser({ name: "Ada Lovelace" });
    await choose(user, { profileVisibility: "public" });
    const visitor = await createBrowser();
    const page = await profileFor(user, visitor);
    const text = await page.text();
    expect(JSON.parse(text)).toEqual({
      name: "Ada Lovelace",
      since: expect.stringMatching(/^\w+ \d{4}$/),
      isOwn: false,
      activity: null,
    });
    expect(text).not.toContain(user.email);
    expect(page.headers.get("X-Robots-Tag")).toContain("noindex");
    await choose(user, { profileVisibility: "public", showActivity: true });
    await db.update(profiles).set({ vaultsUsed: 3, vaultsDelivered: 1 }).where(eq(profiles.id, user.id));
    expect((await (await profileFor(user, visitor)).json()).activity).toBe("2 memories waiting, 1 delivered.");
    expect((await (await profileFor(user, browser)).json()).isOwn).toBe(true);
  });

  it("for people one knows is seen by legacy contacts, recipients and senders", async () => {
    const { user } = await createUser({ vaultLimit: 9 });
    await choose(user, { profileVisibility: "contacts" });
    const [recipient, sender, helper, stranger] = [
      await createUser(),
      await createUser({ vaultLimit: 9 }),
      await createUser(),
      await createUser(),
    ];
    await sendLetterTo(user, recipient.user);
    await sendLetterTo(sender.user, user);
    const contact = await createContact(user);
    await db.update(profiles).set({ email: contact.email }).where(eq(profiles.id, helper.user.id));
    // The stranger knows others.
    await createContact(recipient.user, { email: stranger.user.email });
    await sendLetterTo(sender.user, stranger.user);
    for (const { browser } of [recipient, sender, helper]) expect((await profileFor(user, browser)).status).toBe(200);
    for (const browser of [stranger.browser, await createBrowser()]) {
      expect((await profileFor(user, browser)).status).toBe(404);
    }
  });

  it("for people one knows is seen by recipients and senders after they have changed their emails", async () => {
    const [person, recipient, sender] = [await createUser(), await createUser(), await createUser({ vaultLimit: 9 })];
    await choose(person.user, { profileVisibility: "contacts" });
    await sendLetterTo(person.user, recipient.user);
    await sendLetterTo(sender.user, person.user);
    await changeEmail(recipient);
    await changeEmail(person);
    for (const { browser } of [recipient, sender]) expect((await profileFor(person.user, browser)).status).toBe(200);
    expect((await profileFor(person.user, (await createUser()).browser)).status).toBe(404);
  });

  it("is not seen by a sender whose letter has not arrived, or whom the person has blocked", async () => {
    const [{ user }, sender] = [await createUser(), await createUser({ vaultLimit: 9 })];
    await choose(user, { profileVisibility: "contacts", allowSearchByEmail: true });
    const { delivery } = await createDueLetter(sender.user, { recipientEmail: user.email });
    expect((await profileFor(user, sender.browser)).status).toBe(404);
    await db.update(deliveries).set({ state: "arrived" }).where(eq(deliveries.id, delivery.id));
    expect((await profileFor(user, sender.browser)).status).toBe(200);
    const found = await findDeliveryByLink(openingLink(delivery));
    await blockSender(found ?? expect.unreachable());
    expect((await profileFor(user, sender.browser)).status).toBe(404);
    expect(await find(user.email, sender.browser)).toMatchObject({ found: null });
  });

  it("of an account without a confirmed address is found by no one", async () => {
    const { user } = await createUser({ verified: false });
    await choose(user, { profileVisibility: "public", allowSearchByEmail: true });
    const viewer = await createUser();
    expect((await profileFor(user, viewer.browser)).status).toBe(404);
    expect(await find(user.email, viewer.browser)).toMatchObject({ found: null });
  });
});

describe("finding a person by email", () => {
  it("works if they allow it, for exactly their address, and fills in the form", async () => {
    const { user } = await createUser({ name: "Mia Berger" });
    const { browser } = await createUser();
    expect(await find(user.email, browser)).toMatchObject({ found: null, problem: null });
    await choose(user, { allowSearchByEmail: true });
    expect(await find(user.email.slice(0, -1), browser)).toMatchObject({ found: null });
    const typed = ` ${user.email.toUpperCase()} `;
    const { found, email } = await find(typed, browser);
    expect(found).toMatchObject({ name: "Mia Berger", profileHref: null });
    expect(email).toBe(typed);
    await choose(user, { allowSearchByEmail: true, profileVisibility: "public" });
    expect((await find(user.email, browser)).found.profileHref).toBe(`/people/${user.id}`);
    const form = await answerOf(create.loader as never, pageRequest(found.writeHref, browser), browser);
    expect((await form.json()).values).toMatchObject({ recipientName: "Mia Berger", recipientEmail: user.email });
  });

  it("gives the form no name of a person who does not allow it", async () => {
    const [{ user }, { browser }] = [await createUser({ name: "Mia Berger" }), await createUser()];
    const path = `/create?type=send-to-someone&step=form&to=${user.email}`;
    const form = await answerOf(create.loader as never, pageRequest(path, browser), browser);
    expect((await form.json()).values).toMatchObject({ recipientName: "", recipientEmail: user.email });
  });

  it("needs an account with a confirmed address, and is limited", async () => {
    const { user } = await createUser();
    await choose(user, { allowSearchByEmail: true });
    const unverified = await createUser({ verified: false });
    expect(await find(user.email, unverified.browser)).toMatchObject({ found: null, problem: expect.any(String) });
    const visitor = await createBrowser();
    const response = await answerOf(people.loader, pageRequest("/people?email=x", visitor), visitor);
    expect(response.headers.get("Location")).toMatch(/^\/auth/);
    const { browser } = await createUser();
    for (let count = 0; count < 30; count += 1) await find(`nobody${count}@example.org`, browser);
    const refused = await answerOf(people.loader, pageRequest(`/people?email=${user.email}`, browser), browser);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await refused.json()).found).toBeNull();
    const path = `/create?type=send-to-someone&step=form&to=${user.email}`;
    const form = await answerOf(create.loader as never, pageRequest(path, browser), browser);
    expect((await form.json()).values).toMatchObject({ recipientName: "", recipientEmail: user.email });
  });
});

describe("the log", () => {
  it("names neither page nor account, unless the person chose so", async () => {
    const { user, browser } = await createUser();
    const choices = async () => {
      const request = pageRequest("/", browser);
      const context = requestContext(request, browser);
      await root.loader({ request, context, params: {} });
      return context.logChoices;
    };
    expect(await choices()).toEqual({ hidesPath: false });
    await choose(user, { analyticsOptOut: true });
    expect(await choices()).toEqual({ hidesPath: true });
    await choose(user, { dataSharing: true });
    expect(await choices()).toEqual({ hidesPath: false, account: user.id });
  });

  it("of security has sign-ins and refusals, and no address, password or network in clear", async () => {
    const { user } = await createUser();
    const written = vi.spyOn(securityLog, "info");
    const other = vi.spyOn(log, "info");
    const browser = await createBrowser();
    for (const password of ["Wrong-Password-1", PASSWORD]) {
      await answerOf(auth.action, formRequest("/auth?mode=login", { email: user.email, password }, browser), browser);
    }
    const lines = written.mock.calls.map(([line]) => line as unknown as Record<string, string>);
    expect(lines.map(({ event }) => event)).toEqual(["sign_in_refused", "signed_in", "new_device"]);
    expect(lines[1]).toMatchObject({ account: user.id });
    expect(lines[0]?.network).toBe(lines[1]?.network);
    const text = JSON.stringify([written.mock.calls, other.mock.calls]);
    for (const secret of [user.email, browser.clientIp, PASSWORD, "Wrong-Password-1"])
      expect(text).not.toContain(secret);
    vi.restoreAllMocks();
  });
});
