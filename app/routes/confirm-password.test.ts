import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { startSession } from "~/domain/account/session.server";
import { requireRecentSignIn } from "~/http/session.server";
import { db } from "~/services/db.server";
import { sessions } from "~db/schema";
import { type Browser, createBrowser } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { writtenTo } from "../../tests/factories/outbox";
import { createPasskeyDevice } from "../../tests/factories/passkey-device";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as signInOptions from "./auth_.passkey_.options";
import * as confirm from "./confirm-password";
import * as passkey from "./confirm-password_.passkey";
import * as passkeyOptions from "./confirm-password_.passkey_.options";
import * as cancel from "./memories.$id_.cancel";
import * as passkeysPage from "./settings.sign-in_.passkeys";
import * as registrationOptions from "./settings.sign-in_.passkeys_.options";

const PATH = "/settings/password?from=here";
const CONFIRM = `/confirm-password?${new URLSearchParams({ redirectTo: PATH })}`;

async function enteredMinutesAgo(userId: string, minutes: number): Promise<void> {
  const confirmedAt = new Date(Date.now() - minutes * 60_000);
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.userId, userId));
}

const visit = (browser: Browser) =>
  answerOf(
    async ({ context }) => Response.json({ id: (await requireRecentSignIn(context)).id }),
    pageRequest(PATH, browser),
    browser,
  );
const enter = (browser: Browser, password: string) =>
  answerOf(confirm.action, formRequest(CONFIRM, { password }, browser), browser);

describe("a page that requires a recent sign-in", () => {
  it("opens within 15 minutes of logging in", async () => {
    const { user, browser } = await createUser();
    await enteredMinutesAgo(user.id, 14);
    expect(await (await visit(browser)).json()).toEqual({ id: user.id });
  });

  it("asks for the password after that, and opens again with it", async () => {
    const { user, browser } = await createUser();
    await enteredMinutesAgo(user.id, 15);
    expect(await visit(browser)).toHaveRedirect(CONFIRM);
    await expect(await enter(browser, "Wrong-Password-1")).toBeRefused(400, "password", /^This isn’t your password/);
    expect(await visit(browser)).toHaveRedirect(CONFIRM);
    expect(await enter(browser, PASSWORD)).toHaveRedirect(PATH);
    expect((await visit(browser)).status).toBe(200);
  });

  it("opens in the session that entered the password, and in no other", async () => {
    const { user, browser } = await createUser();
    const elsewhere = await createBrowser(await startSession(user.id));
    await enteredMinutesAgo(user.id, 60);
    expect(await enter(browser, PASSWORD)).toHaveRedirect(PATH);
    expect((await visit(browser)).status).toBe(200);
    expect(await visit(elsewhere)).toHaveRedirect(CONFIRM);
  });

  it("keeps the path that the caller names", async () => {
    const { user, browser } = await createUser();
    await enteredMinutesAgo(user.id, 60);
    const response = await answerOf(
      async ({ context }) => Response.json(await requireRecentSignIn(context, "/settings/email?to=x")),
      pageRequest(PATH, browser),
      browser,
    );
    expect(response).toHaveRedirect("/confirm-password?redirectTo=%2Fsettings%2Femail%3Fto%3Dx");
  });

  it("is the one that cancels a vault, and leads back to it", async () => {
    const { user, browser } = await createUser();
    const id = await createLetter(user);
    const page = `/memories/${id}/cancel`;
    const ask = `/confirm-password?${new URLSearchParams({ redirectTo: page })}`;
    await enteredMinutesAgo(user.id, 15);
    const request = () => formRequest(page, {}, browser);
    expect(await answerOf(cancel.loader, pageRequest(page, browser), browser, { id })).toHaveRedirect(ask);
    expect(await answerOf(cancel.action, request(), browser, { id })).toHaveRedirect(ask);
    const asked = await answerOf(confirm.loader, pageRequest(ask, browser), browser);
    expect(await asked.json()).toMatchObject({ back: `/memories/${id}` });
    const entered = await answerOf(confirm.action, formRequest(ask, { password: PASSWORD }, browser), browser);
    expect(entered).toHaveRedirect(page);
    expect(await answerOf(cancel.action, request(), browser, { id })).toHaveRedirect("/dashboard");
  });

  it("never leads to another site", async () => {
    const { browser } = await createUser();
    const path = `/confirm-password?${new URLSearchParams({ redirectTo: "https://evil.example" })}`;
    const response = await answerOf(confirm.action, formRequest(path, { password: PASSWORD }, browser), browser);
    expect(response).toHaveRedirect("/dashboard");
  });
});

