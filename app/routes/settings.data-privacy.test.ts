import { subMinutes } from "date-fns";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { isLinkValid } from "~/domain/account/account-links.server";
import { isBeingErased } from "~/domain/account/erasure-request.server";
import { startSession } from "~/domain/account/session.server";
import { prepareExports } from "~/domain/data-export/prepare-exports.server";
import { addMedia } from "~/domain/media/media.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { dataExports, erasures, securityEvents, sessions } from "~db/schema";
import { png } from "../../tests/corpus/photos";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createLetter } from "../../tests/factories/letter";
import { mailedToken, mailPasswordReset, writtenTo } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { unpack } from "../../tests/factories/unpack";
import { createUser, PASSWORD, type SignedInUser } from "../../tests/factories/user";
import * as auth from "./auth";
import * as page from "./settings.data-privacy";
import * as erase from "./settings.data-privacy_.delete";
import * as download from "./settings.data-privacy_.exports.$id";

const PATH = "/settings/data-privacy";

const see = async (browser: Browser) => (await answerOf(page.loader, pageRequest(PATH, browser), browser)).json();
const start = (browser: Browser) => answerOf(page.action, formRequest(PATH, {}, browser), browser);
const seeErasure = (browser: Browser) => answerOf(erase.loader, pageRequest(`${PATH}/delete`, browser), browser);
const sendErasure = (browser: Browser, fields: Fields = {}) =>
  answerOf(erase.action, formRequest(`${PATH}/delete`, fields, browser), browser);
const fetchExport = (browser: Browser, id: string, headers: Record<string, string> = {}) =>
  answerOf(download.loader, pageRequest(`${PATH}/exports/${id}`, browser, headers), browser, { id });

beforeEach(async () => {
  await db.delete(dataExports);
});

/** As if the password had been entered long ago. */
async function ageSession({ user }: SignedInUser, minutes = 20): Promise<void> {
  const confirmedAt = subMinutes(clock.now(), minutes);
  await db.update(sessions).set({ confirmedAt }).where(eq(sessions.userId, user.id));
}

async function eventsOf(userId: string): Promise<string[]> {
  const rows = await db
    .select({ kind: securityEvents.kind })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(asc(securityEvents.happenedAt));
  return rows.map(({ kind }) => kind);
}

async function prepared(): Promise<SignedInUser & { id: string }> {
  const person = await createUser();
  const vaultId = await createLetter(person.user);
  await addMedia(vaultId, 0, { kind: "photo", fileName: "sea.png", content: await png(300, 200) });
  expect((await start(person.browser)).status).toBe(303);
  while ((await prepareExports()).isFull);
  return { ...person, id: (await see(person.browser)).archive.id };
}

