import { createId } from "@paralleldrive/cuid2";
import { addMinutes } from "date-fns";
import { eq } from "drizzle-orm";
import { RateLimiterMySQL, RateLimiterRes } from "rate-limiter-flexible";
import { afterEach, describe, expect, it, vi } from "vitest";
import { resetPassword } from "~/domain/account/new-password.server";
import { answerPasswordResets } from "~/domain/account/password-reset.server";
import { attachUploads } from "~/domain/media/attach-uploads.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { CSRF_HEADER } from "~/http/billing/answer.server";
import { rateLimitWords, refundUpload, tooManyBytes } from "~/http/rate-limit.server";
import { keyedDigest } from "~/services/cipher.server";
import { db, inTransaction } from "~/services/db.server";
import { media, memories, rateLimits, uploads } from "~db/schema";
import { type Browser, createBrowser, visitorOf, withCookiesOf } from "../../tests/factories/browser";
import { forms } from "../../tests/factories/forms";
import { createBirthdayBoard, type JoinedGuest, joinBoard, postAsGuest } from "../../tests/factories/guest";
import { createContact } from "../../tests/factories/legacy";
import { createDraft, createLetter, letterInput } from "../../tests/factories/letter";
import { mailedToken } from "../../tests/factories/outbox";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUpload } from "../../tests/factories/upload";
import { createUser, PASSWORD } from "../../tests/factories/user";
import * as auth from "./auth";
import * as signInOptions from "./auth_.passkey_.options";
import * as create from "./create";
import * as checkout from "./create-checkout";
import * as guestPage from "./guest.$guest";
import * as correct from "./memories.$id_.address";
import * as finish from "./memories.$id_.finish";
import * as invite from "./memories.$id_.invite";
import * as newsletter from "./newsletter";
import * as people from "./people._index";
import * as changeEmail from "./settings.email";
import * as contacts from "./settings.legacy-contacts";
import * as inviteContact from "./settings.legacy-contacts_.$id.invitation";
import * as uploadsRoute from "./uploads";
import * as resend from "./verify-address_.resend";

type Handler = Parameters<typeof answerOf>[0];
const MB = 1024 * 1024;
const GB = 1024 * MB;

afterEach(() => vi.restoreAllMocks());

describe("every refusal with 429", () => {
  const WAIT_MS = 42_000;
  const exhaustLimits = () =>
    vi.spyOn(RateLimiterMySQL.prototype, "consume").mockRejectedValue(new RateLimiterRes(0, WAIT_MS, 1, false));

  async function expectToSayHowLong(response: Response): Promise<void> {
    expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "42"]);
  }

  it("of a form says how long to wait", async () => {
    const limited: string[] = [];
    for (const { name, action, prepare } of forms) {
      const { path, fields, params, browser } = await prepare();
      const limit = exhaustLimits();
      const response = await answerOf(action, formRequest(path, fields, browser), browser, params);
      limit.mockRestore();
      if (response.status !== 429) continue;
      expect(Number(response.headers.get("Retry-After")), name).toBeGreaterThan(0);
      limited.push(name);
    }
    expect(limited).toEqual(expect.arrayContaining(["log in", "ask for a new password", "ask for a login link"]));
    expect(limited.length).toBeGreaterThan(15);
  });

  it.each([
    [42, "Please wait a few minutes and try again."],
    [16 * 60, "Please try again in an hour."],
    [23 * 3_600 + 1, "Please try again in 24 hours."],
  ])("for %i seconds says so in words", (seconds, words) => {
    expect(rateLimitWords(seconds)).toBe(`You’re doing that too often. ${words}`);
  });

  it("of a call by script says how long to wait", async () => {
    const { browser } = await createUser();
    exhaustLimits();
    const upload = { formId: createId(), kind: "photo", fileName: "mia.jpg", bytes: "10", type: "letter" };
    await expectToSayHowLong(await answerOf(uploadsRoute.action, formRequest("/uploads", upload, browser), browser));
    await expectToSayHowLong(
      await answerOf(signInOptions.action, formRequest("/auth/passkey/options", {}, browser), browser),
    );
    const found = await answerOf(
      people.loader as unknown as Handler,
      pageRequest("/people?email=a%40example.org", browser),
      browser,
    );
    await expectToSayHowLong(found);
    const headers = { Cookie: browser.cookie, "Content-Type": "application/json", [CSRF_HEADER]: browser.csrfToken() };
    const body = JSON.stringify({ planId: "starter", checkoutType: "vault" });
    const call = new Request("http://localhost:3000/create-checkout", { method: "POST", headers, body });
    await expectToSayHowLong(await answerOf(checkout.action as Handler, call, browser));
  });
});

