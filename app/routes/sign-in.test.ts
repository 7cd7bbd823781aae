import { addHours, addSeconds } from "date-fns";
import { and, eq } from "drizzle-orm";
import { TOTP, URI } from "otpauth";
import { describe, expect, it, vi } from "vitest";
import { beginSetUp, confirmSetUp, findSetUp, hasAuthenticator } from "~/domain/account/authenticator.server";
import { resetPassword } from "~/domain/account/new-password.server";
import { hashPassword } from "~/domain/account/password.server";
import { answerPasswordResets } from "~/domain/account/password-reset.server";
import { endSessions, findSession, listSessions } from "~/domain/account/session.server";
import { recoveryCookie, secondStepCookie } from "~/http/cookies.server";
import { db, inTransaction } from "~/services/db.server";
import {
  authenticators,
  credentials,
  passkeyChallenges,
  passkeys,
  pendingSignIns,
  profiles,
  recoveryCodes,
  securityEvents,
  sessions,
} from "~db/schema";
import type { SecurityEventKind } from "~db/schema/states";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { onOneServer } from "../../tests/factories/cluster";
import { inDigitsFrom } from "../../tests/factories/digits";
import { mailedToken, mailPasswordReset, writtenTo } from "../../tests/factories/outbox";
import { createPasskeyDevice } from "../../tests/factories/passkey-device";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUserWithApp, passPassword } from "../../tests/factories/second-step";
import { untilWaiting } from "../../tests/factories/statements";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as auth from "./auth";
import * as code from "./auth_.code";
import * as link from "./auth_.link";
import * as passkey from "./auth_.passkey";
import * as signInOptions from "./auth_.passkey_.options";
import * as ways from "./settings.sign-in";
import * as app from "./settings.sign-in_.app";
import * as passkeysPage from "./settings.sign-in_.passkeys";
import * as registrationOptions from "./settings.sign-in_.passkeys_.options";
import * as removal from "./settings.sign-in_.passkeys_.remove";

const APP = "/settings/sign-in/app";
const PASSKEYS = "/settings/sign-in/passkeys";
const CODE = "/auth/code?redirectTo=%2Fdashboard";

type Handler = Parameters<typeof answerOf>[0];
const post = (action: Handler, path: string, fields: Fields, browser: Browser) =>
  answerOf(action, formRequest(path, fields, browser), browser);

const isSignedIn = (response: Response) =>
  response.headers.getSetCookie().some((cookie) => /^amberkeep_session=\S{20}/.test(cookie));

const eventsOf = async (userId: string, kind: SecurityEventKind) =>
  db.$count(securityEvents, and(eq(securityEvents.userId, userId), eq(securityEvents.kind, kind)));

/** A new password, which ends all sessions, is saved just after `signIn` has begun. */
async function whilePasswordIsReplaced(userId: string, signIn: () => Promise<Response>): Promise<Response> {
  const passwordHash = await hashPassword(`${PASSWORD} replaced`);
  let signingIn: Promise<Response> | undefined;
  await inTransaction(async (tx) => {
    await tx.update(credentials).set({ passwordHash }).where(eq(credentials.userId, userId));
    await endSessions(tx, userId);
    signingIn = signIn();
    await Promise.race([signingIn, untilWaiting(userId, "select `password_hash` from `credentials`")]);
  });
  return signingIn ?? expect.unreachable();
}

