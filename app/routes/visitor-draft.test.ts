import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { inviteCode, inviteLinkFor } from "~/domain/board/invite-link.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import * as handOver from "~/domain/visitor-draft/hand-over.server";
import * as visitorDraft from "~/domain/visitor-draft/visitor-draft.server";
import { csrfCookie, draftCookie } from "~/http/cookies.server";
import { draftHref } from "~/http/visitor-draft/visitor-form.server";
import { db } from "~/services/db.server";
import { createSecretToken } from "~/services/secret-token.server";
import { media, memories, profiles, uploads, visitorDrafts } from "~db/schema";
import { jpeg } from "../../tests/corpus/photos";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { type FormPart, multipartRequest } from "../../tests/factories/multipart";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as auth from "./auth";
import * as create from "./create";
import * as account from "./create_.account";
import * as date from "./create_.date";
import * as draft from "./create_.draft";
import * as forget from "./create_.forget";
import * as handOverHere from "./create_.hand-over";
import * as logout from "./logout";
import * as erase from "./settings.data-privacy_.delete";

const FORM = "/create?type=send-to-someone&step=form";
const SENT = /^\/dashboard(\?sent=\w{24})?$/;
const CREATED = { title: "Memory Created", description: "Your memory has been scheduled for future delivery." };
let fields: Record<string, string>;
beforeEach(() => {
  fields = {
    formId: createId(),
    title: `Letter ${createId()}`,
    recipientName: "Mia",
    recipientEmail: "mia@example.net",
    message: "Dear Mia,",
    deliveryDate: "2044-06-14",
    deliveryHour: "9",
    deliveryZone: "UTC",
  };
});

type Said = { response: Response; browser: Browser };
async function post(path: string, sent: Fields, browser: Browser): Promise<Said> {
  const action = path.startsWith("/auth")
    ? auth.action
    : path.startsWith("/create/draft")
      ? draft.action
      : create.action;
  const response = await answerOf(action, formRequest(path, sent, browser), browser);
  return { response, browser: await withCookiesOf(browser, response) };
}
const see = (path: string, browser: Browser) => answerOf(create.loader, pageRequest(path, browser), browser);
const submitted = async () => (await post(FORM, fields, await createBrowser())).browser;
const logIn = (email: string, browser: Browser) => post("/auth?mode=login", { email, password: PASSWORD }, browser);
const signUp = (browser: Browser, path = "/auth?mode=signup") => {
  const person = { fullName: "Ada", email: `${createId()}@example.org` };
  return post(path, { ...person, password: PASSWORD, confirmPassword: PASSWORD }, browser);
};
/** As when the old one has expired. */
const withNewCookie = async (browser: Browser) =>
  withCookiesOf(
    browser,
    new Response(null, { headers: { "Set-Cookie": await csrfCookie.serialize(createSecretToken()) } }),
  );
const vaultsOfForm = () =>
  db
    .select()
    .from(memories)
    .where(eq(memories.formId, fields.formId ?? ""));

const hrefOf = (formId = "") => draftHref({ type: "letter", formId });