describe("guesses at the password", () => {
  it("have to wait longer each time in their session, and the twentieth is reported to the owner", async () => {
    const { user, browser } = await createUser();
    const owner = await createBrowser(await startSession(user.id));
    for (let guess = 0; guess < 5; guess += 1) expect((await enter(browser, "Wrong-Password-1")).status).toBe(400);
    const waits = async () => Number((await enter(browser, PASSWORD)).headers.get("Retry-After"));
    expect(await waits()).toBe(60);
    expect(await enter(owner, PASSWORD)).toHaveRedirect(PATH);
    for (let guess = 5; guess < 20; guess += 1) {
      const session = await createBrowser(await startSession(user.id));
      expect((await enter(session, "Wrong-Password-1")).status).toBe(400);
    }
    const alerts = await writtenTo(user.email, "security_alert");
    expect(alerts.map(({ props }) => props.event)).toEqual(["wrong_passwords"]);
  });

  it("are forgotten after the right one", async () => {
    const { browser } = await createUser();
    for (let time = 0; time < 3; time += 1) {
      for (let guess = 0; guess < 4; guess += 1) expect((await enter(browser, "Wrong-Password-1")).status).toBe(400);
      expect(await enter(browser, PASSWORD)).toHaveRedirect(PATH);
    }
  });
});

describe("a passkey instead of the password", () => {
  type Device = ReturnType<typeof createPasskeyDevice>;
  const BY_PASSKEY = CONFIRM.replace("?", "/passkey?");
  const post = (action: typeof confirm.action, path: string, fields: Record<string, string>, browser: Browser) =>
    answerOf(action, formRequest(path, fields, browser), browser);

  async function createPasskeyUser() {
    const person = await createUser();
    const device = createPasskeyDevice();
    const options = await (await post(registrationOptions.action, "/x", {}, person.browser)).json();
    const credential = JSON.stringify(device.register(options));
    await post(passkeysPage.action, "/x", { name: "My phone", credential }, person.browser);
    await enteredMinutesAgo(person.user.id, 60);
    return { ...person, device };
  }

  async function askFor(device: Device, browser: Browser, action = passkeyOptions.action): Promise<string> {
    const options = await (await post(action, "/confirm-password/passkey/options", {}, browser)).json();
    return JSON.stringify(device.signIn(options));
  }

  const enterPasskey = (credential: string, browser: Browser) =>
    post(passkey.action, BY_PASSKEY, { credential }, browser);

  it("opens the page again, in this session alone", async () => {
    const { user, browser, device } = await createPasskeyUser();
    expect(await enterPasskey(await askFor(device, browser), browser)).toHaveRedirect(PATH);
    expect((await visit(browser)).status).toBe(200);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(1);
  });

  it("is asked for by name, and offered to those who have one", async () => {
    const [ada, eve] = [await createPasskeyUser(), await createUser()];
    const options = await (await post(passkeyOptions.action, "/x", {}, ada.browser)).json();
    expect(options.allowCredentials).toEqual([{ id: expect.any(String), type: "public-key" }]);
    const page = async (browser: Browser) =>
      (await answerOf(confirm.loader, pageRequest(CONFIRM, browser), browser)).json();
    expect(await page(ada.browser)).toMatchObject({ hasPasskeys: true, takesLinks: true });
    expect(await page(eve.browser)).toMatchObject({ hasPasskeys: false });
  });

  it("has to be one of the account's own", async () => {
    const [ada, eve] = [await createPasskeyUser(), await createPasskeyUser()];
    const refused = await enterPasskey(await askFor(eve.device, ada.browser), ada.browser);
    await expect(refused).toBeRefused(400, "form", /^This isn’t a passkey of your account/);
    expect(await visit(ada.browser)).toHaveRedirect(CONFIRM);
  });

  it("works once, in the browser that asked, and not with an answer for logging in", async () => {
    const { browser, device } = await createPasskeyUser();
    const logIn = await askFor(device, browser, signInOptions.action);
    await expect(await enterPasskey(logIn, browser)).toBeRefused(400, "form");
    const credential = await askFor(device, browser);
    expect(await enterPasskey(credential, browser)).toHaveRedirect(PATH);
    await expect(await enterPasskey(credential, browser)).toBeRefused(400, "form");
  });

  it("confirms nothing for visitors", async () => {
    const visitor = await createBrowser();
    const answers = [
      await post(passkeyOptions.action, "/confirm-password/passkey/options", {}, visitor),
      await enterPasskey("{}", visitor),
    ];
    for (const answer of answers) expect(answer.headers.get("Location")).toMatch(/^\/auth\?mode=login/);
  });
});

describe("a session", () => {
  const DAY = 86_400_000;

  it("lasts 30 days from the last visit, and 180 from logging in", async () => {
    const { user, browser } = await createUser();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    try {
      for (let day = 29; day < 180; day += 29) {
        vi.setSystemTime(start + day * DAY);
        expect(await visit(browser), `day ${day}`).toHaveRedirect(CONFIRM);
      }
      const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.id));
      expect(row?.expiresAt.getTime()).toBeLessThanOrEqual(start + 180 * DAY);
      vi.setSystemTime(start + 180 * DAY + 1_000);
      expect((await visit(browser)).headers.get("Location")).toMatch(/^\/auth\?mode=login/);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is not extended by a visit in another", async () => {
    const { user, browser } = await createUser();
    const elsewhere = await createBrowser(await startSession(user.id));
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    try {
      vi.setSystemTime(start + 29 * DAY);
      await visit(browser);
      vi.setSystemTime(start + 31 * DAY);
      expect(await visit(browser)).toHaveRedirect(CONFIRM);
      expect((await visit(elsewhere)).headers.get("Location")).toMatch(/^\/auth\?mode=login/);
    } finally {
      vi.useRealTimers();
    }
  });
});