describe("codes from an app", () => {
  it("are set up with a first code, and recovery codes are shown until they are confirmed", async () => {
    const [{ user, browser }] = [await createUser(), await createUserWithApp()];
    expect(await post(app.action, APP, { intent: "start" }, browser)).toHaveRedirect(APP);
    const page = await (await answerOf(app.loader, pageRequest(APP, browser), browser)).json();
    expect(page).toMatchObject({ isOn: false, codes: null, setUp: { qr: { size: expect.any(Number) } } });
    const totp = new TOTP({ secret: page.setUp.secret.replaceAll(" ", "") });
    // Opens the app on the phone itself, which can't scan its own screen.
    expect(new URL(page.setUp.url)).toMatchObject({ protocol: "otpauth:", host: "totp" });
    expect(new URL(page.setUp.url).searchParams.get("secret")).toBe(totp.secret.base32);
    const wrong = String((Number(totp.generate()) + 1) % 1_000_000).padStart(6, "0");
    const refused = await post(app.action, APP, { intent: "confirm", code: wrong }, browser);
    await expect(refused).toBeRefused(400, "code", /^This code isn’t right/);
    const code = totp.generate();
    await post(app.action, APP, { intent: "confirm", code }, browser);
    // The response was lost, and the recovery codes with it.
    const confirmed = await post(app.action, APP, { intent: "confirm", code }, browser);
    expect(confirmed).toHaveRedirect(APP);
    const after = await withCookiesOf(browser, confirmed);
    const shown = await (await answerOf(app.loader, pageRequest(APP, after), after)).json();
    expect(shown).toMatchObject({ isOn: true, setUp: null, codesLeft: 10 });
    expect(new Set(shown.codes).size).toBe(10);
    const kept = await post(app.action, APP, { intent: "kept" }, after);
    expect(kept.headers.getSetCookie().join()).toMatch(new RegExp(`${recoveryCookie.name}=[^,]*Max-Age=0`));
    expect(await eventsOf(user.id, "app_added")).toBe(1);
    expect((await writtenTo(user.email, "security_alert")).at(-1)?.props.event).toBe("app_added");
  });

  it("are not set up with a code that comes after an hour", async () => {
    const { user } = await createUser();
    const begun = new Date();
    await beginSetUp(user.id, begun);
    // Another account's set-up does not end this one.
    await beginSetUp((await createUser()).user.id, begun);
    const totp = URI.parse((await findSetUp(user, begun))?.url ?? "") as TOTP;
    const confirmAt = (now: Date) => confirmSetUp(user, totp.generate({ timestamp: now.getTime() }), "", now);
    const end = addHours(begun, 1);
    expect(await findSetUp(user, addSeconds(end, 1))).toBeUndefined();
    expect(await confirmAt(addSeconds(end, 1))).toEqual({ ok: false, reason: "over" });
    expect(await hasAuthenticator(user.id)).toBe(false);
    expect(await confirmAt(end)).toMatchObject({ ok: true });
  });

  it("may be half a minute early or late, and no more", async () => {
    const now = new Date();
    const confirmAfter = async (seconds: number) => {
      const { user } = await createUser();
      await beginSetUp(user.id, now);
      const totp = URI.parse((await findSetUp(user, now))?.url ?? "") as TOTP;
      const code = totp.generate({ timestamp: addSeconds(now, seconds).getTime() });
      return confirmSetUp(user, code, "", now);
    };
    for (const seconds of [-30, 30]) expect(await confirmAfter(seconds)).toMatchObject({ ok: true });
    for (const seconds of [-60, 60]) expect(await confirmAfter(seconds)).toEqual({ ok: false, reason: "wrong" });
  });

  it("leave neither the secret nor a recovery code legible in the database", async () => {
    const { user, totp, codes } = await createUserWithApp();
    const rows = [
      ...(await db.select().from(authenticators).where(eq(authenticators.userId, user.id))),
      ...(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))),
    ];
    expect(rows).toHaveLength(11);
    const stored = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)));
    for (const secret of [Buffer.from(totp.secret.bytes).toString("latin1"), totp.secret.base32, ...codes]) {
      expect(stored.join("\n")).not.toContain(secret);
    }
  });

  it("are asked for after the password, which is not enough by itself", async () => {
    const { user, totp } = await createUserWithApp();
    // Does nothing once an app is confirmed.
    await beginSetUp(user.id);
    const { response, browser } = await passPassword(user.email);
    expect(response).toHaveRedirect(CODE);
    expect(isSignedIn(response)).toBe(false);
    const done = await post(code.action, CODE, { code: totp.generate() }, browser);
    expect(done).toHaveRedirect("/dashboard");
    expect(isSignedIn(done)).toBe(true);
    expect(await db.$count(pendingSignIns, eq(pendingSignIns.userId, user.id))).toBe(0);
  });

  it("may have the digits of the person’s own keyboard", async () => {
    for (const zero of ["٠", "０"]) {
      const { user, totp } = await createUserWithApp();
      const { browser } = await passPassword(user.email);
      const typed = inDigitsFrom(zero, totp.generate());
      expect(isSignedIn(await post(code.action, CODE, { code: typed }, browser)), typed).toBe(true);
    }
  });

  it("are refused like any wrong one when they have other letters", async () => {
    const { user, totp } = await createUserWithApp();
    const { browser } = await passPassword(user.email);
    for (const typed of ["пароль", "12345六"])
      await expect(await post(code.action, CODE, { code: typed }, browser)).toBeRefused(400, "code");
    expect(isSignedIn(await post(code.action, CODE, { code: totp.generate() }, browser))).toBe(true);
  });

  it("are asked for on a page whose link back to the login keeps where it leads", async () => {
    const { user } = await createUserWithApp();
    const { browser } = await passPassword(user.email);
    const page = await answerOf(code.loader, pageRequest("/auth/code?redirectTo=%2Ftimeline", browser), browser);
    expect(await page.json()).toMatchObject({ loginHref: "/auth?mode=login&redirectTo=%2Ftimeline" });
  });

  it("work once, in this login and in any other", async () => {
    const { user, totp } = await createUserWithApp();
    const first = await passPassword(user.email);
    const second = await passPassword(user.email);
    const digits = totp.generate();
    expect(isSignedIn(await post(code.action, CODE, { code: digits }, first.browser))).toBe(true);
    const again = await post(code.action, CODE, { code: digits }, first.browser);
    expect(isSignedIn(again)).toBe(false);
    await expect(again).toSendToast({
      title: "Please log in again",
      description: "The page was open for too long, the code was sent twice, or there were too many wrong codes.",
    });
    await expect(await post(code.action, CODE, { code: digits }, second.browser)).toBeRefused(400, "code");
  });

  it("sent at once from two windows sign in one of them", async () => {
    const { user, totp } = await createUserWithApp();
    const windows = [await passPassword(user.email), await passPassword(user.email)];
    const digits = totp.generate();
    const answers = await Promise.all(windows.map(({ browser }) => post(code.action, CODE, { code: digits }, browser)));
    expect(answers.filter(isSignedIn)).toHaveLength(1);
  });

  it("are asked for after a link by mail and after a new password as well", async () => {
    const { user } = await createUserWithApp();
    const browser = await createBrowser();
    await post(auth.action, "/auth?mode=link", { email: user.email }, browser);
    await answerPasswordResets();
    const path = `/auth/link?token=${await mailedToken(user.email, "sign_in_link")}`;
    const byLink = await post(link.action, path, {}, browser);
    expect(byLink).toHaveRedirect(CODE);
    expect(isSignedIn(byLink)).toBe(false);
    await mailPasswordReset(user.email);
    const reset = `/auth?mode=reset&token=${await mailedToken(user.email, "password_reset")}`;
    const password = "Quite-Another-7";
    const byReset = await post(auth.action, reset, { password, confirmPassword: password }, browser);
    expect(byReset).toHaveRedirect(CODE);
    expect(isSignedIn(byReset)).toBe(false);
  });

  onOneServer("are not asked for if the password is replaced while it is checked", async () => {
    const { user } = await createUserWithApp();
    const response = await whilePasswordIsReplaced(user.id, async () => (await passPassword(user.email)).response);
    expect(response).toHaveRedirect("/auth?mode=login");
    expect(await db.$count(pendingSignIns, eq(pendingSignIns.userId, user.id))).toBe(0);
  });

  onOneServer("sign in no one if the password is replaced while they are checked", async () => {
    const { user, totp } = await createUserWithApp();
    const { browser } = await passPassword(user.email);
    const response = await whilePasswordIsReplaced(user.id, () =>
      post(code.action, CODE, { code: totp.generate() }, browser),
    );
    expect(response).toHaveRedirect("/auth?mode=login&redirectTo=%2Fdashboard");
    expect(isSignedIn(response)).toBe(false);
    expect(await listSessions(user.id)).toEqual([]);
  });

  it("are replaced by a recovery code, once, in any grouping, with a mail to the owner", async () => {
    const { user, codes } = await createUserWithApp();
    const typed = (codes[3] ?? "").toLowerCase().replace(/.{4}/g, "$& - ");
    const path = `${CODE}&by=recovery`;
    const { browser } = await passPassword(user.email);
    expect(isSignedIn(await post(code.action, path, { code: typed }, browser))).toBe(true);
    expect(await eventsOf(user.id, "recovery_code_used")).toBe(1);
    const again = await passPassword(user.email);
    await expect(await post(code.action, path, { code: typed }, again.browser)).toBeRefused(400, "code", /used before/);
  });

  it("can be guessed five times for a login, then the password is required again", async () => {
    const { user, totp } = await createUserWithApp();
    const { browser } = await passPassword(user.email);
    for (let guess = 0; guess < 4; guess += 1) {
      await expect(await post(code.action, CODE, { code: "abc" }, browser)).toBeRefused(400, "code");
    }
    const last = await post(code.action, CODE, { code: "abc" }, browser);
    expect(last).toHaveRedirect("/auth?mode=login&redirectTo=%2Fdashboard");
    const moved = { ...browser, clientIp: (await createBrowser()).clientIp };
    expect(isSignedIn(await post(code.action, CODE, { code: totp.generate() }, moved))).toBe(false);
    expect(await eventsOf(user.id, "wrong_codes")).toBe(1);
    const next = await passPassword(user.email, browser);
    const limited = await post(code.action, CODE, { code: "abc" }, next.browser);
    await expect(limited).toBeRefused(429, "form");
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
    const elsewhere = await passPassword(user.email);
    await expect(await post(code.action, CODE, { code: "abc" }, elsewhere.browser)).toBeRefused(400, "code");
  });

  it("are asked for within ten minutes", async () => {
    const { user, totp } = await createUserWithApp();
    const { browser } = await passPassword(user.email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
    try {
      const late = await post(code.action, CODE, { code: totp.generate() }, browser);
      expect(late.headers.get("Location")).toMatch(/^\/auth\?mode=login/);
      expect(isSignedIn(late)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are not asked for without a first step", async () => {
    const browser = await createBrowser();
    expect((await answerOf(code.loader, pageRequest(CODE, browser), browser)).headers.get("Location")).toMatch(
      /^\/auth\?mode=login/,
    );
    const guessed = {
      ...browser,
      cookie: `${browser.cookie}; ${(await secondStepCookie.serialize("guess")).split(";")[0]}`,
    };
    expect((await post(code.action, CODE, { code: "123456" }, guessed)).headers.get("Location")).toMatch(/^\/auth/);
  });

  it("end with the app, and its recovery codes with them", async () => {
    const { user, browser } = await createUserWithApp();
    expect(await post(app.action, APP, { intent: "remove" }, browser)).toHaveRedirect("/settings/sign-in");
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0);
    expect(await eventsOf(user.id, "app_removed")).toBe(1);
    expect(isSignedIn((await passPassword(user.email)).response)).toBe(true);
  });

  it("have new recovery codes, which end the old ones", async () => {
    const { user, browser, codes } = await createUserWithApp();
    expect(await post(app.action, APP, { intent: "renew" }, browser)).toHaveRedirect(APP);
    const login = await passPassword(user.email);
    await expect(await post(code.action, `${CODE}&by=recovery`, { code: codes[0] ?? "" }, login.browser)).toBeRefused(
      400,
      "code",
    );
    expect(await eventsOf(user.id, "recovery_codes_made")).toBe(1);
  });
});

