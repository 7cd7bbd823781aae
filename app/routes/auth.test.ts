import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { isBeingErased, requestErasure } from "~/domain/account/erasure-request.server";
import { resetPassword } from "~/domain/account/new-password.server";
import { hashPassword } from "~/domain/account/password.server";
import {
  answerPasswordReset,
  answerPasswordResets,
  requestPasswordReset,
} from "~/domain/account/password-reset.server";
import { listSecurityEvents } from "~/domain/account/security-events.server";
import { endSessions, findSession, listSessions } from "~/domain/account/session.server";
import { listVisitorDrafts, saveVisitorDraft } from "~/domain/visitor-draft/visitor-draft.server";
import { env } from "~/env.server";
import {
  cardCookie,
  claimCookie,
  csrfCookie,
  draftCookie,
  joinedCookie,
  readingCookie,
  sessionCookie,
  zoomCookie,
} from "~/http/cookies.server";
import { db, inTransaction } from "~/services/db.server";
import { credentials, linkTokens, memories } from "~db/schema";
import { createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { onOneServer } from "../../tests/factories/cluster";
import { changeEmail } from "../../tests/factories/email-change";
import { createLetter, storedVault } from "../../tests/factories/letter";
import { mailedToken, mailPasswordReset, writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { statementsOf, untilWaiting } from "../../tests/factories/statements";
import { createUser, PASSWORD } from "../../tests/factories/user";
import { visitorDraft } from "../../tests/factories/visitor-draft";
import * as unknown from "./$";
import * as auth from "./auth";
import * as dashboard from "./dashboard";
import * as logout from "./logout";
import * as signIn from "./sign-in";
import * as signUp from "./sign-up";
import * as verifyAddress from "./verify-address";
import * as resend from "./verify-address_.resend";

const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
afterAll(() => queue.end());

const cookieIn = (response: Response, { name }: { name: string }) =>
  response.headers.getSetCookie().find((header) => header.startsWith(`${name}=`));

async function logIn(email: string, browser = createBrowser(), path = "/auth?mode=login") {
  const from = await browser;
  const response = await answerOf(auth.action, formRequest(path, { email, password: PASSWORD }, from), from);
  return { response, browser: await withCookiesOf(from, response) };
}

describe("logging in", () => {
  it("redirects to the dashboard and greets the user", async () => {
    const { user } = await createUser({ name: "Ada Example" });
    const { response, browser } = await logIn(user.email);
    expect(response).toHaveRedirect("/dashboard");
    await expect(response).toSendToast({ title: "Login successful", description: "Welcome back!" });
    const page = await answerOf(dashboard.loader, pageRequest("/dashboard", browser), browser);
    expect(page.status).toBe(200);
  });

  it("ignores case and surrounding spaces of the email", async () => {
    const { user } = await createUser();
    expect((await logIn(`  ${user.email.toUpperCase()} `)).response).toHaveRedirect("/dashboard");
  });

  it("sets a session cookie that is safe from scripts, other sites and caches", async () => {
    const { user } = await createUser();
    const { response } = await logIn(user.email);
    const header = cookieIn(response, sessionCookie) ?? "";
    expect(header).toMatch(/HttpOnly/);
    expect(header).toMatch(/SameSite=Lax/);
    expect(header).toMatch(/Path=\//);
  });

  it("starts a new session each time and ends the previous one", async () => {
    const { user } = await createUser();
    const first = await logIn(user.email);
    const second = await logIn(user.email, Promise.resolve(first.browser));
    const tokenOf = (response: Response) =>
      sessionCookie.parse(cookieIn(response, sessionCookie)?.split(";")[0] ?? null);
    expect(await tokenOf(first.response)).not.toBe(await tokenOf(second.response));
    expect(await findSession(await tokenOf(first.response))).toBeUndefined();
    expect((await findSession(await tokenOf(second.response)))?.user).toMatchObject({ id: user.id });
  });

  onOneServer("is refused if the password is replaced while it is checked", async () => {
    const { user } = await createUser();
    const passwordHash = await hashPassword(`${PASSWORD} replaced`);
    let loggingIn: ReturnType<typeof logIn> | undefined;
    await inTransaction(async (tx) => {
      await tx.update(credentials).set({ passwordHash }).where(eq(credentials.userId, user.id));
      await endSessions(tx, user.id);
      loggingIn = logIn(user.email);
      await Promise.race([loggingIn, untilWaiting(user.id, "select `password_hash` from `credentials`")]);
    });
    const response = (await loggingIn)?.response;
    expect(response).toHaveRedirect("/auth?mode=login");
    await expect(response).toSendToast({ title: "Please log in again", kind: "error" });
    expect(await listSessions(user.id)).toEqual([]);
    expect(await listSecurityEvents(user.id)).toEqual([]);
    expect(await writtenTo(user.email, "security_alert")).toEqual([]);
  });

  onOneServer("keeps an account whose deletion is requested at the same moment", async () => {
    const { user } = await createUser();
    // Nothing is recorded for a known browser, which would wait for the request.
    const { browser } = await logIn(user.email);
    await endSessions(db, user.id);
    await mailPasswordReset(user.email);
    let loggingIn: ReturnType<typeof logIn> | undefined;
    let requesting: Promise<void> | undefined;
    await inTransaction(async (tx) => {
      // Stops the request before it is committed.
      await tx.select().from(linkTokens).where(eq(linkTokens.userId, user.id)).for("update");
      requesting = requestErasure(user, { waitingVaults: "deliver" });
      await untilWaiting(user.id, "delete from `link_tokens`");
      loggingIn = logIn(user.email, Promise.resolve(browser));
      await untilWaiting(user.id, "insert into `sessions`");
    });
    await requesting;
    expect((await loggingIn)?.response).toHaveRedirect("/dashboard");
    expect(await isBeingErased(user.id)).toBe(false);
  });

  it("invalidates the CSRF tokens of pages opened before", async () => {
    const { user } = await createUser();
    const before = await createBrowser();
    const { response, browser } = await logIn(user.email, Promise.resolve(before));
    expect(cookieIn(response, csrfCookie)).toBeDefined();
    const stale = formRequest("/logout", { csrf: before.csrfToken() }, browser);
    await expect(await answerOf(logout.action, stale, browser)).toBeRefused(403, "form");
  });

  it("redirects to the page that required it, but never to another site", async () => {
    const { user } = await createUser();
    const to = async (redirectTo: string) =>
      (await logIn(user.email, undefined, `/auth?${new URLSearchParams({ mode: "login", redirectTo })}`)).response;
    expect(await to("/create?edit=true&id=x")).toHaveRedirect("/create?edit=true&id=x");
    for (const elsewhere of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""]) {
      expect(await to(elsewhere)).toHaveRedirect("/dashboard");
    }
  });

  it("shows the same error for a wrong password and an unknown email", async () => {
    const { user } = await createUser();
    const browser = await createBrowser();
    const replies = [];
    for (const email of [user.email, "nobody@example.org"]) {
      const request = formRequest("/auth?mode=login", { email, password: "Wrong-Password-1" }, browser);
      const response = await answerOf(auth.action, request, browser);
      await expect(response).toBeRefused(400, "form", "Login failed");
      await expect(response).toBeRefused(400, "form", "The email or password isn’t right.");
      expect(cookieIn(response, sessionCookie)).toBeUndefined();
      replies.push((await response.text()).replaceAll(email, "…"));
    }
    expect(replies[0]).toBe(replies[1]);
  });

  it("redirects signed-in users", async () => {
    const { browser } = await createUser();
    for (const mode of ["login", "signup"]) {
      const response = await answerOf(auth.loader, pageRequest(`/auth?mode=${mode}`, browser), browser);
      expect(response).toHaveRedirect("/dashboard", 302);
    }
  });
});

describe("guessing passwords", () => {
  const guess = async (email: string, browser: Awaited<ReturnType<typeof createBrowser>>) =>
    answerOf(auth.action, formRequest("/auth?mode=login", { email, password: "Wrong-Password-1" }, browser), browser);
  const retryAfter = async (email: string, browser: Awaited<ReturnType<typeof createBrowser>>) => {
    for (let count = 0; count < 6; count += 1) {
      const response = await guess(email, browser);
      if (response.status === 429) return Number(response.headers.get("Retry-After"));
    }
    return 0;
  };

  it("has to wait longer each time, and never the owner's own browser", async () => {
    const { user } = await createUser();
    const { browser: owner } = await logIn(user.email);
    const stranger = { ...(await createBrowser()), clientIp: owner.clientIp };
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    try {
      const waits = [];
      for (let round = 0; round < 6; round += 1) {
        const wait = await retryAfter(user.email, stranger);
        waits.push(wait);
        expect(await retryAfter(user.email, stranger)).toBe(wait);
        vi.setSystemTime(Date.now() + wait * 1000 + 1_000);
      }
      expect(waits).toEqual([60, 120, 240, 480, 960, 1_920]);
      expect(await retryAfter(user.email, stranger)).toBe(3_600);
      expect((await logIn(user.email, Promise.resolve(owner))).response).toHaveRedirect("/dashboard");
    } finally {
      vi.useRealTimers();
    }
  });

  it("does not lock out the owner at a new browser elsewhere, however many networks guess", async () => {
    const { user } = await createUser();
    for (let network = 0; network < 25; network += 1) await guess(user.email, await createBrowser());
    expect((await logIn(user.email)).response).toHaveRedirect("/dashboard");
    const alerts = await writtenTo(user.email, "security_alert");
    expect(alerts.map(({ props }) => props.event)).toEqual(["wrong_passwords", "new_device"]);
  });

  it("is reported to the owner by their own clock, whose time zone is named in words", async () => {
    const { user } = await createUser({ timeZone: "Etc/GMT-12" });
    await logIn(user.email);
    const [alert] = await writtenTo(user.email, "security_alert");
    expect(alert?.props.when).toMatch(/^\w+ \d+, \d{4} at \d\d:\d\d \(UTC\+12\)$/);
  });

  it("is reported to the owner only when browsers guess that they have not logged in with", async () => {
    const { user } = await createUser();
    const { browser } = await logIn(user.email);
    for (let count = 0; count < 4; count += 1) expect((await guess(user.email, browser)).status).toBe(400);
    for (let network = 0; network < 19; network += 1) await guess(user.email, await createBrowser());
    const events = async () => (await listSecurityEvents(user.id)).map(({ kind }) => kind);
    expect(await events()).not.toContain("wrong_passwords");
    await guess(user.email, await createBrowser());
    expect(await events()).toContain("wrong_passwords");
  });

  it("is limited for a known browser, too", async () => {
    const { user } = await createUser();
    const { browser } = await logIn(user.email);
    expect(await retryAfter(user.email, browser)).toBe(60);
  });

  it("starts over after the right password", async () => {
    const { user } = await createUser();
    const browser = await createBrowser();
    for (let count = 0; count < 4; count += 1) expect((await guess(user.email, browser)).status).toBe(400);
    await logIn(user.email, Promise.resolve(browser));
    for (let count = 0; count < 5; count += 1) expect((await guess(user.email, browser)).status).toBe(400);
  });

  it("has to wait a minute again after the right password", async () => {
    const { user } = await createUser();
    const browser = await createBrowser();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      expect(await retryAfter(user.email, browser)).toBe(60);
      vi.setSystemTime(Date.now() + 61_000);
      await logIn(user.email, Promise.resolve(browser));
      expect(await retryAfter(user.email, browser)).toBe(60);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a new browser", () => {
  it("is reported to the owner once", async () => {
    const { user } = await createUser();
    const first = await logIn(user.email);
    await logIn(user.email, Promise.resolve(first.browser));
    const alerts = await writtenTo(user.email, "security_alert");
    expect(alerts.map(({ props }) => props.event)).toEqual(["new_device"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    try {
      await logIn(user.email);
    } finally {
      vi.useRealTimers();
    }
    expect(await writtenTo(user.email, "security_alert")).toHaveLength(2);
  });

  it("is reported once when the button is pressed twice", async () => {
    const { user } = await createUser();
    const browser = createBrowser();
    await Promise.all([logIn(user.email, browser), logIn(user.email, browser)]);
    expect(await writtenTo(user.email, "security_alert")).toHaveLength(1);
  });

  it("does not include the one that signed up", async () => {
    const email = `${createId()}@example.org`;
    const browser = await createBrowser();
    const fields = { fullName: "Ada", email, password: PASSWORD, confirmPassword: PASSWORD };
    const response = await answerOf(auth.action, formRequest("/auth?mode=signup", fields, browser), browser);
    await logIn(email, withCookiesOf(browser, response));
    expect(await writtenTo(email, "security_alert")).toEqual([]);
  });

  it("includes every other one after a password reset, as a thief may have it", async () => {
    const { user } = await createUser();
    const { browser: thief } = await logIn(user.email);
    await mailPasswordReset(user.email);
    await resetPassword(await mailedToken(user.email, "password_reset"), PASSWORD);
    const { browser } = await logIn(user.email, Promise.resolve(thief));
    await logIn(user.email, Promise.resolve(browser));
    const alerts = await writtenTo(user.email, "security_alert");
    expect(alerts.map(({ props }) => props.event)).toEqual(["new_device", "password_reset", "new_device"]);
  });

  it("cannot be forged by the cookie of another account", async () => {
    const [mine, theirs] = [await createUser(), await createUser()];
    const { browser } = await logIn(mine.user.email);
    await logIn(theirs.user.email, Promise.resolve(browser));
    expect(await writtenTo(theirs.user.email, "security_alert")).toHaveLength(1);
  });
});

describe("a database error", () => {
  it("is shown in the form, and nothing typed is lost", async () => {
    const { user, browser: member } = await createUser();
    const guest = await createBrowser();
    const refusals: [string, Record<string, string>, string][] = [
      ["login", { email: user.email, password: PASSWORD }, "Login failed"],
      [
        "signup",
        { fullName: "Ada", email: "fault@example.org", password: PASSWORD, confirmPassword: PASSWORD },
        "Signup failed",
      ],
      ["reset", { email: user.email }, "Password reset failed"],
    ];
    await db.execute("RENAME TABLE credentials TO credentials_gone, password_reset_requests TO requests_gone");
    try {
      for (const [mode, fields, title] of refusals) {
        const response = await answerOf(auth.action, formRequest(`/auth?mode=${mode}`, fields, guest), guest);
        await expect(response).toBeRefused(500, "form", title);
        await expect(response).toBeRefused(500, "form", "An unexpected error occurred. Please try again.");
        expect((await response.json()).initialValue.email).toBe(fields.email);
      }
    } finally {
      await db.execute("RENAME TABLE credentials_gone TO credentials, requests_gone TO password_reset_requests");
    }
    await db.execute("RENAME TABLE reading_sessions TO reading_sessions_gone");
    const reading = await withCookiesOf(
      member,
      new Response(null, { headers: { "Set-Cookie": await readingCookie.serialize(["x"]) } }),
    );
    try {
      const response = await answerOf(logout.action, formRequest("/logout", {}, reading), reading);
      await expect(response).toBeRefused(500, "form", "Logout failed");
    } finally {
      await db.execute("RENAME TABLE reading_sessions_gone TO reading_sessions");
    }
  });

  it("after the account was created leads to the login", async () => {
    const email = `${createId()}@example.org`;
    const browser = await createBrowser();
    const fields = { fullName: "Ada", email, password: PASSWORD, confirmPassword: PASSWORD };
    await db.execute("RENAME TABLE sessions TO sessions_gone");
    try {
      const response = await answerOf(auth.action, formRequest("/auth?mode=signup", fields, browser), browser);
      expect(response).toHaveRedirect("/auth?mode=login");
      await expect(response).toSendToast({
        title: "Account created",
        description: "Please check your email to confirm your account, then try logging in.",
      });
    } finally {
      await db.execute("RENAME TABLE sessions_gone TO sessions");
    }
    expect((await logIn(email)).response).toHaveRedirect("/dashboard");
  });
});

describe("signing up", () => {
  const fields = { fullName: "Ada", password: PASSWORD, confirmPassword: PASSWORD };
  const post = async (email: string, password = PASSWORD) => {
    const browser = await createBrowser();
    const sent = { ...fields, email, password, confirmPassword: password };
    return answerOf(auth.action, formRequest("/auth?mode=signup", sent, browser), browser);
  };

  it("signs the user in and mails the verification link", async () => {
    const email = "new.person@example.org";
    const response = await post(email);
    expect(response).toHaveRedirect("/dashboard");
    await expect(response).toSendToast({ title: "Account created successfully" });
    expect(cookieIn(response, sessionCookie)).toBeDefined();
    expect(await writtenTo(email, "verify_address")).toHaveLength(1);
  });

  it("makes one account when the button is pressed twice, and signs in each time", async () => {
    const email = `${createId()}@example.org`;
    for (const response of [await post(email), await post(email.toUpperCase())]) {
      expect(response).toHaveRedirect("/dashboard");
      await expect(response).toSendToast({ title: "Account created successfully" });
      expect(cookieIn(response, sessionCookie)).toBeDefined();
    }
    expect(await writtenTo(email, "verify_address")).toHaveLength(1);
  });

  it("refuses an email that has an account, ignoring case", async () => {
    const { user } = await createUser({ email: "taken@example.org" });
    for (const email of [user.email, "TAKEN@Example.org"]) {
      await expect(await post(email, "Another-Word-9")).toBeRefused(400, "form", "Account already exists");
    }
  });
});

describe("a forgotten password", () => {
  it("has the same response with and without an account", async () => {
    const { user } = await createUser();
    for (const email of [user.email, "no.account@example.org"]) {
      const browser = await createBrowser();
      const response = await answerOf(auth.action, formRequest("/auth?mode=reset", { email }, browser), browser);
      expect(response).toHaveRedirect("/auth?mode=login");
      await expect(response).toSendToast({
        title: "Password reset email sent",
        description: "Check your inbox for instructions",
      });
    }
  });

  it("costs the same work with and without an account, and mails later", async () => {
    const [{ user }, stranger] = [await createUser(), `${createId()}@example.org`];
    const workFor = async (email: string) => {
      const browser = await createBrowser();
      const sent = await statementsOf(() =>
        answerOf(auth.action, formRequest("/auth?mode=reset", { email }, browser), browser),
      );
      return sent.map((statement) => statement.replace(/'[^']*'|\b\d+\b/g, "?"));
    };
    await workFor(stranger);
    const work = await workFor(user.email);
    expect(await workFor(stranger)).toEqual(work);
    expect(work.join()).toContain("password_reset_requests");
    for (const email of [user.email, stranger]) expect(await writtenTo(email, "password_reset")).toEqual([]);
  });

  it("is answered by the worker, once", async () => {
    const [{ user }, stranger] = [await createUser(), `${createId()}@example.org`];
    await queue.query("DELETE FROM graphile_worker._private_jobs");
    const [id] = await Promise.all([requestPasswordReset(user.email), requestPasswordReset(stranger)]);
    const { rows } = await queue.query("SELECT key FROM graphile_worker.jobs");
    expect(rows).toEqual([{ key: "answer_password_resets" }]);
    await Promise.all([answerPasswordResets(), answerPasswordResets()]);
    await answerPasswordReset(id);
    expect(await writtenTo(user.email, "password_reset")).toHaveLength(1);
    expect(await writtenTo(stranger, "password_reset")).toEqual([]);
  });

  it("can be replaced once by the link of the mail", async () => {
    const { user } = await createUser();
    await mailPasswordReset(user.email);
    const path = `/auth?mode=reset&token=${await mailedToken(user.email, "password_reset")}`;
    const browser = await createBrowser();
    const fields = { password: "Quite-Another-7", confirmPassword: "Quite-Another-7" };
    const response = await answerOf(auth.action, formRequest(path, fields, browser), browser);
    expect(response).toHaveRedirect("/dashboard");
    await expect(response).toSendToast({ title: "Password updated" });
    const other = { password: "Yet-Another-8", confirmPassword: "Yet-Another-8" };
    const again = await answerOf(auth.action, formRequest(path, other, browser), browser);
    await expect(again).toBeRefused(400, "form", "Password update failed");
    await expect(again).toBeRefused(400, "form", /expired or was used before/);
  });

  it("leads back to the page that was requested, on this site only", async () => {
    for (const [redirectTo, target] of [
      ["/activity?tab=replies", "/activity?tab=replies"],
      ["https://evil.example/", "/dashboard"],
    ] as const) {
      const { user } = await createUser();
      const browser = await createBrowser();
      const query = new URLSearchParams({ redirectTo });
      const asking = formRequest(`/auth?mode=reset&${query}`, { email: user.email }, browser);
      const back = new URLSearchParams({ redirectTo: target });
      expect(await answerOf(auth.action, asking, browser)).toHaveRedirect(`/auth?mode=login&${back}`);
      await answerPasswordResets();
      const [mail] = await writtenTo(user.email, "password_reset");
      const { pathname, search } = new URL(mail?.props.url ?? "");
      const fields = { password: "Quite-Another-7", confirmPassword: "Quite-Another-7" };
      const response = await answerOf(auth.action, formRequest(pathname + search, fields, browser), browser);
      expect(response).toHaveRedirect(target);
    }
  });

  it("is replaced once by a form whose button was pressed twice, or whose response was lost", async () => {
    const { user } = await createUser();
    await mailPasswordReset(user.email);
    const path = `/auth?mode=reset&token=${await mailedToken(user.email, "password_reset")}`;
    const browser = await createBrowser();
    const fields = { password: "Quite-Another-7", confirmPassword: "Quite-Another-7" };
    const press = () => answerOf(auth.action, formRequest(path, fields, browser), browser);
    for (const response of [...(await Promise.all([press(), press()])), await press()]) {
      expect(response).toHaveRedirect("/dashboard");
    }
    const events = await listSecurityEvents(user.id);
    expect(events.filter(({ kind }) => kind === "password_reset")).toHaveLength(1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      await expect(await press()).toBeRefused(400, "form", /expired or was used before/);
    } finally {
      vi.useRealTimers();
    }
  });

  it("has a link that says it is over once the account has another email, before anything is typed", async () => {
    const person = await createUser();
    await mailPasswordReset(person.user.email);
    const path = `/auth?mode=reset&token=${await mailedToken(person.user.email, "password_reset")}`;
    const isDead = async () => {
      const browser = await createBrowser();
      return (await (await answerOf(auth.loader, pageRequest(path, browser), browser)).json()).isDead;
    };
    expect(await isDead()).toBe(false);
    await changeEmail(person);
    expect(await isDead()).toBe(true);
  });

  it("has a mailed link with mode=reset, and an expired one says so before anything is typed", async () => {
    const { user } = await createUser();
    await mailPasswordReset(user.email);
    const [mail] = await writtenTo(user.email, "password_reset");
    const url = new URL(mail?.props.url ?? "");
    expect(url.pathname + url.search).toMatch(/^\/auth\?mode=reset&token=/);
    const browser = await createBrowser();
    const pageAt = async (path: string) => (await answerOf(auth.loader, pageRequest(path, browser), browser)).json();
    expect(await pageAt(url.pathname + url.search)).toMatchObject({ mode: "new_password", isDead: false });
    for (const path of ["/auth?mode=reset&token=x", "/auth?mode=new_password"]) {
      expect(await pageAt(path)).toMatchObject({ mode: "new_password", isDead: true });
    }
    expect(await pageAt("/auth?mode=reset")).toMatchObject({ mode: "reset", isDead: false });
  });
});

describe("logging out", () => {
  it("ends the session and clears the cookie", async () => {
    const { browser, sessionToken } = await createUser();
    const response = await answerOf(logout.action, formRequest("/logout", {}, browser), browser);
    expect(response).toHaveRedirect("/?home");
    await expect(response).toSendToast({ title: "Logged out" });
    expect(cookieIn(response, sessionCookie)).toMatch(/Max-Age=0/);
    expect(await findSession(sessionToken)).toBeUndefined();
  });

  it("leaves nothing in the browser: no code of a card, no reading, no draft, no stored page", async () => {
    const { browser } = await createUser();
    const response = await answerOf(logout.action, formRequest("/logout", {}, browser), browser);
    for (const cookie of [readingCookie, claimCookie, cardCookie, joinedCookie, draftCookie]) {
      expect(cookieIn(response, cookie), cookie.name).toMatch(/Max-Age=0/);
    }
    for (const cookie of [zoomCookie, csrfCookie]) expect(cookieIn(response, cookie) ?? "").not.toMatch(/Max-Age=0/);
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
  });

  it("hands over the browser's visitor drafts, so that clearing it loses nothing", async () => {
    const { user, browser } = await createUser();
    const draft = visitorDraft();
    const saved = await saveVisitorDraft(draft, []);
    const token = saved.ok ? saved.token : expect.unreachable();
    const kept = new Response(null, { headers: { "Set-Cookie": await draftCookie.serialize([token]) } });
    const both = await withCookiesOf(browser, kept);
    const response = await answerOf(logout.action, formRequest("/logout", {}, both), both);
    expect(response).toHaveRedirect("/?home");
    const [vault] = await db.select().from(memories).where(eq(memories.formId, draft.formId));
    expect(vault).toMatchObject({ userId: user.id, state: "draft" });
    expect(await listVisitorDrafts([token])).toEqual([]);
  });
});

describe("verifying an address", () => {
  it("needs a POST, not only a visit of the link", async () => {
    const { user, browser } = await createUser({ verified: false });
    const path = `/verify-address?token=${await mailedToken(user.email, "verify_address")}`;
    for (let time = 0; time < 2; time += 1) {
      const page = await answerOf(verifyAddress.loader, pageRequest(path, browser), browser);
      expect(await page.json()).toMatchObject({ isValid: true });
    }
    for (const _ of ["first press", "second press"]) {
      const response = await answerOf(verifyAddress.action, formRequest(path, {}, browser), browser);
      expect(response).toHaveRedirect("/dashboard");
      await expect(response).toSendToast({ title: "Address confirmed" });
    }
  });

  it("lists what the click will release, for owners of an address that a stranger signed up with", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 7 });
    await createLetter(user, { title: "Later", deliveryDate: "2090-01-01" });
    const first = await createLetter(user, { title: "Soon", deliveryDate: "2089-12-31" });
    const path = `/verify-address?token=${await mailedToken(user.email, "verify_address")}`;
    const see = async () => (await answerOf(verifyAddress.loader, pageRequest(path, browser), browser)).json();
    expect(await see()).toMatchObject({
      waiting: [
        { href: `/memories/${first}`, title: "Soon", address: "To Mia, December 31, 2089" },
        { title: "Later" },
      ],
      hasMore: false,
    });
    for (let year = 2091; year < 2095; year += 1) await createLetter(user, { deliveryDate: `${year}-01-01` });
    expect(await see()).toMatchObject({ waiting: { length: 5 }, hasMore: true });
  });

  it("offers nothing to another account, which the link cannot verify", async () => {
    const { user } = await createUser({ verified: false });
    const { browser } = await createUser({ verified: false });
    const path = `/verify-address?token=${await mailedToken(user.email, "verify_address")}`;
    const page = await answerOf(verifyAddress.loader, pageRequest(path, browser), browser);
    expect(await page.json()).toMatchObject({ isValid: false });
  });

  it("enqueues the due vaults that waited for it, at once", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 2 });
    const due = await createLetter(user, { deliveryDate: "2020-01-01" });
    await createLetter(user, { deliveryDate: "2090-01-01" });
    await queue.query("DELETE FROM graphile_worker._private_jobs");
    const path = `/verify-address?token=${await mailedToken(user.email, "verify_address")}`;
    await answerOf(verifyAddress.action, formRequest(path, {}, browser), browser);
    const { rows } = await queue.query("SELECT key FROM graphile_worker.jobs WHERE key LIKE 'deliver_due%'");
    expect(rows).toEqual([{ key: "deliver_due" }]);
    expect((await storedVault(due)).dueAt).toEqual((await storedVault(due)).deliveryAt);
  });

  it("sends no mail to a verified user", async () => {
    const { user, browser } = await createUser();
    await answerOf(resend.action, formRequest("/verify-address/resend", {}, browser), browser);
    expect(await writtenTo(user.email, "verify_address")).toEqual([]);
  });
});

describe("the URLs of the spec", () => {
  it.each([
    [signIn.loader, "/sign-in?redirectTo=%2Fcreate", "/auth?redirectTo=%2Fcreate&mode=login"],
    [signUp.loader, "/sign-up", "/auth?mode=signup"],
  ])("lead to the form", async (loader, path, to) => {
    const browser = await createBrowser();
    expect(await answerOf(loader as never, pageRequest(path, browser), browser)).toHaveRedirect(to, 302);
  });

  it.each([
    ["login", "/auth?mode=login"],
    ["signup/", "/auth?mode=signup"],
    [".well-known/change-password", "/settings/password"],
  ])("are also reached from /%s, which people and password managers try", async (path, to) => {
    const browser = await createBrowser();
    const answer = answerOf(unknown.loader as never, pageRequest(`/${path}`, browser), browser, { "*": path });
    expect(await answer).toHaveRedirect(to, 302);
  });
});
