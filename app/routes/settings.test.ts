import { createId } from "@paralleldrive/cuid2";
import { addDays } from "date-fns";
import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { findByPassword, signUp } from "~/domain/account/account.server";
import { beginSetUp } from "~/domain/account/authenticator.server";
import { requestEmailChange } from "~/domain/account/email-change.server";
import { hashPassword } from "~/domain/account/password.server";
import { findPendingEmail } from "~/domain/account/profile.server";
import { listSecurityEvents } from "~/domain/account/security-events.server";
import { endSessions, findSession, listSessions, startSession } from "~/domain/account/session.server";
import { findHostedBoard } from "~/domain/board/board.server";
import { listGuestsOf } from "~/domain/board/guests.server";
import { acceptHosting, inviteHost, listHostsOf } from "~/domain/board/hosts.server";
import { joinBoard } from "~/domain/board/join-board.server";
import { listJoinedBoards } from "~/domain/board/joined-boards.server";
import { addContact, listContacts, removeContact } from "~/domain/legacy/contacts.server";
import { knownBrowserOf } from "~/http/account/known-browser.server";
import { db, inTransaction } from "~/services/db.server";
import { authenticators, credentials, deliveryEvents, linkTokens, memories, profiles, sessions } from "~db/schema";
import { createBoard } from "../../tests/factories/board";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { onOneServer } from "../../tests/factories/cluster";
import { changeEmail } from "../../tests/factories/email-change";
import { createLetter, storedVault } from "../../tests/factories/letter";
import { mailPasswordReset, writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { untilWaiting } from "../../tests/factories/statements";
import { createUser, PASSWORD, reload } from "../../tests/factories/user";
import * as auth from "./auth";
import * as confirmEmail from "./confirm-email";
import * as restoreEmail from "./restore-email";
import * as hub from "./settings._index";
import * as email from "./settings.email";
import * as password from "./settings.password";
import * as profile from "./settings.profile";
import * as devices from "./settings.sessions";

type Handler = Parameters<typeof answerOf>[0];

const NEW_PASSWORD = "dusk over the lake";
const visit = (loader: Handler, path: string, browser: Browser) =>
  answerOf(loader, pageRequest(path, browser), browser);
const post = (action: Handler, path: string, fields: Record<string, string>, browser: Browser) =>
  answerOf(action, formRequest(path, fields, browser), browser);
const newEmail = () => `${createId()}@example.org`;
const alertsTo = async (address: string) => (await writtenTo(address, "security_alert")).map(({ props }) => props);

/** The path of the link that was mailed to an account's old address. */
async function undoPath(oldEmail: string): Promise<string> {
  const alert = (await alertsTo(oldEmail)).find(({ event }) => event === "email_changed");
  const { pathname, search } = new URL(alert?.url ?? "");
  return pathname + search;
}

async function findUserByEmail(address: string): Promise<string | undefined> {
  const [row] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, address));
  return row?.id;
}

async function signedInLongAgo(userId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() - 16 * 60_000) })
    .where(eq(sessions.userId, userId));
}

describe("the settings", () => {
  it("are for people with an account", async () => {
    const { user, browser } = await createUser({ name: "Ada" });
    expect(await (await visit(hub.loader, "/settings", browser)).json()).toEqual({ name: "Ada", email: user.email });
    const visitor = await createBrowser();
    expect(await visit(hub.loader, "/settings", visitor)).toHaveRedirect("/auth?mode=login&redirectTo=%2Fsettings");
  });
});