describe("a visitor without an account", () => {
  it("sees the form of each kind and its errors", async () => {
    const browser = await createBrowser();
    for (const type of ["send-to-someone", "memory-board", "future-self"]) {
      const page = await (await see(`/create?type=${type}&step=form`, browser)).json();
      expect(page).toMatchObject({ step: "form", kind: type, visitor: { drafts: [] } });
    }
    const { response } = await post(FORM, { ...fields, title: "", deliveryDate: "2020-01-01" }, browser);
    await expect(response).toBeRefused(400, "title", "Title is required");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("is told that the last day to add to their board has passed", async () => {
    const board = { ...fields, isOpen: "on", closesOn: "2020-01-01" };
    const { response } = await post("/create?type=memory-board&step=form", board, await createBrowser());
    await expect(response).toBeRefused(
      400,
      "closesOn",
      "This day has passed. Please choose a later one, or leave it empty.",
    );
  });

  it("comes back to their draft, from the first step too; another browser does not", async () => {
    const { response, browser } = await post(
      FORM,
      { ...fields, recipientEmail: "mia at", intent: "draft" },
      await createBrowser(),
    );
    const href = hrefOf(fields.formId);
    expect(response).toHaveRedirect(href);
    await expect(response).toSendToast({ title: "Draft saved" });
    expect(await see("/create", browser)).toHaveRedirect(href, 302);
    for (const path of [FORM, href]) {
      const page = await (await see(path, browser)).json();
      expect(page).toMatchObject({
        formId: fields.formId,
        values: { recipientEmail: "mia at", message: "Dear Mia," },
      });
    }
    const other = await (await see(href, await createBrowser())).json();
    expect(other).toMatchObject({ values: { title: "", message: "" }, files: [] });
  });

  it("gets no form id in a URL, and cannot see a form or a board's invite code by its id", async () => {
    const formId = createId();
    const board = "/create?type=memory-board&step=form";
    const own = { ...fields, formId, intent: "draft", "boardRecipients[0].email": "mia@example.net" };
    const { response, browser } = await post(board, own, await createBrowser());
    const href = response.headers.get("Location") ?? "";
    expect(href).not.toContain(formId);
    expect(await (await see(href, browser)).json()).toMatchObject({
      formId,
      inviteLink: inviteLinkFor("memory-board", formId),
    });
    const code = inviteCode(formId);
    for (const draft of [formId, new URLSearchParams(href).get("draft") ?? ""]) {
      const page = await (await see(`${board}&draft=${draft}`, await createBrowser())).text();
      for (const secret of [code, formId]) expect(page.includes(secret), draft).toBe(false);
    }
  });

  it("finds the draft as it was saved last by a URL from before its type was changed", async () => {
    const begun = await post(FORM, { ...fields, intent: "draft" }, await createBrowser());
    const old = begun.response.headers.get("Location") ?? "";
    const changed = await post("/create?type=memory-board&step=form", { ...fields, intent: "draft" }, begun.browser);
    const now = changed.response.headers.get("Location") ?? "";
    expect(now).toContain("type=memory-board");
    expect(await see(old, changed.browser)).toHaveRedirect(now, 302);
    const refused = await answerOf(create.loader, formRequest(old, fields, changed.browser), changed.browser);
    expect(await refused.json()).toMatchObject({ type: "letter", kind: "send-to-someone" });
  });

  it("starts another draft without losing the first", async () => {
    const first = await submitted();
    const fresh = await (await see(`${FORM}&fresh=true`, first)).json();
    expect(fresh).toMatchObject({ values: { title: "" }, visitor: { drafts: [{ title: fields.title }] } });
    const { browser } = await post(FORM, { ...fields, title: "Another", formId: createId(), intent: "draft" }, first);
    const back = await (await see(hrefOf(fields.formId), browser)).json();
    expect(back).toMatchObject({ values: { title: fields.title }, visitor: { drafts: [{}, {}] } });
  });

  it("discards a draft with its photo, which no other visitor can", async () => {
    const guest = await createBrowser();
    const parts: FormPart[] = [
      ...Object.entries({ ...fields, intent: "draft" }),
      ["photo", await jpeg(300, 200), "a.jpg"],
    ];
    const browser = await withCookiesOf(
      guest,
      await answerOf(create.action, multipartRequest(FORM, parts, guest), guest),
    );
    const path = `/create/forget?draft=${new URLSearchParams(hrefOf(fields.formId)).get("draft")}`;
    const discard = (by: Browser) => answerOf(forget.action, formRequest(path, {}, by), by);
    const files = () => db.$count(uploads, eq(uploads.formId, fields.formId ?? ""));
    expect(await discard(await createBrowser())).toHaveRedirect("/create");
    expect(await files()).toBe(1);
    expect(await answerOf(forget.loader, pageRequest(path, browser), browser)).toHaveProperty("status", 200);
    await expect(await discard(browser)).toSendToast({ title: "Draft discarded" });
    expect(await files()).toBe(0);
    expect(await (await see(FORM, browser)).json()).toMatchObject({ values: { title: "" } });
    expect(await answerOf(forget.loader, pageRequest(path, browser), browser)).toHaveRedirect("/create", 302);
  });

  it("is asked to create an account after submitting", async () => {
    const { response, browser } = await post(FORM, fields, await createBrowser());
    expect(response).toHaveRedirect("/create/account");
    const page = await answerOf(account.loader, pageRequest("/create/account", browser), browser);
    expect(await page.json()).toMatchObject({ drafts: [{ title: fields.title, deliveryDate: "2044-06-14" }] });
    const other = await createBrowser();
    expect(await answerOf(account.loader, pageRequest("/create/account", other), other)).toHaveRedirect("/create", 302);
  });

  it("gets the path of the draft from autosave", async () => {
    const path = `/create/draft?${new URLSearchParams({ form: FORM })}`;
    const { response, browser } = await post(path, { ...fields, title: "Half a ti" }, await createBrowser());
    expect(await response.json()).toEqual({ ok: true, form: hrefOf(fields.formId) });
    expect(await (await see(FORM, browser)).json()).toMatchObject({ values: { title: "Half a ti" } });
    const stale = await post(path, { ...fields, csrf: "" }, browser);
    expect(stale.response.status).toBe(403);
  });

  it("chooses the day in the date picker", async () => {
    const browser = await createBrowser();
    const path = `/create/date?${new URLSearchParams({ form: FORM })}`;
    const response = await answerOf(date.action, formRequest(path, { ...fields, pick: "2044" }, browser), browser);
    expect(await response.json()).toMatchObject({ picked: { year: "2044" }, initialValue: { title: fields.title } });
    expect(await answerOf(date.loader, pageRequest(path, browser), browser)).toHaveRedirect(FORM, 302);
  });

  it("is asked to log in for an existing vault", async () => {
    const { user } = await createUser();
    const browser = await createBrowser();
    for (const path of [`/create?edit=true&id=${await createLetter(user)}`, `/create?duplicateFrom=${createId()}`]) {
      const login = `/auth?${new URLSearchParams({ mode: "login", redirectTo: path })}`;
      expect(await see(path, browser)).toHaveRedirect(login);
      expect((await post(path, fields, browser)).response).toHaveRedirect(login);
    }
  });

  it("whose session ended while they wrote keeps it, and finds it in their account", async () => {
    const { user } = await createUser();
    const edited = await createLetter(user, { type: "photo", title: "As it was" });
    const asked = { account: user.id, type: "photo" };
    for (const path of [FORM, `/create?edit=true&id=${edited}`]) {
      const sent = { ...fields, ...asked, formId: createId(), title: `From ${path}` };
      const { response, browser } = await post(path, sent, await createBrowser());
      expect(response).toHaveRedirect("/auth?mode=login");
      await expect(response).toSendToast({ title: "User not authenticated", kind: "error" });
      await db.update(profiles).set({ vaultLimit: 5 }).where(eq(profiles.id, user.id));
      expect((await logIn(user.email, browser)).response.status).toBe(303);
      const [kept] = await db.select().from(memories).where(eq(memories.formId, sent.formId));
      // An edited vault stays, and a draft is added.
      expect(kept).toMatchObject(path === FORM ? { state: "scheduled" } : { state: "draft", type: "photo" });
    }
    expect((await viewVault({ user }, edited))?.vault.title).toBe("As it was");
  });

  it("whose session ended after the form was saved finds the newer text in their account, with its photo", async () => {
    const { user, browser: signedIn } = await createUser();
    const parts: FormPart[] = [
      ...Object.entries({ ...fields, message: "", intent: "attach" }),
      ["photo", await jpeg(300, 200), "mia.jpg"],
    ];
    await answerOf(create.action, multipartRequest(FORM, parts, signedIn), signedIn);
    const autosave = `/create/draft?${new URLSearchParams({ form: FORM })}`;
    expect((await post(autosave, { ...fields, title: "Half a ti", message: "" }, signedIn)).response.status).toBe(200);
    const ended = await createBrowser();
    const { response, browser } = await post(FORM, { ...fields, message: "", account: user.id }, ended);
    expect(response).toHaveRedirect("/auth?mode=login");
    expect(await answerOf(account.loader, pageRequest("/create/account", browser), browser)).toHaveRedirect(
      "/create",
      302,
    );
    await logIn(user.email, browser);
    const [vault, ...others] = await vaultsOfForm();
    expect(others).toEqual([]);
    expect(vault).toMatchObject({ state: "scheduled" });
    expect((await viewVault({ user }, vault?.id ?? ""))?.vault.title).toBe(fields.title);
    expect(await db.$count(media, eq(media.vaultId, vault?.id ?? ""))).toBe(1);
  });

  it("whose session ended keeps the account and the type of the form through refusals and the date picker", async () => {
    const { user } = await createUser();
    const edited = await createLetter(user, { type: "memory-board" });
    const path = `/create?edit=true&id=${edited}`;
    const browser = await createBrowser();
    const message = "x".repeat(2_500);
    const opened = { ...fields, account: user.id, type: "memory-board", message, "boardRecipients[0].name": "Leo" };
    const shown = { account: user.id, type: "memory-board", message };
    const refused = await post(path, { ...opened, csrf: "" }, browser);
    expect(refused.response.status).toBe(403);
    expect(await refused.response.json()).toMatchObject({ initialValue: shown });
    const request = formRequest(`/create/date?${new URLSearchParams({ form: path })}`, opened, browser);
    const picking = await answerOf(date.action, request, browser);
    expect([picking.status, await picking.json()]).toMatchObject([200, { initialValue: shown }]);
    const kept = await post(path, opened, browser);
    expect(kept.response).toHaveRedirect("/auth?mode=login");
    await db.update(profiles).set({ vaultLimit: 5 }).where(eq(profiles.id, user.id));
    await logIn(user.email, kept.browser);
    expect(await vaultsOfForm()).toMatchObject([{ state: "draft", userId: user.id, isMemoryBoard: true }]);
  });

  it("whose session ended gets it in their own account only, whichever account logs in before", async () => {
    const [{ user }, { user: other }] = [await createUser(), await createUser()];
    const kept = await post(FORM, { ...fields, account: user.id }, await createBrowser());
    const page = await (await see(hrefOf(fields.formId), kept.browser)).json();
    expect(page.self.id).toBe(user.id);
    const { browser } = await logIn(other.email, kept.browser);
    expect(await see(FORM, browser)).toHaveProperty("status", 200);
    const out = await answerOf(logout.action, formRequest("/logout", {}, browser), browser);
    expect(await vaultsOfForm()).toEqual([]);
    const { response } = await logIn(user.email, await withCookiesOf(browser, out));
    await expect(response).toSendToast(CREATED);
    expect(await vaultsOfForm()).toMatchObject([{ userId: user.id, state: "scheduled" }]);
  });

  it("whose session ended keeps it when a page that is still open logs out", async () => {
    const { user } = await createUser();
    const { browser } = await post(FORM, { ...fields, account: user.id }, await createBrowser());
    const out = await answerOf(logout.action, formRequest("/logout", {}, browser), browser);
    await logIn(user.email, await withCookiesOf(browser, out));
    expect(await vaultsOfForm()).toMatchObject([{ userId: user.id, state: "scheduled" }]);
  });

  it("is handed over before an account is deleted, so that it waits with the others", async () => {
    const person = await createUser();
    const browser = await withCookiesOf(
      person.browser,
      await answerOf(create.action, formRequest(FORM, fields, await createBrowser()), await createBrowser()),
    );
    await answerOf(
      erase.action,
      formRequest("/settings/data-privacy/delete", { waitingVaults: "cancel" }, browser),
      browser,
    );
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ userId: person.user.id, state: "scheduled" });
    expect(vault?.deliveryRetryAt?.getTime()).toBeGreaterThan(vault?.deliveryAt?.getTime() ?? 0);
  });

  it("is rate-limited by IP address", async () => {
    const browser = await createBrowser();
    const saveAgain = () => post(FORM, { ...fields, formId: createId(), intent: "draft" }, browser);
    const statuses: number[] = [];
    for (let count = 0; count < 121; count += 1) statuses.push((await saveAgain()).response.status);
    expect(statuses.slice(0, 120).every((status) => status === 303)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it("keeps what they typed when it cannot be saved", async () => {
    const failing = vi.spyOn(visitorDraft, "saveVisitorDraft").mockRejectedValueOnce(new Error("No connection"));
    const { response } = await post(FORM, fields, await createBrowser());
    failing.mockRestore();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      initialValue: { title: fields.title },
      error: { "": ["Submission Error. An unexpected error occurred."] },
    });
  });

  it("is refused a sixth draft in their browser", async () => {
    let browser = await createBrowser();
    for (let count = 0; count < 5; count += 1) {
      ({ browser } = await post(FORM, { ...fields, formId: createId(), intent: "draft" }, browser));
    }
    const { response } = await post(FORM, { ...fields, formId: createId() }, browser);
    await expect(response).toBeRefused(400, "form", /in another window, then send it again/);
    const byScript = await post(`${FORM}&_data=routes%2Fcreate`, { ...fields, formId: createId() }, browser);
    await expect(byScript.response).toBeRefused(400, "form", /Create a free account to keep this one, too/);
  });
});

describe("a submitted draft", () => {
  it("is scheduled with its photo at sign-up, which redirects to the dashboard", async () => {
    const guest = await createBrowser();
    const parts: FormPart[] = [...Object.entries(fields), ["photo", await jpeg(300, 200), "mia.jpg"]];
    const sent = await answerOf(create.action, multipartRequest(FORM, parts, guest), guest);
    expect(sent).toHaveRedirect("/create/account");
    const { response, browser } = await signUp(await withCookiesOf(guest, sent));
    await expect(response).toSendToast(CREATED);
    const [vault, ...others] = await vaultsOfForm();
    expect(others).toEqual([]);
    expect(response).toHaveRedirect(`/dashboard?sent=${vault?.id}`);
    expect(vault).toMatchObject({ state: "scheduled" });
    expect(await db.$count(media, eq(media.vaultId, vault?.id ?? ""))).toBe(1);
    expect(await draftCookie.parse(browser.cookie)).toBeFalsy();
  });

  it("keeps its photo through new cookies, whether it is saved again or only looked at", async () => {
    for (const isSaved of [true, false]) {
      fields.formId = createId();
      const guest = await createBrowser();
      const parts: FormPart[] = [...Object.entries(fields), ["photo", await jpeg(300, 200), "mia.jpg"]];
      const sent = await answerOf(create.action, multipartRequest(FORM, parts, guest), guest);
      let browser = await withNewCookie(await withCookiesOf(guest, sent));
      if (isSaved) ({ browser } = await post(FORM, fields, browser));
      else expect(await (await see(FORM, browser)).json()).toMatchObject({ files: [{ fileName: "mia.jpg" }] });
      await signUp(await withNewCookie(browser));
      const [vault] = await vaultsOfForm();
      expect(vault).toMatchObject({ state: "scheduled" });
      expect(await db.$count(media, eq(media.vaultId, vault?.id ?? ""))).toBe(1);
    }
  });

  it("is scheduled at login, whatever the redirect", async () => {
    const { user } = await createUser();
    const path = `/auth?${new URLSearchParams({ mode: "login", redirectTo: "/timeline" })}`;
    const { response } = await post(path, { email: user.email, password: PASSWORD }, await submitted());
    expect(response).toHaveRedirect("/timeline");
    await expect(response).toSendToast(CREATED);
    expect(await vaultsOfForm()).toMatchObject([{ userId: user.id, state: "scheduled" }]);
  });

  it("redirects to the sealing page if requested", async () => {
    fields.isToBeSealed = "on";
    const { response } = await signUp(await submitted());
    const [vault] = await vaultsOfForm();
    expect(response).toHaveRedirect(`/memories/${vault?.id}/seal?sent`);
  });

  it("is answered alike when the button is pressed twice, or the response was lost", async () => {
    const { user } = await createUser({ vaultLimit: 1 });
    const guest = await submitted();
    const path = `/auth?${new URLSearchParams({ mode: "login", redirectTo: "/dashboard" })}`;
    const press = () => post(path, { email: user.email, password: PASSWORD }, guest);
    const [first, second] = [await press(), await press()];
    expect(first.response.headers.get("Location")).toMatch(SENT);
    expect(second.response).toHaveRedirect(first.response.headers.get("Location") ?? "");
    await expect(second.response).toSendToast(CREATED);
    expect(await vaultsOfForm()).toHaveLength(1);

    fields = { ...fields, formId: createId(), title: "A second letter" };
    const full = await submitted();
    const { user: other } = await createUser({ vaultLimit: 1 });
    await createLetter(other);
    const pressFull = () => post(path, { email: other.email, password: PASSWORD }, full);
    const refused = [await pressFull(), await pressFull()];
    const [vault] = await vaultsOfForm();
    for (const { response } of refused) expect(response).toHaveRedirect(`/create/limit?draft=${vault?.id}`);
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
    try {
      expect((await pressFull()).response).toHaveRedirect("/dashboard");
    } finally {
      vi.useRealTimers();
    }
  });

  it("becomes one vault when two windows log in at once", async () => {
    const { user } = await createUser({ vaultLimit: 3 });
    const guest = await submitted();
    const both = await Promise.all([logIn(user.email, guest), logIn(user.email, guest)]);
    for (const { response } of both) expect(response.headers.get("Location")).toMatch(SENT);
    expect(await vaultsOfForm()).toHaveLength(1);
  });

  it("becomes one vault when two windows sign up at once, with one email or two", async () => {
    const guest = await submitted();
    for (const { response } of await Promise.all([signUp(guest), signUp(guest)])) {
      expect(response.headers.get("Location")).toMatch(SENT);
    }
    expect(await vaultsOfForm()).toMatchObject([{ state: "scheduled" }]);

    fields.formId = createId();
    const again = await submitted();
    const person = { fullName: "Ada", email: `${createId()}@example.org`, password: PASSWORD };
    const press = () => post("/auth?mode=signup", { ...person, confirmPassword: PASSWORD }, again);
    for (const { response } of await Promise.all([press(), press()])) expect(response.status).toBe(303);
    expect(await vaultsOfForm()).toMatchObject([{ state: "scheduled" }]);
  });

  it("becomes a draft when the plan is full, and leads to the page about the limit", async () => {
    const { user } = await createUser({ vaultLimit: 1 });
    await createLetter(user);
    const { response } = await logIn(user.email, await submitted());
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ state: "draft" });
    expect(response).toHaveRedirect(`/create/limit?draft=${vault?.id}`);
  });

  it("becomes a draft when its date has passed, and the form asks for another", async () => {
    const browser = await submitted();
    const { user } = await createUser();
    vi.useFakeTimers({ now: new Date("2044-07-01T12:00:00Z"), toFake: ["Date"] });
    await db
      .update(visitorDrafts)
      .set({ expiresAt: new Date("2044-07-10T12:00:00Z") })
      .where(eq(visitorDrafts.formId, fields.formId ?? ""));
    const { response } = await logIn(user.email, browser);
    vi.useRealTimers();
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ state: "draft", userId: user.id });
    expect(response).toHaveRedirect(`/create?edit=true&id=${vault?.id}`);
    await expect(response).toSendToast({ title: "Please choose another date", kind: "error" });
  });

  it("is kept when the hand-over fails, and handed over by the next page", async () => {
    const { user } = await createUser();
    const failing = vi.spyOn(handOver, "handOverDrafts").mockRejectedValueOnce(new Error("No connection"));
    const { response, browser } = await logIn(user.email, await submitted());
    failing.mockRestore();
    expect(response).toHaveRedirect("/create/account");
    expect(await vaultsOfForm()).toEqual([]);
    const again = await answerOf(account.loader, pageRequest("/create/account", browser), browser);
    expect(again.headers.get("Location")).toMatch(SENT);
    await expect(again).toSendToast(CREATED);
    expect(await vaultsOfForm()).toMatchObject([{ userId: user.id, state: "scheduled" }]);
  });

  it("is not handed over after a failed login", async () => {
    const { user } = await createUser();
    const browser = await submitted();
    const { response } = await post("/auth?mode=login", { email: user.email, password: "Wrong-Horse-9" }, browser);
    expect(response.status).toBe(400);
    expect(await vaultsOfForm()).toEqual([]);
    expect(await db.$count(visitorDrafts, eq(visitorDrafts.formId, fields.formId ?? ""))).toBe(1);
  });

  it("is a draft if it was only begun, and the login says so", async () => {
    const { browser } = await post(FORM, { ...fields, intent: "draft" }, await createBrowser());
    const { user } = await createUser();
    const { response } = await logIn(user.email, browser);
    await expect(response).toSendToast({
      title: "Draft saved",
      description: "What you wrote before is kept as a draft on your dashboard.",
      before: { title: "Login successful" },
    });
    expect(await vaultsOfForm()).toMatchObject([{ state: "draft" }]);
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.id));
    expect(profile?.vaultsUsed).toBe(0);
  });
});