describe("links by mail", () => {
  const ask = async (email: string) => {
    const browser = await createBrowser();
    const response = await post(auth.action, "/auth?mode=link", { email }, browser);
    await answerPasswordResets();
    return { response, browser };
  };
  const pathFor = async (email: string) => `/auth/link?token=${await mailedToken(email, "sign_in_link")}`;

  it("sign in once, and only by a button", async () => {
    const { user } = await createUser();
    const { browser } = await ask(user.email);
    const path = await pathFor(user.email);
    for (const _ of [1, 2]) {
      const page = await answerOf(link.loader, pageRequest(path, browser), browser);
      expect(await page.json()).toMatchObject({ email: user.email });
    }
    const answer = await post(link.action, path, {}, browser);
    expect(isSignedIn(answer)).toBe(true);
    for (const after of [await withCookiesOf(browser, answer), await createBrowser()]) {
      const page = await answerOf(link.loader, pageRequest(path, after), after);
      expect(await page.json()).toMatchObject({ email: null });
      await expect(await post(link.action, path, {}, after)).toBeRefused(400, "form", /expired or was used/);
    }
    expect(await eventsOf(user.id, "new_device")).toBe(1);
  });

  onOneServer("sign in no one if the password is replaced at that moment", async () => {
    const { user } = await createUser();
    const { browser } = await ask(user.email);
    const path = await pathFor(user.email);
    const response = await whilePasswordIsReplaced(user.id, () => post(link.action, path, {}, browser));
    expect(response).toHaveRedirect("/auth?mode=login");
    expect(await listSessions(user.id)).toEqual([]);
  });

  it("sign in again for a minute if the button was pressed twice, or the response was lost", async () => {
    const { user } = await createUser();
    const { browser } = await ask(user.email);
    const path = await pathFor(user.email);
    const answers = await Promise.all([1, 2].map(() => post(link.action, path, {}, browser)));
    expect(answers.map(isSignedIn)).toEqual([true, true]);
    const page = await answerOf(link.loader, pageRequest(path, browser), browser);
    expect(await page.json()).toMatchObject({ email: user.email });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      await expect(await post(link.action, path, {}, browser)).toBeRefused(400, "form", /expired or was used/);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are mailed once when the button that asks for one is pressed twice", async () => {
    const { user } = await createUser();
    const { browser } = await ask(user.email);
    const path = await pathFor(user.email);
    await ask(user.email);
    expect(await writtenTo(user.email, "sign_in_link")).toHaveLength(1);
    expect(isSignedIn(await post(link.action, path, {}, browser))).toBe(true);
  });

  it.each(["unused", "used"])("that are %s do not log in once the password was changed", async (state) => {
    const { user } = await createUser();
    const { browser } = await ask(user.email);
    const path = await pathFor(user.email);
    if (state === "used") await post(link.action, path, {}, browser);
    await mailPasswordReset(user.email);
    const reset = `/auth?mode=reset&token=${await mailedToken(user.email, "password_reset")}`;
    await post(auth.action, reset, { password: "Quite-Another-7", confirmPassword: "Quite-Another-7" }, browser);
    await expect(await post(link.action, path, {}, browser)).toBeRefused(400, "form", /expired or was used/);
  });

  it("get the same reply with and without an account, and no mail without one", async () => {
    const { user } = await createUser();
    const [known, unknown] = [await ask(user.email), await ask("nobody-here@example.org")];
    for (const { response } of [known, unknown]) {
      expect(response).toHaveRedirect("/auth?mode=login");
      await expect(response).toSendToast({ title: "Login link sent" });
    }
    expect(await writtenTo("nobody-here@example.org", "sign_in_link")).toEqual([]);
  });

  it("lead back to the page that asked for a confirmation, in another browser as well", async () => {
    const { user, browser } = await createUser();
    const page = "/settings/password?from=here";
    const query = new URLSearchParams({ redirectTo: page, mode: "link" });
    const asked = await post(auth.action, `/auth?${query}`, { email: user.email }, browser);
    expect(asked).toHaveRedirect(`/confirm-password?${new URLSearchParams({ redirectTo: page })}`);
    await answerPasswordResets();
    const [mail] = await writtenTo(user.email, "sign_in_link");
    const { pathname, search } = new URL(String(mail?.props.url));
    const phone = await createBrowser();
    const answer = await post(link.action, pathname + search, {}, phone);
    expect(answer).toHaveRedirect(page);
    expect(isSignedIn(answer)).toBe(true);
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", `/${"x".repeat(600)}`])(
    "lead to no other site, and keep no endless path: %s",
    async (redirectTo) => {
      const { user, browser } = await createUser();
      await post(
        auth.action,
        `/auth?${new URLSearchParams({ redirectTo, mode: "link" })}`,
        { email: user.email },
        browser,
      );
      await answerPasswordResets();
      const [mail] = await writtenTo(user.email, "sign_in_link");
      const { pathname, search } = new URL(String(mail?.props.url));
      expect(search).not.toMatch(/evil\.|x{20}/);
      const tampered = `${pathname}?token=${new URLSearchParams(search).get("token")}&redirectTo=${encodeURIComponent(redirectTo)}`;
      const answer = await post(link.action, tampered, {}, await createBrowser());
      expect(answer.headers.get("Location")).not.toContain("evil");
    },
  );

  it("work for ten minutes, and only the newest", async () => {
    const { user } = await createUser();
    const { browser } = await ask(user.email);
    const older = await pathFor(user.email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    try {
      await ask(user.email);
      await expect(await post(link.action, older, {}, browser)).toBeRefused(400, "form");
      const path = await pathFor(user.email);
      vi.setSystemTime(Date.now() + 10 * 60_000 + 1_000);
      await expect(await post(link.action, path, {}, browser)).toBeRefused(400, "form");
    } finally {
      vi.useRealTimers();
    }
  });

  it("are switched off and on, which ends those that were mailed", async () => {
    const { user, browser } = await createUser();
    const { browser: other } = await ask(user.email);
    const path = await pathFor(user.email);
    const { user: eve } = await createUser();
    expect(await post(ways.action, "/settings/sign-in", { links: "off" }, browser)).toHaveRedirect("/settings/sign-in");
    await expect(await post(link.action, path, {}, other)).toBeRefused(400, "form");
    for (const { email } of [user, eve]) await ask(email);
    expect(await writtenTo(user.email, "sign_in_link")).toHaveLength(1);
    expect(await writtenTo(eve.email, "sign_in_link")).toHaveLength(1);
    await post(ways.action, "/settings/sign-in", { links: "on" }, browser);
    await ask(user.email);
    expect(await writtenTo(user.email, "sign_in_link")).toHaveLength(2);
    expect([await eventsOf(user.id, "mail_links_off"), await eventsOf(user.id, "mail_links_on")]).toEqual([1, 1]);
  });

  it("do not verify an address, and have no name before that", async () => {
    const { user } = await createUser({ verified: false });
    const { browser } = await ask(user.email);
    expect((await writtenTo(user.email, "sign_in_link"))[0]?.props.name).toBe("");
    await post(link.action, await pathFor(user.email), {}, browser);
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.id));
    expect(profile?.emailVerifiedAt).toBeNull();
  });

  it("lead through a new password to an unverified account, which ends what someone else may have", async () => {
    const [{ user, sessionToken }, { user: friend }] = [await createUser({ verified: false }), await createUser()];
    const { browser } = await ask(user.email);
    const path = `${await pathFor(user.email)}&redirectTo=%2Ftimeline`;
    const answers = await Promise.all([1, 2].map(() => post(link.action, path, {}, browser)));
    expect(answers.map(isSignedIn)).toEqual([false, false]);
    await expect(answers[0] as Response).toSendToast({ title: "Please choose a new password" });
    const form = String(answers[0]?.headers.get("Location"));
    expect(form).toMatch(/^\/auth\?mode=reset&token=[^&]+&redirectTo=%2Ftimeline$/);
    expect((await findSession(sessionToken))?.user).toMatchObject({ id: user.id });
    const fields = { password: "Quite-Another-7", confirmPassword: "Quite-Another-7" };
    const answer = await post(auth.action, form, fields, browser);
    expect(answer).toHaveRedirect("/timeline");
    expect(isSignedIn(answer)).toBe(true);
    expect(await findSession(sessionToken)).toBeUndefined();
    await expect((await passPassword(user.email)).response).toBeRefused(400, "form");
    await ask(friend.email);
    expect(isSignedIn(await post(link.action, await pathFor(friend.email), {}, await createBrowser()))).toBe(true);
    expect(isSignedIn((await passPassword(friend.email)).response)).toBe(true);
  });
});