describe("changing the password", () => {
  const change = (browser: Browser, typed = NEW_PASSWORD, confirmPassword = typed) =>
    post(password.action, "/settings/password", { password: typed, confirmPassword }, browser);

  it("ends every other session and every reset link, and is mailed to the owner", async () => {
    const { user, browser, sessionToken } = await createUser({ name: "Ada" });
    const other = await startSession(user.id);
    await mailPasswordReset(user.email);
    const response = await change(browser);
    expect(response).toHaveRedirect("/settings");
    await expect(response).toSendToast({ title: "Password updated" });
    expect(await findByPassword(user.email, NEW_PASSWORD)).toMatchObject({ userId: user.id });
    expect(await findByPassword(user.email, PASSWORD)).toBeUndefined();
    expect(await findSession(other)).toBeUndefined();
    expect(await findSession(sessionToken)).toBeDefined();
    const [reset] = await writtenTo(user.email, "password_reset");
    const link = new URL(reset?.props.url ?? "");
    const page = await visit(auth.loader, link.pathname + link.search, await createBrowser());
    expect(await page.json()).toMatchObject({ isDead: true });
    expect(await alertsTo(user.email)).toMatchObject([{ event: "password_changed", name: "Ada" }]);
  });

  it("is mailed once when the button is pressed twice", async () => {
    const { user, browser } = await createUser();
    for (const response of [...(await Promise.all([change(browser), change(browser)])), await change(browser)]) {
      expect(response).toHaveRedirect("/settings");
    }
    expect(await alertsTo(user.email)).toHaveLength(1);
  });

  onOneServer("is refused to a device that is logged out by a new password in the meantime", async () => {
    const { user, browser } = await createUser();
    const passwordHash = await hashPassword(`${PASSWORD} replaced`);
    let changing: ReturnType<typeof change> | undefined;
    await inTransaction(async (tx) => {
      await tx.update(credentials).set({ passwordHash }).where(eq(credentials.userId, user.id));
      await endSessions(tx, user.id);
      changing = change(browser);
      await untilWaiting(user.id, "select `user_id` from `credentials`");
    });
    const response = await changing;
    expect(response).toHaveRedirect("/auth?mode=login&redirectTo=%2Fsettings%2Fpassword");
    await expect(response).toSendToast({ title: "Please log in again", kind: "error" });
    expect(await findByPassword(user.email, `${PASSWORD} replaced`)).toMatchObject({ userId: user.id });
    expect(await alertsTo(user.email)).toEqual([]);
  });

  it("keeps its own browser known", async () => {
    const { user, browser } = await createUser();
    const after = await withCookiesOf(browser, await change(browser));
    expect(await knownBrowserOf(pageRequest("/auth", after), user.email)).toBeDefined();
  });

  it("needs the password of the last 15 minutes, for the page and for the form", async () => {
    const { user, browser } = await createUser();
    await signedInLongAgo(user.id);
    const confirm = "/confirm-password?redirectTo=%2Fsettings%2Fpassword";
    expect(await visit(password.loader, "/settings/password", browser)).toHaveRedirect(confirm);
    expect(await change(browser)).toHaveRedirect(confirm);
    expect(await findByPassword(user.email, PASSWORD)).toMatchObject({ userId: user.id });
  });

  it("has the rules of its page, and refuses what is easy to guess", async () => {
    const { user, browser } = await createUser({ name: "Ada Lovelace" });
    await expect(await change(browser, "abc12")).toBeRefused(
      400,
      "password",
      "Password must be at least 6 characters long.",
    );
    await expect(await change(browser, NEW_PASSWORD, "another")).toBeRefused(
      400,
      "confirmPassword",
      "Passwords don't match",
    );
    for (const easy of ["123456", "lovelace", "amberkeep", user.email]) {
      await expect(await change(browser, easy)).toBeRefused(400, "password", /too easy to guess/);
    }
    expect(await change(browser, "kv7-qt")).toHaveRedirect("/settings");
  });

  it("shows an error when it fails", async () => {
    const { browser } = await createUser();
    await db.execute("RENAME TABLE security_events TO security_events_gone");
    try {
      const response = await change(browser);
      await expect(response).toBeRefused(500, "form", "Password change failed");
      await expect(response).toBeRefused(500, "form", "There was an error changing your password. Please try again.");
    } finally {
      await db.execute("RENAME TABLE security_events_gone TO security_events");
    }
  });
});

