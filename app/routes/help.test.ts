import { eq, gt } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findArticle } from "~/domain/help/articles";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { db } from "~/services/db.server";
import { helpConversations } from "~db/schema";
import { type Browser, createBrowser, withCookiesOf } from "../../tests/factories/browser";
import { answerOf, formRequest, pageRequest } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import * as help from "./help";
import * as article from "./help_.$article";
import * as clear from "./help_.clear";
import * as stream from "./help_.stream";
import * as logout from "./logout";

const QUESTION = "What does sealing a vault do?";
const ANSWER = findArticle("seal")?.answer;

async function turnsIn(browser: Browser) {
  return (await (await answerOf(help.loader, pageRequest("/help", browser), browser)).json()).turns;
}

async function ask(browser: Browser, question = QUESTION): Promise<Browser> {
  const response = await answerOf(help.action, formRequest("/help", { question }, browser), browser);
  expect(response).toHaveRedirect("/help#latest");
  return withCookiesOf(browser, response);
}

describe("the help page", () => {
  it("keeps the conversation for this browser alone", async () => {
    const browser = await ask(await ask(await createBrowser()), "Hello");
    expect(await turnsIn(browser)).toMatchObject([
      { role: "user", content: QUESTION },
      { role: "assistant", content: ANSWER },
      { role: "user", content: "Hello" },
      { role: "assistant" },
    ]);
    expect((await turnsIn(browser))[1].pages[0].href).toBe("/help/seal");
    expect(await turnsIn(await createBrowser())).toEqual([]);
  });

  it("forgets it when asked, at log-out, and after a day", async () => {
    const cleared = await ask(await createBrowser());
    const response = await answerOf(clear.action, formRequest("/help/clear", {}, cleared), cleared);
    expect(response).toHaveRedirect("/help");
    expect(await turnsIn(cleared)).toEqual([]);

    const member = await ask((await createUser()).browser);
    const loggedOut = await answerOf(logout.action, formRequest("/logout", {}, member), member);
    expect(loggedOut.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^amberkeep_help=;.*Max-Age=0/));

    const asked = await ask(await createBrowser());
    await db.update(helpConversations).set({ expiresAt: new Date(Date.now() + 60_000) });
    const late = await ask(asked);
    const hoursOn = new Date(Date.now() + 23 * 3_600_000);
    expect(await db.$count(helpConversations, gt(helpConversations.expiresAt, hoursOn))).toBe(1);
    await db.update(helpConversations).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await turnsIn(late)).toEqual([]);
    await purgeExpired();
    expect(await db.$count(helpConversations)).toBe(0);
  });

  it("stores no readable word of it", async () => {
    await ask(await createBrowser(), "My secret is a pineapple");
    const rows = await db.select().from(helpConversations);
    expect(rows.length).toBeGreaterThan(0);
    for (const { turnsEncrypted } of rows) expect(turnsEncrypted.toString("latin1")).not.toContain("pineapple");
  });

  it("keeps the last 40 turns", async () => {
    let browser = await createBrowser();
    for (let count = 0; count < 21; count += 1) browser = await ask(browser, `Hello`);
    expect(await turnsIn(browser)).toHaveLength(40);
  });
});

describe("the stream of an answer", () => {
  const send = async (question: string, browser: Browser) =>
    answerOf(stream.action, formRequest("/help/stream", { question }, browser), browser);
  const eventsOf = async (response: Response) =>
    (await response.text())
      .split("\n\n")
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace(/^data: /, "")));

  it("has the text and then its pages, and the conversation has both", async () => {
    const browser = await createBrowser();
    const response = await send(QUESTION, browser);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    const events = await eventsOf(response);
    expect(events).toMatchObject([{ text: ANSWER }, { pages: expect.any(Array) }]);
    expect(events[1].pages[0].href).toBe("/help/seal");
    expect(await turnsIn(await withCookiesOf(browser, response))).toMatchObject([{}, { content: ANSWER }]);
  });

  it("that is not read to its end keeps what was read", async () => {
    const browser = await createBrowser();
    const response = await send(QUESTION, browser);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const turns = await turnsIn(await withCookiesOf(browser, response));
    expect(turns).toMatchObject([{ role: "user" }, { role: "assistant", content: ANSWER }]);
  });

  it("is refused for a blank question and without a token", async () => {
    const browser = await createBrowser();
    await expect(await send("  ", browser)).toBeRefused(400, "question");
    const forged = formRequest("/help/stream", { question: QUESTION, csrf: "" }, browser);
    await expect(await answerOf(stream.action, forged, browser)).toBeRefused(403, "form");
    expect(await db.$count(helpConversations, eq(helpConversations.tokenHash, ""))).toBe(0);
  });
});

it("every article has a page; others are not found", async () => {
  const browser = await createBrowser();
  const get = (id: string) =>
    answerOf(article.loader as never, pageRequest(`/help/${id}`, browser), browser, { article: id });
  expect(await (await get("seal")).json()).toMatchObject({
    answer: ANSWER,
    section: "Changing, cancelling and sealing",
  });
  expect((await get("nothing")).status).toBe(404);
});