describe("storage", () => {
  const start = async (browser: Browser, bytes: number, { kind = "video", type = "letter" } = {}) => {
    const fields = { formId: createId(), kind, fileName: "day.mp4", bytes: String(bytes), type };
    const response = await answerOf(uploadsRoute.action, formRequest("/uploads", fields, browser), browser);
    return {
      status: response.status,
      ...((await response.json()) as { ok: boolean; reason?: string; message?: string }),
    };
  };
  /** As if the owner had sent a file of this size before. */
  const fill = (owner: string, bytes: number, state: "ready" | "receiving" = "ready") =>
    createUpload(owner, createId(), { bytes, state });

  it("of a visitor is a gigabyte, with everything that waits", async () => {
    const browser = await createBrowser();
    const owner = uploadOwner({ visitorToken: await visitorOf(browser) });
    await fill(owner, GB - 100 * MB, "receiving");
    expect(await start(browser, 100 * MB)).toMatchObject({ ok: true });
    expect(await start(browser, 1)).toMatchObject({
      status: 400,
      reason: "visitor_storage_full",
      message: "Without an account, files can be up to 1 GB in total. Please sign up, or remove a file.",
    });
    expect(await db.$count(uploads, eq(uploads.owner, owner))).toBe(2);
    expect(await start(await createBrowser(), 1)).toMatchObject({ ok: true });
  });

  it("of an account is far smaller until its email is confirmed", async () => {
    const [ada, eve] = [await createUser({ verified: false }), await createUser()];
    for (const { user } of [ada, eve]) await fill(uploadOwner({ userId: user.id }), GB);
    expect(await start(ada.browser, 1)).toMatchObject({ status: 400, reason: "unverified_storage_full" });
    expect(await start(eve.browser, 1)).toMatchObject({ ok: true });
  });

  it("counts vaults and drafts together, and grows with the plan", async () => {
    const { user, browser } = await createUser({ vaultLimit: 2 });
    const vaults = [await createLetter(user), await createDraft(user)];
    for (const vaultId of vaults) {
      const formId = createId();
      const owner = uploadOwner({ userId: user.id });
      await createUpload(owner, formId);
      await inTransaction((tx) => attachUploads(tx, { owner, formId, vaultId }));
      await db
        .update(media)
        .set({ bytes: 6 * GB - 50 * MB })
        .where(eq(media.vaultId, vaultId));
    }
    expect(await start(browser, 100 * MB)).toMatchObject({ ok: true });
    expect(await start(browser, 1)).toMatchObject({ status: 400, reason: "storage_full" });
    expect(await start((await createUser()).browser, 1), "another account").toMatchObject({ ok: true });
    await db.delete(media).where(eq(media.vaultId, vaults[1] ?? ""));
    expect(await start(browser, 1)).toMatchObject({ ok: true });
  });

  it("of a full account takes files for replies and other boards, but not into its own vaults", async () => {
    const { user, browser } = await createUser();
    const [owner, formId, vaultId] = [uploadOwner({ userId: user.id }), createId(), await createLetter(user)];
    await createUpload(owner, formId);
    expect(await inTransaction((tx) => attachUploads(tx, { owner, formId, vaultId }))).toMatchObject({ ok: true });
    await db
      .update(media)
      .set({ bytes: 12 * GB })
      .where(eq(media.vaultId, vaultId));
    expect(await start(browser, 1)).toMatchObject({ reason: "storage_full" });
    for (const type of ["reply", "board-post"]) {
      expect(await start(browser, 1, { type })).toMatchObject({ ok: true });
    }
    const another = await createDraft(user);
    const reply = createId();
    await createUpload(owner, reply);
    const refused = await inTransaction((tx) => attachUploads(tx, { owner, formId: reply, vaultId: another }));
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("more room than your plan has") });
    expect(await db.$count(uploads, eq(uploads.formId, reply))).toBe(1);
  });

  it("is limited for a network as a whole", async () => {
    const { clientIp } = await createBrowser();
    const send = async (bytes: number) => start({ ...(await createBrowser()), clientIp }, bytes);
    for (let sent = 0; sent < 40; sent += 1) await send(500 * MB);
    const full = await send(500 * MB);
    expect(full).toMatchObject({
      status: 429,
      reason: "too_often",
      message: expect.stringContaining("from your network today"),
    });
  });
});