describe("the profile", () => {
  it("is saved", async () => {
    const { user, browser, sessionToken } = await createUser();
    const fields = { fullName: "Ada Byron", email: user.email, phone: "", timeZone: "Asia/Kolkata" };
    const response = await post(profile.action, "/settings/profile", fields, browser);
    expect(response).toHaveRedirect("/settings/profile");
    await expect(response).toSendToast({ title: "Profile updated" });
    expect(await reload(sessionToken)).toMatchObject({ name: "Ada Byron", phone: null, timeZone: "Asia/Kolkata" });
    const data = await (await visit(profile.loader, "/settings/profile", browser)).json();
    expect(data).toMatchObject({ profile: { fullName: "Ada Byron", timeZone: "Asia/Kolkata" }, pendingEmail: null });
  });

  it("takes a time zone in any case", async () => {
    const { user, browser, sessionToken } = await createUser();
    const fields = { fullName: "Ada Byron", email: user.email, timeZone: "asia/kolkata" };
    expect(await post(profile.action, "/settings/profile", fields, browser)).toHaveRedirect("/settings/profile");
    expect(await reload(sessionToken)).toMatchObject({ timeZone: "Asia/Kolkata" });
  });

  it("changes the phone of what one wrote to oneself, and of no other vault", async () => {
    const { user, browser } = await createUser({ vaultLimit: 2 });
    const own = await createLetter(user, { type: "future-self" });
    const others = await createLetter(user, { recipientPhone: "+49 171 1234567" });
    const neighbours = await createLetter((await createUser()).user, { type: "future-self" });
    const fields = { fullName: "Ada", email: user.email, phone: "+49 171 7654321", timeZone: "UTC" };
    await post(profile.action, "/settings/profile", fields, browser);
    expect((await storedVault(own)).recipientPhone).toBe("+49 171 7654321");
    expect((await storedVault(others)).recipientPhone).toBe("+49 171 1234567");
    expect((await storedVault(neighbours)).recipientPhone).not.toBe("+49 171 7654321");
  });

  it("refuses an unknown zone", async () => {
    const { user, browser } = await createUser();
    const fields = { fullName: "Ada", email: user.email, timeZone: "Mars/Olympus" };
    const response = await post(profile.action, "/settings/profile", fields, browser);
    await expect(response).toBeRefused(400, "timeZone", "Please choose a time zone from the list.");
  });

  it("keeps the old email until the new one is confirmed", async () => {
    const { user, browser, sessionToken } = await createUser();
    const to = newEmail();
    const fields = { fullName: "Ada", email: to, timeZone: "UTC" };
    const response = await post(profile.action, "/settings/profile", fields, browser);
    expect(response).toHaveRedirect(`/settings/email?${new URLSearchParams({ to })}`);
    await expect(response).toSendToast({ title: "Email not changed yet" });
    expect((await reload(sessionToken)).email).toBe(user.email);
  });
});