describe("/settings/data-privacy", () => {
  it("starts an export, shows how far it is, and then offers it", async () => {
    const { user, browser } = await createUser();
    expect((await see(browser)).archive).toBeNull();
    const answer = await start(browser);
    expect(answer).toHaveRedirect(PATH);
    await expect(answer).toSendToast({
      title: "Data export started",
      description: "We'll email you a link to download your data within 24 hours.",
    });
    expect(await eventsOf(user.id)).toEqual(["export_requested"]);
    expect((await writtenTo(user.email, "security_alert"))[0]?.props.event).toBe("export_requested");
    expect((await see(browser)).archive).toMatchObject({ state: "preparing" });
    while ((await prepareExports()).isFull);
    expect((await see(browser)).archive).toMatchObject({ state: "ready", missing: 0 });
    expect(await db.$count(dataExports, eq(dataExports.userId, user.id))).toBe(1);
  });

  it("asks for the password first, when it was entered long ago", async () => {
    const person = await createUser();
    await ageSession(person);
    for (const answer of [
      await start(person.browser),
      await seeErasure(person.browser),
      await sendErasure(person.browser),
    ]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toContain("/confirm-password");
    }
    expect(await db.$count(dataExports)).toBe(0);
    expect(await isBeingErased(person.user.id)).toBe(false);
  });

  it.each([
    ["data_exports", "Export failed", "There was an error starting your data export. Please try again.", start],
    [
      "erasures",
      "Deletion failed",
      "There was an error processing your request. Please contact support.",
      (browser: Browser) => sendErasure(browser),
    ],
  ] as const)("says so when %s cannot be written: %s", async (table, title, sentence, send) => {
    const { user, browser } = await createUser();
    await db.execute(`RENAME TABLE ${table} TO ${table}_gone`);
    try {
      const response = await send(browser);
      await expect(response).toBeRefused(500, "form", title);
      await expect(response).toBeRefused(500, "form", sentence);
      expect(response.headers.getSetCookie().join()).not.toMatch(/amberkeep_session=;/);
    } finally {
      await db.execute(`RENAME TABLE ${table}_gone TO ${table}`);
    }
    expect(await isBeingErased(user.id)).toBe(false);
  });

  it("refuses the seventh export of a day", async () => {
    const { browser } = await createUser();
    for (let count = 0; count < 6; count += 1) expect((await start(browser)).status).toBe(303);
    const refused = await start(browser);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("a download", () => {
  it("can be continued where it broke off", async () => {
    const { browser, id } = await prepared();
    const whole = await fetchExport(browser, id);
    expect(whole.status).toBe(200);
    const archive = Buffer.from(await whole.arrayBuffer());
    expect(whole.headers.get("Content-Length")).toBe(String(archive.length));
    expect((await unpack(archive)).size).toBeGreaterThan(5);
    const half = Math.floor(archive.length / 2);
    const version = whole.headers.get("ETag") ?? "";
    const rest = await fetchExport(browser, id, { Range: `bytes=${half}-`, "If-Range": version });
    expect(rest.status).toBe(206);
    expect(rest.headers.get("Content-Range")).toBe(`bytes ${half}-${archive.length - 1}/${archive.length}`);
    expect(Buffer.from(await rest.arrayBuffer()).equals(archive.subarray(half))).toBe(true);
  });

  it("needs the password again after 15 minutes, and to be continued after a day", async () => {
    const person = await prepared();
    const first = await fetchExport(person.browser, person.id);
    await first.body?.cancel();
    const begun = await withCookiesOf(person.browser, first);
    const confirm = "/confirm-password?redirectTo=%2Fsettings%2Fdata-privacy";
    const range = { Range: "bytes=10-" };
    await ageSession(person);
    expect(await fetchExport(person.browser, person.id)).toHaveRedirect(confirm);
    expect(await fetchExport(person.browser, person.id, range)).toHaveRedirect(confirm);
    expect(await fetchExport(begun, person.id)).toHaveRedirect(confirm);
    const continued = await fetchExport(begun, person.id, range);
    expect(continued.status).toBe(206);
    await continued.body?.cancel();
    const elsewhere = await withCookiesOf(await createBrowser(await startSession(person.user.id)), first);
    await ageSession(person);
    expect(await fetchExport(elsewhere, person.id, range)).toHaveRedirect(confirm);
    await ageSession(person, 25 * 60);
    expect(await fetchExport(begun, person.id, range)).toHaveRedirect(confirm);
  });

  it("is for its owner alone", async () => {
    const { id } = await prepared();
    const { browser } = await createUser();
    expect((await fetchExport(browser, id)).status).toBe(404);
    const visitor = await createBrowser();
    expect((await fetchExport(visitor, id)).headers.get("Location")).toContain("/auth");
  });
});

describe("/settings/data-privacy/delete", () => {
  it("asks what should happen to waiting vaults, and keeps the answer", async () => {
    const { user, browser } = await createUser();
    await createLetter(user);
    expect(await (await seeErasure(browser)).json()).toMatchObject({ waiting: 1, delivered: 0, isVerified: true });
    for (const fields of [{}, { waitingVaults: "burn" }] as Fields[]) {
      const refused = await sendErasure(browser, fields);
      expect(refused.status).toBe(400);
      expect((await refused.json()).error.waitingVaults[0]).toContain("Please choose");
    }
    const initiated = await sendErasure(browser, { waitingVaults: "deliver" });
    expect(initiated).toHaveRedirect("/?home");
    await expect(initiated).toSendToast({
      title: "Account deletion initiated",
      description:
        "Your account will be permanently deleted within 30 days. You can cancel this by contacting support, or just by logging in.",
    });
    const [erasure] = await db.select().from(erasures).where(eq(erasures.userId, user.id));
    expect(erasure?.waitingVaults).toBe("deliver");
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });

  it("ends the mailed links of this account only", async () => {
    const [{ user, browser }, { user: bystander }] = [await createUser(), await createUser()];
    for (const { email } of [user, bystander]) await mailPasswordReset(email);
    await sendErasure(browser);
    const isValid = async (email: string) => isLinkValid("password_reset", await mailedToken(email, "password_reset"));
    expect(await isValid(user.email)).toBe(false);
    expect(await isValid(bystander.email)).toBe(true);
  });

  it("does not lead to the login form when it is pressed twice, as logging in stops it", async () => {
    const { user, browser } = await createUser();
    expect(await sendErasure(browser)).toHaveRedirect("/?home");
    const again = await sendErasure(browser);
    expect(again).toHaveRedirect("/?home");
    await expect(again).toSendToast({
      title: "You’re logged out",
      description: "If you’ve just deleted your account, that has begun. Logging in stops it.",
    });
    expect(await isBeingErased(user.id)).toBe(true);
  });

  it("is stopped by logging in", async () => {
    const { user, browser } = await createUser();
    await sendErasure(browser);
    expect(await isBeingErased(user.id)).toBe(true);
    const visitor = await createBrowser();
    const fields = { email: user.email, password: PASSWORD };
    const answer = await answerOf(auth.action, formRequest("/auth?mode=login", fields, visitor), visitor);
    expect(answer.status).toBe(303);
    expect(await isBeingErased(user.id)).toBe(false);
    expect(await eventsOf(user.id)).toEqual(expect.arrayContaining(["deletion_requested", "deletion_cancelled"]));
    for (const kind of ["erasure_planned", "erasure_stopped"] as const)
      expect(await writtenTo(user.email, kind)).toHaveLength(1);
  });
});