it("bytes that could not be taken are given back to the network", async () => {
  const { clientIp } = await createBrowser();
  for (let count = 0; count < 4; count += 1) expect(await tooManyBytes(clientIp, 5 * GB)).toBeUndefined();
  expect(await tooManyBytes(clientIp, MB)).toMatchObject({ status: 429 });
  await refundUpload({}, clientIp, 5 * GB);
  expect(await tooManyBytes(clientIp, 4 * GB)).toBeUndefined();
});

describe("people that an account addresses in a day", () => {
  const address = (count: number) =>
    Array.from({ length: count }, () => ({ name: "Mia", email: `${createId()}@example.net` }));
  const boardFields = (people: { name: string; email: string }[]): Fields => ({
    formId: createId(),
    title: `Party ${createId()}`,
    message: "Add a photo of him.",
    deliveryDate: "2044-06-14",
    deliveryHour: "9",
    deliveryZone: "UTC",
    ...Object.fromEntries(
      people.flatMap(({ name, email }, index) => [
        [`boardRecipients[${index}].name`, name],
        [`boardRecipients[${index}].email`, email],
      ]),
    ),
  });
  const schedule = (fields: Fields, browser: Browser) =>
    answerOf(create.action, formRequest("/create?type=memory-board&step=form", fields, browser), browser);

  it("are 300, and 20 until its email is confirmed; nothing typed is lost", async () => {
    for (const [verified, batches] of [
      [true, [100, 100, 100]],
      [false, [20]],
    ] as const) {
      const { user, browser } = await createUser({ verified, vaultLimit: 10 });
      for (const count of batches) {
        const response = await schedule(boardFields(address(count)), browser);
        expect(response.status).toBe(303);
      }
      const fields = boardFields(address(1));
      const refused = await schedule(fields, browser);
      await expect(refused).toBeRefused(429, "form", verified ? /300 people a day/ : /20 people a day/);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect((await refused.json()).initialValue).toMatchObject({ title: fields.title });
      expect(await db.$count(memories, eq(memories.userId, user.id))).toBe(batches.length);
    }
  });

  it("do not include the sender, nor those of a form that was refused", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 10 });
    const self = [...address(19), { name: "Me", email: user.email }];
    const board = boardFields(self);
    expect((await schedule(board, browser)).status).toBe(303);
    const refused = await schedule({ ...boardFields(address(1)), title: String(board.title) }, browser);
    await expect(refused).toBeRefused(400, "title");
    expect((await schedule(boardFields(address(1)), browser)).status).toBe(303);
    await expect(await schedule(boardFields(address(1)), browser)).toBeRefused(429, "form");
  });

  it("are counted once when a form is sent twice, at once or again, which is answered alike", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 10 });
    const first = boardFields(address(8));
    for (const fields of [first, first]) expect((await schedule(fields, browser)).status).toBe(303);
    const second = boardFields(address(12));
    const atOnce = await Promise.all([1, 2, 3].map(() => schedule(second, browser)));
    for (const answer of [...atOnce, await schedule(second, browser)]) {
      expect(answer.status).toBe(303);
      await expect(answer).toSendToast({ title: "Memory Created" });
    }
    expect(await db.$count(memories, eq(memories.userId, user.id))).toBe(2);
  });

  it("are counted when a draft is finished as well", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 10 });
    expect((await schedule(boardFields(address(20)), browser)).status).toBe(303);
    const { type: _, draftId: __, ...written } = letterInput({ deliveryDate: "2044-06-14" });
    const id = await createDraft(user, { ...written, type: "letter" });
    const path = `/memories/${id}/finish`;
    const response = await answerOf(finish.action as Handler, formRequest(path, {}, browser), browser, { id });
    expect(response).toHaveRedirect(`/create?edit=true&id=${id}`);
    await expect(response).toSendToast({ title: "Failed to Save Memory", kind: "error" });
  });

  const logIn = (email: string, browser: Browser) =>
    answerOf(auth.action, formRequest("/auth?mode=login", { email, password: PASSWORD }, browser), browser);
  const writeAsVisitor = async (fields: Fields) => {
    const browser = await createBrowser();
    return withCookiesOf(browser, await schedule(fields, browser));
  };

  it("are counted when a visitor's drafts are handed over", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 10 });
    const fields = boardFields(address(20));
    const written = await writeAsVisitor(fields);
    const handedOver = await logIn(user.email, written);
    const [vault] = await db.select().from(memories).where(eq(memories.userId, user.id));
    expect(handedOver).toHaveRedirect(`/dashboard?sent=${vault?.id}`);
    await expect(await schedule(boardFields(address(1)), browser)).toBeRefused(429, "form", /20 people a day/);
  });

  it("beyond the limit leave a visitor's vault a draft, with the reason", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 10 });
    const fields = boardFields(address(21));
    const answer = await logIn(user.email, await writeAsVisitor(fields));
    const [vault] = await db.select().from(memories).where(eq(memories.userId, user.id));
    expect(vault).toMatchObject({ state: "draft", formId: fields.formId });
    expect(answer).toHaveRedirect(`/create?edit=true&id=${vault?.id}`);
    await expect(answer).toSendToast({ title: "Kept as a draft for now", kind: "error" });
    expect((await schedule(boardFields(address(20)), browser)).status).toBe(303);
  });

  it("of a visitor's vault that isn't scheduled are given back", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 10 });
    const own = boardFields(address(1));
    expect((await schedule(own, browser)).status).toBe(303);
    const answer = await logIn(
      user.email,
      await writeAsVisitor({ ...boardFields(address(19)), title: String(own.title) }),
    );
    await expect(answer).toSendToast({ title: "Failed to Save Memory", kind: "error" });
    expect((await schedule(boardFields(address(19)), browser)).status).toBe(303);
  });

  it("are counted when a vault's address is changed, new ones only", async () => {
    const { user, browser } = await createUser({ verified: false, vaultLimit: 10 });
    expect((await schedule(boardFields(address(19)), browser)).status).toBe(303);
    const id = await createLetter(user);
    const change = (email: string) =>
      answerOf(correct.action as Handler, formRequest(`/memories/${id}/address`, { email }, browser), browser, { id });
    const [first, second] = [`${createId()}@example.net`, `${createId()}@example.net`];
    for (const email of [first, first]) expect((await change(email)).status).toBe(303);
    await expect(await change(second)).toBeRefused(429, "form", /20 people a day/);
  });
});