describe("a draft in browser storage", () => {
  const bring = async (browser: Browser, change: Fields = {}, type = "letter") => {
    const sent = { ...fields, isSubmitted: "on", fileCount: "0", age: "5000", ...change };
    const request = formRequest(`/create/hand-over?type=${type}`, sent, browser);
    return answerOf(handOverHere.action, request, browser);
  };

  it("is announced together with an account that was created just now", async () => {
    const both = { ...CREATED, before: { title: "Account created successfully" } };
    const { user, browser } = await createUser({ vaultLimit: 2 });
    await expect(await bring(browser)).toSendToast(both);
    const earlier = new Date(Date.now() - 3_600_000);
    await db.update(profiles).set({ createdAt: earlier }).where(eq(profiles.id, user.id));
    const later = await bring(browser, { formId: createId(), title: "A later letter" });
    await expect(later).toSendToast(CREATED);
    await expect(later).not.toSendToast(both);
  });

  it("is scheduled in the account, and announced on the next page", async () => {
    const { user, browser } = await createUser();
    const answer = await bring(browser);
    expect(await answer.json()).toEqual({ ok: true, to: expect.stringMatching(SENT) });
    await expect(answer).toSendToast(CREATED);
    expect(await vaultsOfForm()).toMatchObject([{ userId: user.id, state: "scheduled" }]);
  });

  it("arrives with a title that was pasted from a table", async () => {
    const { user, browser } = await createUser();
    expect(await (await bring(browser, { title: "Letter\t7" })).json()).toMatchObject({ ok: true });
    expect(await vaultsOfForm()).toMatchObject([{ userId: user.id, state: "scheduled" }]);
  });

  it("can still be sent by its form, which is open in another window", async () => {
    const { user, browser } = await createUser();
    await bring(browser, { version: "opened first second", isSubmitted: "" });
    expect(await vaultsOfForm()).toMatchObject([{ userId: user.id, state: "draft" }]);
    const sent = await post(FORM, { ...fields, version: "opened first second third" }, browser);
    expect(sent.response.headers.get("Location")).toMatch(SENT);
    expect(await vaultsOfForm()).toMatchObject([{ state: "scheduled" }]);
  });

  it("brings the photo that was uploaded before signing in", async () => {
    const guest = await createBrowser();
    const parts: FormPart[] = [
      ...Object.entries({ ...fields, intent: "attach" }),
      ["photo", await jpeg(300, 200), "mia.jpg"],
    ];
    await answerOf(create.action, multipartRequest(FORM, parts, guest), guest);
    const { browser } = await signUp(guest);
    await bring(browser, { fileCount: "1" });
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ state: "scheduled" });
    expect(await db.$count(media, eq(media.vaultId, vault?.id ?? ""))).toBe(1);
  });

  it("leaves the photo of a draft that waits for another account", async () => {
    const [{ user }, { user: other }] = [await createUser(), await createUser()];
    const guest = await createBrowser();
    const own: Record<string, string> = { ...fields, account: user.id };
    const parts: FormPart[] = [...Object.entries(own), ["photo", await jpeg(300, 200), "mia.jpg"]];
    const sent = await answerOf(create.action, multipartRequest(FORM, parts, guest), guest);
    const between = await logIn(other.email, await withCookiesOf(guest, sent));
    await logIn(user.email, between.browser);
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ userId: user.id, state: "scheduled" });
    expect(await db.$count(media, eq(media.vaultId, vault?.id ?? ""))).toBe(1);
  });

  it("is reported as saved, however often it is sent at once", async () => {
    const { browser } = await createUser({ vaultLimit: 3 });
    const answers = await Promise.all([bring(browser), bring(browser), bring(browser)]);
    for (const answer of answers) expect(await answer.json()).toMatchObject({ ok: true });
    expect(await (await bring(browser)).json()).toEqual({ ok: true, to: null });
    expect(await vaultsOfForm()).toHaveLength(1);
  });

  it("is not given to a second account", async () => {
    await bring((await createUser()).browser);
    const second = await createUser();
    expect(await (await bring(second.browser)).json()).toEqual({ ok: true, to: null });
    expect(await vaultsOfForm()).toHaveLength(1);
  });

  it("is not given to another account than the one that opened its form", async () => {
    const [opener, other] = [await createUser(), await createUser()];
    const copy = { account: opener.user.id };
    const answer = await bring(other.browser, copy);
    expect([answer.status, await answer.json()]).toEqual([403, { ok: false, to: null }]);
    expect(await vaultsOfForm()).toEqual([]);
    expect(await (await bring(opener.browser, copy)).json()).toMatchObject({ ok: true });
    expect(await vaultsOfForm()).toMatchObject([{ userId: opener.user.id }]);
  });

  it("is one vault when two accounts of one browser send it at once", async () => {
    const people = await Promise.all([createUser({ vaultLimit: 3 }), createUser({ vaultLimit: 3 })]);
    const answers = await Promise.all(people.map(({ browser }) => bring(browser)));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ ok: true });
    expect((await vaultsOfForm()).map(({ state }) => state)).toEqual(["scheduled"]);
  });

  it("becomes a draft when one of its files is missing", async () => {
    const { browser } = await createUser();
    const answer = await bring(browser, { fileCount: "1" });
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ state: "draft" });
    expect(await answer.json()).toEqual({ ok: true, to: `/create?edit=true&id=${vault?.id}` });
  });

  it("becomes a draft if its form would refuse it, without what no form accepts", async () => {
    const { browser } = await createUser();
    const title = `For\u0002Mia ${"x".repeat(300)}`;
    const answer = await bring(browser, { title, message: "Dear\u0000 Mia,", recipientName: "Mia\u2028" });
    expect(await answer.json()).toEqual({ ok: true, to: "/dashboard" });
    await expect(answer).toSendToast({ title: "Draft saved" });
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ state: "draft", recipient: "Mia" });
    expect(vault && decryptContent(vault)).toEqual({ title: `For Mia ${"x".repeat(192)}`, message: "Dear Mia," });
  });

  it("keeps all notes of a board, which are checked when it is scheduled", async () => {
    const { browser } = await createUser();
    const { recipientName, recipientEmail, ...board } = fields;
    const message = "a".repeat(9_001);
    const people = { "boardRecipients[0].name": "Leo\u0007", "boardRecipients[0].email": "leo@example.net" };
    expect((await bring(browser, { ...board, ...people, message, formId: createId() }, "memory-board")).status).toBe(
      200,
    );
    const answer = await bring(browser, { ...board, message }, "memory-board");
    const [vault] = await vaultsOfForm();
    expect(vault).toMatchObject({ state: "draft", type: "memory-board" });
    expect(vault && decryptContent(vault).message).toBe(message);
    expect(await answer.json()).toEqual({ ok: true, to: `/create?edit=true&id=${vault?.id}` });
  });

  it("is refused without a session, a CSRF token or a form's id", async () => {
    expect((await bring(await createBrowser())).status).toBe(303);
    const { browser } = await createUser();
    expect((await bring(browser, { csrf: "" })).status).toBe(403);
    expect((await bring(browser, { formId: "../../etc" })).status).toBe(400);
    expect(await vaultsOfForm()).toEqual([]);
  });
});