describe("a new email", () => {
  async function asked() {
    const member = await createUser({ name: "Ada" });
    const to = `😀.${newEmail()}`;
    const path = `/settings/email?${new URLSearchParams({ to })}`;
    const response = await post(email.action, path, { email: to }, member.browser);
    const [mail] = await writtenTo(to, "change_email");
    const link = new URL(mail?.props.url ?? "http://localhost:3000/none");
    return { ...member, to, path, response, link: link.pathname + link.search };
  }

  it("is confirmed from itself, and announced to the old one before and after", async () => {
    const { user, browser, sessionToken, to, response, link } = await asked();
    expect(response).toHaveRedirect("/settings/profile");
    expect((await reload(sessionToken)).email).toBe(user.email);
    expect(await alertsTo(user.email)).toMatchObject([
      { event: "email_change_requested", newEmail: "😀…@example.org" },
    ]);
    const pending = await (await visit(profile.loader, "/settings/profile", browser)).json();
    expect(pending.pendingEmail).toBe(to);
    expect(await findPendingEmail(user, addDays(new Date(), 2))).toBeUndefined();

    expect(await (await visit(confirmEmail.loader, link, browser)).json()).toEqual({ to });
    expect((await reload(sessionToken)).email).toBe(user.email);
    const confirmed = await post(confirmEmail.action, link, {}, browser);
    expect(confirmed).toHaveRedirect("/settings/profile");
    await expect(confirmed).toSendToast({ title: "Profile updated" });
    expect(await reload(sessionToken)).toMatchObject({ email: to, isEmailVerified: true });
    expect(await alertsTo(user.email)).toMatchObject([{}, { event: "email_changed" }]);
    expect(await alertsTo(to)).toEqual([]);
    expect(await findByPassword(to, PASSWORD)).toMatchObject({ userId: user.id });
    const again = await post(confirmEmail.action, link, {}, browser);
    expect(again).toHaveRedirect("/settings/profile");
    await expect(again).toSendToast({ title: "Profile updated" });
    expect(await alertsTo(user.email)).toHaveLength(2);
    const other = await createUser();
    await expect(await post(confirmEmail.action, link, {}, other.browser)).toBeRefused(400, "form");

    const here = await withCookiesOf(browser, confirmed);
    await post(auth.action, "/auth?mode=login", { email: to, password: PASSWORD }, here);
    expect(await alertsTo(to)).toEqual([]);
  });

  it("needs a recent sign-in, and the link needs the same account", async () => {
    const { user, browser, path, link } = await asked();
    const other = await createUser();
    expect(await (await visit(confirmEmail.loader, link, other.browser)).json()).toEqual({ to: null });
    await expect(await post(confirmEmail.action, link, {}, other.browser)).toBeRefused(400, "form");
    const visitor = await createBrowser();
    const toLogin = await visit(confirmEmail.loader, link, visitor);
    expect(toLogin.headers.get("Location")).toMatch(/^\/auth\?mode=login&redirectTo=%2Fconfirm-email/);
    await signedInLongAgo(user.id);
    const confirm = `/confirm-password?${new URLSearchParams({ redirectTo: path })}`;
    expect(await visit(email.loader, path, browser)).toHaveRedirect(confirm);
    expect(await post(email.action, path, { email: newEmail() }, browser)).toHaveRedirect(confirm);
  });

  it("that has an account is refused, also if it got one meanwhile", async () => {
    const { browser, sessionToken, user, to, link } = await asked();
    const taken = await createUser();
    const path = `/settings/email?to=${taken.user.email}`;
    const response = await post(email.action, path, { email: taken.user.email }, browser);
    await expect(response).toBeRefused(400, "form", /already registered/);
    await createUser({ email: to });
    await expect(await post(confirmEmail.action, link, {}, browser)).toBeRefused(400, "form", /already registered/);
    expect((await reload(sessionToken)).email).toBe(user.email);
  });

  it("is asked for once when the button is pressed twice", async () => {
    const { user, browser } = await createUser();
    const to = newEmail();
    const press = () => post(email.action, `/settings/email?to=${to}`, { email: to }, browser);
    for (const response of [...(await Promise.all([press(), press()])), await press()]) {
      expect(response).toHaveRedirect("/settings/profile");
    }
    expect(await writtenTo(to, "change_email")).toHaveLength(1);
    expect(await alertsTo(user.email)).toMatchObject([{ event: "email_change_requested" }]);
  });

  it("ends the earlier link when another is asked for", async () => {
    const { browser, link } = await asked();
    const other = newEmail();
    await post(email.action, `/settings/email?to=${other}`, { email: other }, browser);
    await expect(await post(confirmEmail.action, link, {}, browser)).toBeRefused(400, "form", /expired or was used/);
  });

  it("moves waiting vaults to oneself, and no others", async () => {
    const { user, browser, to, link } = await asked();
    await db.update(profiles).set({ vaultLimit: 5 }).where(eq(profiles.id, user.id));
    const own = await createLetter(user, { type: "future-self" });
    const concern = { addressStatus: "no_mail", addressConcernAt: new Date() } as const;
    await db.update(memories).set(concern).where(eq(memories.id, own));
    const others = await createLetter(user, { recipientEmail: "mia@example.net" });
    const unverified = await createLetter((await createUser({ verified: false })).user);
    await post(confirmEmail.action, link, {}, browser);
    expect((await storedVault(unverified)).isSenderVerified).toBe(false);
    expect(await storedVault(own)).toMatchObject({ recipientEmail: to, addressStatus: null, addressConcernAt: null });
    expect((await storedVault(others)).recipientEmail).toBe("mia@example.net");
    const isChange = and(eq(deliveryEvents.vaultId, own), eq(deliveryEvents.kind, "address_changed"));
    expect(await db.$count(deliveryEvents, isChange)).toBe(1);
    expect(await db.$count(memories, eq(memories.recipientEmail, user.email))).toBe(0);
  });

  it("moves what the account hosts and joined, and leaves the old address no rights", async () => {
    const { user, browser, sessionToken, to, link } = await asked();
    const [hosted, invited, joined] = [await createBoard(), await createBoard(), await createBoard()];
    for (const { user: owner, id } of [hosted, invited])
      await inviteHost(owner, id, { name: "Ada", email: user.email });
    await acceptHosting(user, hosted.id);
    // The owner knew both addresses.
    await inviteHost(hosted.user, hosted.id, { name: "Ada", email: to });
    await joinBoard(joined.code, { formId: createId(), name: "Ada", user });
    const friend = await joinBoard(joined.code, { formId: createId(), name: "Tom", user: (await createUser()).user });
    if (!friend.ok) throw new Error(friend.reason);
    await post(confirmEmail.action, link, {}, browser);

    const { boards } = await listJoinedBoards(await reload(sessionToken));
    expect(boards.map(({ id }) => id)).toEqual([hosted.id, joined.id]);
    expect(await listHostsOf(hosted.id)).toMatchObject([{ email: to, acceptedAt: expect.any(Date) }]);
    expect(await listHostsOf(invited.id)).toMatchObject([{ email: user.email, acceptedAt: null }]);
    const emails = (await listGuestsOf(joined.id)).map((guest) => guest.isEmailConfirmed && guest.email);
    expect(emails.toSorted()).toEqual([to, friend.guest.email].toSorted());
    const newcomer = await signUp({ fullName: "Eve", email: user.email, password: PASSWORD }, addDays(new Date(), 8));
    expect(newcomer.ok).toBe(true);
    const later = { ...user, id: (await findUserByEmail(user.email)) ?? "" };
    expect(await findHostedBoard(later, hosted.id)).toBeUndefined();
  });

  it("can be undone from the old mailbox for a week, even if it was changed once more", async () => {
    const { user, browser, sessionToken, to, link } = await asked();
    await post(confirmEmail.action, link, {}, browser);
    const third = newEmail();
    await post(email.action, `/settings/email?to=${third}`, { email: third }, browser);
    const [second] = await writtenTo(third, "change_email");
    const secondLink = new URL(second?.props.url ?? "");
    await post(confirmEmail.action, secondLink.pathname + secondLink.search, {}, browser);
    expect((await reload(sessionToken)).email).toBe(third);
    const friend = await asked();
    await post(confirmEmail.action, friend.link, {}, friend.browser);

    const [path, laterPath] = [await undoPath(user.email), await undoPath(to)];
    const stranger = await createBrowser();
    expect(await (await visit(restoreEmail.loader, path, stranger)).json()).toEqual({ to: user.email });
    await beginSetUp(user.id);
    const bystander = await createUser();
    const restored = await post(restoreEmail.action, path, {}, stranger);
    expect(restored).toHaveRedirect("/auth?mode=reset");
    expect(await db.$count(authenticators, eq(authenticators.userId, user.id))).toBe(0);
    expect(await findSession(sessionToken)).toBeUndefined();
    expect(await findUserByEmail(user.email)).toBe(user.id);
    expect(await findByPassword(user.email, PASSWORD)).toBeUndefined();
    expect(await findByPassword(bystander.user.email, PASSWORD)).toMatchObject({ userId: bystander.user.id });
    for (const used of [path, laterPath])
      await expect(await post(restoreEmail.action, used, {}, stranger)).toBeRefused(400, "form", /expired or was used/);
    expect((await alertsTo(user.email)).at(-1)).toMatchObject({ event: "email_restored" });
    const theirs = await undoPath(friend.user.email);
    expect(await (await visit(restoreEmail.loader, theirs, stranger)).json()).toEqual({ to: friend.user.email });
  });

  it("is undone from the first mailbox even after a later change was undone", async () => {
    const { user, browser, to, link } = await asked();
    await post(confirmEmail.action, link, {}, browser);
    const third = newEmail();
    await post(email.action, `/settings/email?to=${third}`, { email: third }, browser);
    const [second] = await writtenTo(third, "change_email");
    const secondLink = new URL(second?.props.url ?? "");
    await post(confirmEmail.action, secondLink.pathname + secondLink.search, {}, browser);
    const stranger = await createBrowser();
    expect(await post(restoreEmail.action, await undoPath(to), {}, stranger)).toHaveRedirect("/auth?mode=reset");
    expect(await post(restoreEmail.action, await undoPath(user.email), {}, stranger)).toHaveRedirect(
      "/auth?mode=reset",
    );
    expect(await findUserByEmail(user.email)).toBe(user.id);
  });

  onOneServer("brings letters to oneself back from a change that is saved while it is undone", async () => {
    const person = await createUser();
    const id = await createLetter(person.user, { type: "future-self" });
    await changeEmail(person);
    const path = await undoPath(person.user.email);
    const theirs = newEmail();
    let restoring: Promise<Response> | undefined;
    await inTransaction(async (tx) => {
      await tx.update(profiles).set({ email: theirs }).where(eq(profiles.id, person.user.id));
      await tx.update(memories).set({ recipientEmail: theirs }).where(eq(memories.id, id));
      restoring = post(restoreEmail.action, path, {}, await createBrowser());
      await untilWaiting(person.user.id, "select `email` from `profiles`");
    });
    expect(await restoring).toHaveRedirect("/auth?mode=reset");
    expect((await storedVault(id)).recipientEmail).toBe(person.user.email);
  });

  it("that was changed back by hand can still be undone, which logs others out and takes no board", async () => {
    const { user, sessionToken } = await createUser({ name: "Ada" });
    const { user: owner, id } = await createBoard();
    await inviteHost(owner, id, { name: "Ada", email: user.email });
    await acceptHosting(user, id);
    await changeEmail({ sessionToken });
    const path = await undoPath(user.email);
    await changeEmail({ sessionToken }, user.email);
    expect(await post(restoreEmail.action, path, {}, await createBrowser())).toHaveRedirect("/auth?mode=reset");
    expect(await findSession(sessionToken)).toBeUndefined();
    expect(await listHostsOf(id)).toMatchObject([{ email: user.email, acceptedAt: expect.any(Date) }]);
  });

  it("goes to no other account while it can be undone, even one that had asked for it before", async () => {
    const { user, browser, to, link } = await asked();
    const other = await createUser();
    await changeEmail(other, to);
    await changeEmail(other);
    await expect(await post(confirmEmail.action, link, {}, browser)).toBeRefused(400, "form", /already registered/);
    expect(await findUserByEmail(user.email)).toBe(user.id);
    expect(await post(restoreEmail.action, await undoPath(to), {}, await createBrowser())).toHaveRedirect(
      "/auth?mode=reset",
    );
    expect(await findUserByEmail(to)).toBe(other.user.id);
  });

  it("keeps the old one reserved while it can be undone", async () => {
    const { user, browser, sessionToken, link } = await asked();
    await post(confirmEmail.action, link, {}, browser);
    const newcomer = { fullName: "Eve", email: user.email, password: PASSWORD };
    expect(await signUp(newcomer)).toEqual({ ok: false, reason: "email_taken" });
    expect(await findUserByEmail(user.email)).toBeUndefined();
    const other = await createUser();
    expect(await requestEmailChange(other.user, user.email)).toEqual({ ok: false, reason: "email_taken" });
    expect(await requestEmailChange(await reload(sessionToken), user.email)).toEqual({ ok: true });
    expect(await signUp(newcomer, new Date(Date.now() + 7 * 86_400_000 + 1_000))).toMatchObject({ ok: true });
  });

  it("sends an unconfirmed old one no names", async () => {
    const { user, browser, sessionToken } = await createUser({ verified: false, name: "BUY NOW" });
    const to = newEmail();
    await post(email.action, `/settings/email?to=${to}`, { email: to }, browser);
    const [mail] = await writtenTo(to, "change_email");
    const link = new URL(mail?.props.url ?? "");
    await post(confirmEmail.action, link.pathname + link.search, {}, browser);
    expect(await reload(sessionToken)).toMatchObject({ email: to, isEmailVerified: true });
    const alerts = await alertsTo(user.email);
    expect(alerts).toMatchObject([{ event: "email_change_requested", name: "" }]);
    expect(alerts[0]).not.toHaveProperty("newEmail");
    expect(await db.$count(linkTokens, eq(linkTokens.newEmail, user.email))).toBe(0);
    expect((await listSecurityEvents(user.id)).map(({ kind }) => kind)).toContain("email_changed");
  });

  it("that is an account's first confirmed one releases what waited for it", async () => {
    const { user, browser } = await createUser({ verified: false });
    const id = await createLetter(user);
    expect((await storedVault(id)).isSenderVerified).toBe(false);
    const to = newEmail();
    await post(email.action, `/settings/email?to=${to}`, { email: to }, browser);
    const link = new URL((await writtenTo(to, "change_email"))[0]?.props.url ?? "");
    await post(confirmEmail.action, link.pathname + link.search, {}, browser);
    expect((await storedVault(id)).isSenderVerified).toBe(true);
  });

  it("cannot be undone after a week", async () => {
    const { user, browser, link } = await asked();
    await post(confirmEmail.action, link, {}, browser);
    const path = await undoPath(user.email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * 86_400_000 + 1_000 });
    try {
      const page = await visit(restoreEmail.loader, path, await createBrowser());
      expect(await page.json()).toEqual({ to: null });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the devices of an account", () => {
  it("are listed, this one first, and can be logged out one by one or all", async () => {
    const { user, browser, sessionToken } = await createUser();
    const now = new Date();
    const phone = await startSession(user.id, now, "Safari on iPhone");
    const tablet = await startSession(user.id, new Date(now.getTime() - 5 * 86_400_000), "Chrome on Android");
    const old = await startSession(user.id, new Date(now.getTime() - 31 * 86_400_000), "Edge on Windows");
    const bystander = await createUser();
    const { devices: listed } = await (await visit(devices.loader, "/settings/sessions", browser)).json();
    expect(listed).toMatchObject([
      { isThis: true, name: "Unknown device", seen: "Active now" },
      { isThis: false, name: "Safari on iPhone", seen: "Active now" },
      { isThis: false, name: "Chrome on Android", seen: expect.stringMatching(/^Last used /) },
    ]);

    const one = await post(devices.action, "/settings/sessions", { session: listed[1].id }, browser);
    await expect(one).toSendToast({ title: "Device logged out" });
    expect(await findSession(phone)).toBeUndefined();
    expect(await findSession(tablet)).toBeDefined();

    const all = await post(devices.action, "/settings/sessions", { session: "others" }, browser);
    await expect(all).toSendToast({ title: "Every other device was logged out" });
    for (const token of [tablet, old]) expect(await findSession(token)).toBeUndefined();
    expect(await findSession(sessionToken)).toBeDefined();
    expect(await findSession(bystander.sessionToken)).toBeDefined();
    expect(await alertsTo(user.email)).toMatchObject([{ event: "sessions_ended" }]);
  });

  it("are logged out with one mail when the button is pressed twice", async () => {
    const { user, browser } = await createUser();
    const press = () => post(devices.action, "/settings/sessions", { session: "others" }, browser);
    for (const response of [...(await Promise.all([press(), press()])), await press()]) {
      await expect(response).toSendToast({ title: "Every other device was logged out" });
    }
    expect(await alertsTo(user.email)).toHaveLength(1);
  });

  it("belong to the account only", async () => {
    const [{ browser }, other] = [await createUser(), await createUser()];
    const [theirs] = await listSessions(other.user.id);
    await post(devices.action, "/settings/sessions", { session: theirs?.id ?? "" }, browser);
    expect(await findSession(other.sessionToken)).toBeDefined();
  });

  it("are named by their browser", async () => {
    const { user } = await createUser();
    const browser = await createBrowser();
    const request = formRequest("/auth?mode=login", { email: user.email, password: PASSWORD }, browser);
    request.headers.set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0");
    await answerOf(auth.action, request, browser);
    expect((await listSessions(user.id)).map(({ device }) => device)).toContain("Firefox on Linux");
    expect(await alertsTo(user.email)).toMatchObject([{ event: "new_device", device: "Firefox on Linux" }]);
  });
});

describe("the security events of an account", () => {
  it("is listed, the newest first", async () => {
    const { user, browser } = await createUser({ timeZone: "Europe/Berlin" });
    const contact = { name: "Eva", email: newEmail(), relationship: "friend" as const };
    await addContact(user, { ...contact, updateEmail: true, viewContent: false, receiveDuplicate: false } as never);
    const [added] = await listContacts(user);
    await removeContact(user, added?.id ?? "", new Date(Date.now() + 1_000));
    const { events } = await (await visit(devices.loader, "/settings/sessions", browser)).json();
    expect(events).toMatchObject([{ what: "Legacy contact removed" }, { what: "Legacy contact added" }]);
    expect((await listSecurityEvents(user.id)).map(({ kind }) => kind)).toEqual(["contact_removed", "contact_added"]);
    expect((await alertsTo(user.email)).map(({ event }) => event)).toEqual(["contact_added", "contact_removed"]);
  });

  it("is mailed without a name to an address that was never confirmed", async () => {
    const { user, browser } = await createUser({ verified: false, name: "BUY NOW" });
    await post(
      password.action,
      "/settings/password",
      { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
      browser,
    );
    expect(await alertsTo(user.email)).toMatchObject([{ event: "password_changed", name: "" }]);
  });
});
