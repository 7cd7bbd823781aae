import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { viewVault } from "~/domain/access/view-vault.server";
import { makeCard } from "~/domain/claim/card.server";
import { trustedNow } from "~/domain/clock/clock-check.server";
import { createReadingSession } from "~/domain/codes/one-time-code.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { openingLink } from "~/domain/recipients/opening-link.server";
import { findCorrespondents } from "~/domain/reply/conversation.server";
import { writeReply } from "~/domain/reply/write-reply.server";
import { createShare, shareTokenFor } from "~/domain/share/shares.server";
import { rememberReading } from "~/http/access/reading-sessions.server";
import { db, inTransaction } from "~/services/db.server";
import { type deliveries, memories } from "~db/schema";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { createLetter, deliveriesOf } from "../../tests/factories/letter";
import { answerOf, type Fields, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as claim from "./claim";

type Handler = Parameters<typeof answerOf>[0];
const ROUTES = import.meta.glob<{ loader?: Handler; action?: Handler }>("./open.$link*.tsx", { eager: true });

const LETTER = "For the person with the card";
const REPLY = "Between Mia and Ada only";

describe("the holder of a claim card", () => {
  let browser: Browser;
  let path = "";
  let link = "";
  let delivery: typeof deliveries.$inferSelect;
  let share = "";

  beforeAll(async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { message: LETTER, deliveryDate: "2020-01-01" });
    const code = (await makeCard(user, id, { showsDay: false })) ?? "";
    await deliverVault(id);
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
    delivery = (await deliveriesOf(id))[0] ?? expect.unreachable();
    const recipient = (await viewVault({ openedDeliveryIds: [delivery.id] }, id)) ?? expect.unreachable();
    const between = (await findCorrespondents(recipient)) ?? expect.unreachable();
    const files = { owner: "none", formId: createId() };
    expect(await writeReply(recipient, between, { formId: createId(), text: REPLY, files })).toEqual({ ok: true });
    const made = await createShare(recipient, null);
    share = made.ok ? shareTokenFor(made.id) : expect.unreachable();

    const bare = await createBrowser();
    const claimed = await answerOf(claim.action as Handler, formRequest("/claim", { code }, bare), bare);
    browser = await withCookiesOf(bare, claimed);
    path = claimed.headers.get("Location") ?? "";
    link = path.replace("/open/", "");
  });

  const route = (name: string) => ROUTES[`./open.$link${name && `_.${name}`}.tsx`];
  const see = (name = "", to = link, by = browser) =>
    answerOf(route(name)?.loader as Handler, pageRequest(`/open/${to}/${name}`, by), by, { link: to });
  const send = (name: string, fields: Fields = {}) =>
    answerOf(route(name)?.action as Handler, formRequest(`${path}/${name}`, fields, browser), browser, { link });

  it("reads the letter, and neither the replies nor the shares of its recipient", async () => {
    const page = await (await see()).text();
    expect(page).toContain(LETTER);
    for (const secret of [REPLY, share, delivery.recipientEmail]) expect(page).not.toContain(secret);
    for (const name of ["replies", "share"]) {
      const answer = await see(name);
      expect(answer.status, name).toBe(404);
      expect(await answer.text(), name).not.toContain(REPLY);
    }
    expect((await send("replies", { text: "From another reader", formId: createId() })).status).toBe(404);
    expect((await send("share", {})).status).toBe(404);
  });

  it("reads and answers nothing more where the letter was opened with a code before", async () => {
    const { id: deliveryId, recipientEmail: sentTo } = delivery;
    const token = await inTransaction((tx) => createReadingSession(tx, { deliveryId }, new Date(), { sentTo }));
    const cookie = await rememberReading(pageRequest(path, browser), token);
    const both = await withCookiesOf(browser, new Response(null, { headers: { "Set-Cookie": cookie } }));
    const page = await (await see("", link, both)).text();
    expect(page).toContain(LETTER);
    expect(JSON.parse(page)).toMatchObject({
      conversation: null,
      reading: { after: { source: "card", actions: null } },
    });
    expect((await see("replies", link, both)).status).toBe(404);
    expect(await (await see("", openingLink(delivery), both)).text()).toContain(REPLY);
  });

  it("does not get the recipient's link, with which they could speak for their mailbox", async () => {
    expect(link).not.toBe(openingLink(delivery));
    const before = await deliveriesOf(delivery.vaultId);
    for (const name of ["block", "decline", "later", "code", "account"]) {
      const answer = await send(name, { intent: "block", date: "2032-01-01" });
      expect([303, 302, 400], name).toContain(answer.status);
    }
    expect(await deliveriesOf(delivery.vaultId)).toEqual(before);
  });

  it.each(["decline", "later", "block"])("acts for no mailbox: %s", async (name) => {
    for (const answer of [await see(name), await send(name, { until: "2044-06-14" })]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe(path);
    }
  });

  it("is asked for a code by the recipient's link", async () => {
    const page = await (await see("", openingLink(delivery))).text();
    expect(page).not.toContain(LETTER);
    expect(JSON.parse(page)).toMatchObject({ reading: null, challenge: { isCodeSent: false } });
  });

  it("reads nothing with the address alone", async () => {
    const other = await createBrowser();
    const answer = await answerOf(route("")?.loader as Handler, pageRequest(path, other), other, { link });
    expect(answer).toHaveRedirect("/claim", 302);
  });
});

it.each([
  ["", "Please enter the code on the card."],
  [" \t ", "Please enter the code on the card."],
  ["----", /^That’s not quite one of our codes/],
  ["2".repeat(201), /^That’s not quite one of our codes/],
])("asks for the code where %j was typed", async (code, sentence) => {
  const browser = await createBrowser();
  const refused = await answerOf(claim.action as Handler, formRequest("/claim", { code }, browser), browser);
  await expect(refused).toBeRefused(400, "code", sentence);
});

it("asks for patience while the clocks disagree, and opens the letter afterwards", async () => {
  const { user } = await createUser();
  const id = await createLetter(user, { deliveryDate: "2020-01-01" });
  const code = (await makeCard(user, id, { showsDay: false })) ?? "";
  const browser = await createBrowser();
  const claimIt = () => answerOf(claim.action as Handler, formRequest("/claim", { code }, browser), browser);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  const refused = await claimIt();
  vi.useRealTimers();
  await trustedNow();
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Nothing is lost. Please try again later.");
  expect((await claimIt()).headers.get("Location")).toMatch("/open/");
});