describe("passkeys", () => {
  type Device = ReturnType<typeof createPasskeyDevice>;

  async function add(device: Device, browser: Browser, from = browser): Promise<Response> {
    const options = await (await post(registrationOptions.action, `${PASSKEYS}/options`, {}, from)).json();
    const credential = JSON.stringify(device.register(options));
    return post(passkeysPage.action, PASSKEYS, { name: "My phone", credential }, browser);
  }

  async function askFor(device: Device, browser: Browser): Promise<string> {
    const options = await (await post(signInOptions.action, "/auth/passkey/options", {}, browser)).json();
    return JSON.stringify(device.signIn(options));
  }

  const enter = (credential: string, browser: Browser) =>
    post(passkey.action, "/auth/passkey?redirectTo=%2Ftimeline", { credential }, browser);

  it("sign in without a password or a second step, and lead back", async () => {
    const [{ user, browser }, eve] = [await createUserWithApp(), await createUser()];
    const device = createPasskeyDevice();
    expect(await add(device, browser)).toHaveRedirect(PASSKEYS);
    expect(await eventsOf(user.id, "passkey_added")).toBe(1);
    await add(createPasskeyDevice(), eve.browser);
    const visitor = await createBrowser();
    const response = await enter(await askFor(device, visitor), visitor);
    expect(response).toHaveRedirect("/timeline");
    expect(isSignedIn(response)).toBe(true);
    const [row] = await db.select().from(passkeys).where(eq(passkeys.userId, user.id));
    expect(row).toMatchObject({ name: "My phone", counter: 2, lastUsedAt: expect.any(Date) });
    const [other] = await db.select().from(passkeys).where(eq(passkeys.userId, eve.user.id));
    expect(other).toMatchObject({ counter: 1, lastUsedAt: null });
  });

  onOneServer("sign in no one if the password is replaced at that moment", async () => {
    const { user, browser } = await createUser();
    const [device, visitor] = [createPasskeyDevice(), await createBrowser()];
    await add(device, browser);
    const credential = await askFor(device, visitor);
    const response = await whilePasswordIsReplaced(user.id, () => enter(credential, visitor));
    expect(response).toHaveRedirect("/auth?mode=login&redirectTo=%2Ftimeline");
    expect(await listSessions(user.id)).toEqual([]);
  });

  it("are refused when replayed, when another browser asked, or none did, or too long ago", async () => {
    const { browser } = await createUser();
    const device = createPasskeyDevice();
    await add(device, browser);
    const [visitor, other] = [await createBrowser(), await createBrowser()];
    const credential = await askFor(device, visitor);
    await expect(await enter(credential, other)).toBeRefused(400, "form", /couldn’t log you in/);
    expect(isSignedIn(await enter(credential, visitor))).toBe(true);
    await expect(await enter(credential, visitor)).toBeRefused(400, "form");
    const invented = JSON.stringify(device.signIn({ challenge: "bm90IG91cnM" }));
    await expect(await enter(invented, visitor)).toBeRefused(400, "form");
    const late = await askFor(device, visitor);
    await db.update(passkeyChallenges).set({ expiresAt: new Date() });
    await expect(await enter(late, visitor)).toBeRefused(400, "form");
  });

  it.each([
    ["of another site", { origin: "https://evil.example" }],
    ["asked for by another site", { origin: "https://evil.example", rpId: "localhost" }],
    ["of a device that does not check its user", { checksHolder: false }],
  ])("%s are not added", async (_, options) => {
    const { user, browser } = await createUser();
    await expect(await add(createPasskeyDevice(options), browser)).toBeRefused(400, "form");
    expect(await db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0);
  });

  it("are refused from an outdated copy", async () => {
    const { browser } = await createUser();
    const device = createPasskeyDevice();
    await add(device, browser);
    const visitor = await createBrowser();
    await enter(await askFor(device, visitor), visitor);
    device.rewind();
    await expect(await enter(await askFor(device, visitor), visitor)).toBeRefused(400, "form");
  });

  it("belong to one account, and are added in the browser that asked", async () => {
    const [ada, eve] = [await createUser(), await createUser()];
    const device = createPasskeyDevice();
    await expect(await add(device, ada.browser, eve.browser)).toBeRefused(400, "form");
    await add(device, ada.browser);
    await expect(await add(device, eve.browser)).toBeRefused(400, "form", "This passkey is already here.");
  });

  it("are twenty for each account at most", async () => {
    const [ada, eve] = [await createUser(), await createUser()];
    for (let count = 1; count <= 20; count += 1)
      expect(await add(createPasskeyDevice(), ada.browser)).toHaveRedirect(PASSKEYS);
    await expect(await add(createPasskeyDevice(), ada.browser)).toBeRefused(400, "form", /You have 20 passkeys/);
    expect(await add(createPasskeyDevice(), eve.browser)).toHaveRedirect(PASSKEYS);
  });

  it("are removed by their owner only, who gets a mail", async () => {
    const [ada, eve] = [await createUser(), await createUser()];
    const device = createPasskeyDevice();
    await add(device, ada.browser);
    const [row] = await db.select().from(passkeys).where(eq(passkeys.userId, ada.user.id));
    const fields = { passkey: row?.id ?? "" };
    await post(removal.action, `${PASSKEYS}/remove`, fields, eve.browser);
    expect(await db.$count(passkeys, eq(passkeys.userId, ada.user.id))).toBe(1);
    expect(await post(removal.action, `${PASSKEYS}/remove`, fields, ada.browser)).toHaveRedirect(PASSKEYS);
    expect(await eventsOf(ada.user.id, "passkey_removed")).toBe(1);
    const visitor = await createBrowser();
    await expect(await enter(await askFor(device, visitor), visitor)).toBeRefused(400, "form", /may have been removed/);
  });

  it("of an account whose email is unverified are refused, as are codes from an app", async () => {
    const { user, browser } = await createUser({ verified: false });
    const list = "/settings/sign-in";
    expect(await answerOf(passkeysPage.loader, pageRequest(PASSKEYS, browser), browser)).toHaveRedirect(list);
    expect(await answerOf(app.loader, pageRequest(APP, browser), browser)).toHaveRedirect(list);
    expect(await post(registrationOptions.action, `${PASSKEYS}/options`, {}, browser)).toHaveRedirect(list);
    const added = await post(passkeysPage.action, PASSKEYS, { name: "x", credential: "{}" }, browser);
    expect(added).toHaveRedirect(list);
    const refused = await post(app.action, APP, { intent: "start" }, browser);
    expect(refused).toHaveRedirect(list);
    await expect(refused).toSendToast({ title: "Please confirm your email first" });
    expect(await db.$count(authenticators, eq(authenticators.userId, user.id))).toBe(0);
    const page = await (await answerOf(ways.loader, pageRequest(list, browser), browser)).json();
    expect(page).toMatchObject({ isVerified: false, email: user.email });
  });

  it("are removed by a password that is reset by mail, which leaves an app", async () => {
    const { user, browser } = await createUserWithApp();
    const device = createPasskeyDevice();
    await add(device, browser);
    await mailPasswordReset(user.email);
    await resetPassword(await mailedToken(user.email, "password_reset"), "Quite-Another-7");
    const visitor = await createBrowser();
    await expect(await enter(await askFor(device, visitor), visitor)).toBeRefused(400, "form", /may have been removed/);
    expect(await hasAuthenticator(user.id)).toBe(true);
    expect(await eventsOf(user.id, "passkey_removed")).toBe(1);
    const alerts = await writtenTo(user.email, "security_alert");
    expect(alerts.map(({ props }) => props.event)).toEqual(["app_added", "passkey_added", "password_reset"]);
  });

  it("are removed, with the apps of an unverified account, by a password reset by mail, but not those of others", async () => {
    const [{ user, browser }, bystander] = [await createUserWithApp(), await createUserWithApp()];
    for (const from of [browser, bystander.browser]) await add(createPasskeyDevice(), from);
    const login = await passPassword(bystander.user.email);
    // Like an account that had them before they required a verified email.
    await db.update(profiles).set({ emailVerifiedAt: null }).where(eq(profiles.id, user.id));
    await mailPasswordReset(user.email);
    await resetPassword(await mailedToken(user.email, "password_reset"), "Quite-Another-7");
    expect(await db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0);
    expect(await hasAuthenticator(user.id)).toBe(false);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(0);
    expect(await db.$count(passkeys, eq(passkeys.userId, bystander.user.id))).toBe(1);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, bystander.user.id))).toBe(10);
    const entered = await post(code.action, CODE, { code: bystander.totp.generate() }, login.browser);
    expect(isSignedIn(entered)).toBe(true);
  });

  it.each(["", "{}", "null", "[1]", '{"id":"x","response":{}}', "not JSON"])("are not %j", async (credential) => {
    expect((await enter(credential, await createBrowser())).status).toBe(400);
  });
});