describe("mails that may go to strangers", () => {
  const HOUR = 3_600_000;
  const stranger = () => `${createId()}@example.net`;
  const elsewhere = async (browser: Browser): Promise<Browser> => ({
    ...browser,
    clientIp: (await createBrowser()).clientIp,
  });

  it("go to an address a few times a day, unlike those that let its owner in", async () => {
    const email = stranger();
    const { browser } = await createUser({ verified: false });
    const verify = async () => {
      const sent = formRequest("/verify-address/resend", {}, browser);
      return (await answerOf(resend.action as Handler, sent, await elsewhere(browser))).status;
    };
    const ask = async (action: Handler, path: string) =>
      (await answerOf(action, formRequest(path, { email }, await createBrowser()), await createBrowser())).status;
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      for (let count = 0; count < 20; count += 1) {
        expect(await ask(newsletter.action as Handler, "/newsletter")).toBe(303);
        expect(await ask(auth.action as Handler, "/auth?mode=reset")).toBe(303);
        expect(await verify()).toBe(303);
        vi.setSystemTime(Date.now() + HOUR);
      }
      expect(await ask(newsletter.action as Handler, "/newsletter")).toBe(429);
      expect(await verify()).toBe(429);
      expect(await ask(auth.action as Handler, "/auth?mode=reset")).toBe(303);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are six links for a new password an hour, of which the newest works", async () => {
    const { user } = await createUser();
    const ask = async () =>
      answerOf(
        auth.action as Handler,
        formRequest("/auth?mode=reset", { email: user.email }, await createBrowser()),
        await createBrowser(),
      );
    for (let count = 0; count < 6; count += 1) expect((await ask()).status).toBe(303);
    await expect(await ask()).toBeRefused(429, "form", /^A new password was asked for too often\. .* newest link/);
    await answerPasswordResets();
    const token = await mailedToken(user.email, "password_reset");
    const inAnHour = { now: addMinutes(new Date(), 59) };
    expect(await resetPassword(token, "Kept-4-another", inAnHour)).toMatchObject({ ok: true });
  });

  /** As if it had been reached so often within this day. */
  const use = (limit: "invitations_account" | "guest_mail_host", key: string, points: number) =>
    db
      .update(rateLimits)
      .set({ points })
      .where(eq(rateLimits.key, `${limit}:${keyedDigest("rate-limit", key)}`));

  it("are invitations and changes of address of one account a hundred times a day, from any network", async () => {
    const [board, ada] = [await createBirthdayBoard(), await createUser()];
    const { user, browser, id } = board;
    const send = async (action: unknown, path: string, fields: Fields, from = browser) =>
      answerOf(action as Handler, formRequest(path, fields, from), await elsewhere(from), { id });
    const contact = { name: "Mia", relationship: "friend", updateEmail: "on" };
    const coHost = { intent: "add-host", hostName: "Lena" };
    const ask = (from?: Browser) => send(changeEmail.action, "/settings/email", { email: stranger() }, from);
    const add = () => send(contacts.action, "/settings/legacy-contacts", { ...contact, email: stranger() });
    const invited = () => send(invite.action, `/memories/${id}/invite`, { ...coHost, hostEmail: stranger() });
    for (const one of [ask, add, invited]) expect((await one()).status).toBe(303);
    await use("invitations_account", user.id, 99);
    expect((await ask()).status).toBe(303);
    for (const one of [ask, add, invited]) await expect(await one()).toBeRefused(429, "form");
    expect((await ask(ada.browser)).status).toBe(303);
  });

  it("are six invitations of one legacy contact in a quarter of an hour, from any network", async () => {
    const { user, browser } = await createUser();
    const { id } = await createContact(user, { answer: "none" });
    const send = async (action: unknown, path: string, fields: Fields = {}) =>
      answerOf(action as Handler, formRequest(path, fields, browser), await elsewhere(browser), { id });
    const contact = { name: "Mia", relationship: "friend", email: stranger(), updateEmail: "on" };
    const add = () => send(contacts.action, "/settings/legacy-contacts", contact);
    const again = () => send(inviteContact.action, `/settings/legacy-contacts/${id}/invitation`);
    for (const one of [add, again]) {
      for (let count = 0; count < 6; count += 1) expect((await one()).status).toBe(303);
      await expect(await one()).toBeRefused(429, "form");
    }
  });

  it("are few of one guest of a board, and no more than a thousand a day of all of a host’s guests", async () => {
    const board = await createBirthdayBoard();
    const give = async (guest: JoinedGuest) => {
      const from = { ...guest, browser: await elsewhere(guest.browser) };
      return (await postAsGuest(guestPage, from, "", { email: stranger() })).status;
    };
    const [tom, eva] = [await joinBoard(board.code, "Tom"), await joinBoard(board.code, "Eva")];
    for (let count = 0; count < 20; count += 1) expect(await give(tom)).toBe(303);
    expect(await give(tom)).toBe(429);
    expect(await give(eva)).toBe(303);
    await use("guest_mail_host", board.user.id, 999);
    expect(await give(eva)).toBe(303);
    expect(await give(eva)).toBe(429);
    expect(await give(await joinBoard((await createBirthdayBoard()).code, "Ida"))).toBe(303);
  });
});