it("adding or removing a way needs a password entered in the last 15 minutes", async () => {
  const { user, browser } = await createUser();
  const confirmedAt = new Date(Date.now() - 15 * 60_000);
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.userId, user.id));
  const confirm = (path: string) => `/confirm-password?${new URLSearchParams({ redirectTo: path })}`;
  const at = (loader: Handler, path: string) => answerOf(loader, pageRequest(path, browser), browser);
  expect(await at(passkeysPage.loader, PASSKEYS)).toHaveRedirect(confirm(PASSKEYS));
  expect(await at(app.loader, APP)).toHaveRedirect(confirm(APP));
  for (const [action, path, fields, back] of [
    [passkeysPage.action, PASSKEYS, { name: "x", credential: "{}" }, PASSKEYS],
    [registrationOptions.action, `${PASSKEYS}/options`, {}, PASSKEYS],
    [removal.action, `${PASSKEYS}/remove`, { passkey: "x" }, PASSKEYS],
    [app.action, APP, { intent: "start" }, APP],
    [ways.action, "/settings/sign-in", { links: "off" }, "/settings/sign-in"],
  ] as [Handler, string, Fields, string][]) {
    expect(await post(action, path, fields, browser)).toHaveRedirect(confirm(back));
  }
  expect((await at(ways.loader, "/settings/sign-in")).status).toBe(200);
});
