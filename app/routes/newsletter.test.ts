import { createId } from "@paralleldrive/cuid2";
import { addMinutes, subDays } from "date-fns";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { readIssue, sendNewsletter } from "~/domain/newsletter/send-newsletter.server";
import { confirmSubscription, requestSubscription } from "~/domain/newsletter/subscribe.server";
import { renderEmail } from "~/emails/catalogue";
import { db } from "~/services/db.server";
import { messages, newsletterSubscribers } from "~db/schema";
import { createBrowser } from "../../tests/factories/browser";
import { reportEvent } from "../../tests/factories/letter";
import { nameOperator } from "../../tests/factories/operator";
import { sendMessage, writtenTo } from "../../tests/factories/outbox";
import { answerOf, formRequest, pageRequest, rawFormRequest } from "../../tests/factories/request";
import * as auth from "./auth";
import * as newsletter from "./newsletter";
import * as confirm from "./newsletter_.confirm.$link";
import * as stop from "./newsletter_.stop.$link";

const ISSUE = { subject: "Spring", paragraphs: ["The first letters have arrived."] };
const newEmail = () => `${createId()}@example.org`;
const lastPart = (url = "") => url.split("/").at(-1) ?? "";

async function subscribe(email: string, returnTo = "/?home") {
  const browser = await createBrowser();
  return answerOf(newsletter.action, formRequest("/newsletter", { email, returnTo }, browser), browser);
}

async function subscriberOf(email: string) {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
  return row;
}

async function confirmed(email = newEmail()): Promise<string> {
  await requestSubscription(email);
  await confirmSubscription((await subscriberOf(email))?.id ?? "");
  return email;
}

async function stopLinkOf(email: string): Promise<string> {
  await sendNewsletter(ISSUE);
  return lastPart((await writtenTo(email, "newsletter_issue"))[0]?.props.unsubscribeUrl);
}

describe("subscribing", () => {
  it("mails a link and goes back; only its button confirms", async () => {
    const [email, other] = [newEmail(), newEmail()];
    expect(await subscribe(` ${email.toUpperCase()} `)).toHaveRedirect("/?home");
    await requestSubscription(other);
    const [mail] = await writtenTo(email, "newsletter_confirm");
    expect(renderEmail("newsletter_confirm", mail?.props)).not.toHaveProperty("unsubscribeUrl");
    const link = lastPart(mail?.props.url);
    const browser = await createBrowser();
    const path = `/newsletter/confirm/${link}`;
    const shown = await answerOf(confirm.loader, pageRequest(path, browser), browser, { link });
    expect(await shown.json()).toEqual({ state: "requested" });
    expect((await subscriberOf(email))?.confirmedAt).toBeNull();
    expect(await answerOf(confirm.action, formRequest(path, {}, browser), browser, { link })).toHaveRedirect(path);
    expect((await subscriberOf(email))?.confirmedAt).toBeInstanceOf(Date);
    expect((await subscriberOf(other))?.confirmedAt).toBeNull();
    const confirmed = await answerOf(confirm.loader, pageRequest(path, browser), browser, { link });
    expect(await confirmed.json()).toEqual({ state: "confirmed" });
  });

  it("too often blocks no other mail to that address", async () => {
    const email = newEmail();
    for (let count = 0; count < 6; count += 1) expect(await subscribe(email)).toHaveRedirect("/?home");
    await expect(await subscribe(email)).toBeRefused(429, "form", /too often/);
    const browser = await createBrowser();
    const reset = await answerOf(auth.action, formRequest("/auth?mode=reset", { email }, browser), browser);
    expect(reset.status).toBe(303);
  });

  it("sends one mail if the button is pressed twice, and another one later", async () => {
    const email = newEmail();
    await Promise.all([subscribe(email), subscribe(email)]);
    await subscribe(email);
    expect(await writtenTo(email, "newsletter_confirm")).toHaveLength(1);
    await requestSubscription(email, addMinutes(new Date(), 1));
    expect(await writtenTo(email, "newsletter_confirm")).toHaveLength(2);
  });

  it("again gets the same reply, and no mail if the address is on the list", async () => {
    const email = await confirmed();
    const before = (await writtenTo(email, "newsletter_confirm")).length;
    const [known, unknown] = [await subscribe(email), await subscribe(newEmail())];
    expect(known.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie());
    expect(known).toHaveRedirect("/?home");
    expect(await writtenTo(email, "newsletter_confirm")).toHaveLength(before);
  });

  it("goes back to paths of this site only", async () => {
    expect(await subscribe(newEmail(), "https://evil.example/")).toHaveRedirect("/newsletter");
  });

  it("is forgotten after a week without confirmation", async () => {
    const [kept, forgotten] = [await confirmed(), newEmail()];
    const again = newEmail();
    for (const email of [forgotten, again]) await requestSubscription(email);
    await db.update(newsletterSubscribers).set({ requestedAt: subDays(new Date(), 8) });
    await requestSubscription(again);
    await purgeExpired();
    for (const email of [kept, again]) expect(await subscriberOf(email)).toBeDefined();
    expect(await subscriberOf(forgotten)).toBeUndefined();
  });

  it("cannot be confirmed or ended by a forged link, or one for the other purpose", async () => {
    const email = await confirmed();
    const link = await stopLinkOf(email);
    const browser = await createBrowser();
    const open = (route: typeof stop | typeof confirm, link: string) =>
      answerOf(route.loader as never, pageRequest("/", browser), browser, { link });
    expect((await open(stop, link)).status).toBe(200);
    expect((await open(confirm, link)).status).toBe(404);
    expect((await open(stop, `${createId()}.${link.split(".")[1]}`)).status).toBe(404);
    expect((await open(stop, "")).status).toBe(404);
  });
});

describe("an issue", () => {
  it("goes once to everyone who confirmed, with a link to stop, and states who sends it", async () => {
    nameOperator("Ada, 1 Lake Road, Zurich");
    const [email, unconfirmed] = [await confirmed(), newEmail()];
    await requestSubscription(unconfirmed);
    expect(await sendNewsletter(ISSUE)).toBe(await sendNewsletter(ISSUE));
    const written = await writtenTo(email, "newsletter_issue");
    expect(written).toHaveLength(1);
    expect(await writtenTo(unconfirmed, "newsletter_issue")).toEqual([]);
    const mail = renderEmail("newsletter_issue", written[0]?.props);
    expect(mail.subject).toBe("Spring");
    expect(mail.unsubscribeUrl).toMatch(/\/newsletter\/stop\//);
    expect(mail.text.replace(/\s+/g, " ")).toContain("newsletter. Sent by Ada, 1 Lake Road, Zurich.");
    await sendMessage(written[0]?.id ?? "", "worker");
    const [sent] = await db
      .select()
      .from(messages)
      .where(eq(messages.id, written[0]?.id ?? ""));
    expect(sent?.state).toBe("sent");
  });

  it("is read from a file: a subject, and paragraphs", () => {
    const read = (text: string, encoding?: BufferEncoding) => readIssue(Buffer.from(text, encoding));
    expect(read("Spring\n\nOne line\nand its rest.\r\n\r\n\nAnother.\n")).toEqual({
      subject: "Spring",
      paragraphs: ["One line and its rest.", "Another."],
    });
    for (const text of ["", "Spring", "Spring\nno blank line", "Spring\nor summer\n\nOne line."])
      expect(read(text)).toBeUndefined();
    for (const encoding of ["latin1", "utf16le"] as const)
      expect(read("\ufeffFrühling\n\nGrüße aus der Küche.", encoding)).toBeUndefined();
    expect(read("\ufeffFrühling\n\nGrüße aus der Küche.")).toEqual({
      subject: "Frühling",
      paragraphs: ["Grüße aus der Küche."],
    });
  });
});

describe("unsubscribing", () => {
  const postTo = async (link: string, body: string) => {
    const browser = await createBrowser();
    const request = rawFormRequest(`/newsletter/stop/${link}`, body, { ...browser, cookie: "" });
    return answerOf(stop.action, request, browser, { link });
  };

  it("by a mail program's button needs no cookie, and may be repeated (RFC 8058)", async () => {
    const email = await confirmed();
    const link = await stopLinkOf(email);
    for (const _ of [1, 2]) expect((await postTo(link, "List-Unsubscribe=One-Click")).status).toBe(200);
    expect(await subscriberOf(email)).toBeUndefined();
    expect((await postTo(link, "something=else")).status).toBe(400);
  });

  it("works by the link of an issue from before one unsubscribed and subscribed again", async () => {
    const email = await confirmed();
    const link = await stopLinkOf(email);
    await postTo(link, "List-Unsubscribe=One-Click");
    await confirmed(email);
    expect((await postTo(link, "List-Unsubscribe=One-Click")).status).toBe(200);
    expect(await subscriberOf(email)).toBeUndefined();
  });

  it("on the page goes back to it, and drops what has not left", async () => {
    const [email, other] = [await confirmed(), await confirmed()];
    const link = await stopLinkOf(email);
    expect(await postTo(link, "List-Unsubscribe=One-Click&choice=stop")).toHaveRedirect(`/newsletter/stop/${link}`);
    expect(await writtenTo(email, "newsletter_issue")).toEqual([]);
    expect(await writtenTo(other, "newsletter_issue")).toHaveLength(1);
    const browser = await createBrowser();
    const page = await answerOf(stop.loader, pageRequest("/", browser), browser, { link });
    expect(await page.json()).toEqual({ isOn: false });
  });

  it.each(["complained", "bounced"] as const)("happens when an issue is reported as %s", async (kind) => {
    const email = await confirmed();
    await sendNewsletter(ISSUE);
    const [issue] = await writtenTo(email, "newsletter_issue");
    await reportEvent(issue?.id ?? "", "delayed");
    expect(await subscriberOf(email)).toBeDefined();
    await reportEvent(issue?.id ?? "", kind);
    expect(await subscriberOf(email)).toBeUndefined();
  });

  it("drops what left and may be sent again", async () => {
    const email = await confirmed();
    const link = await stopLinkOf(email);
    const mayBeRepeated = { state: "sent", contentUntil: new Date() } as const;
    await db.update(messages).set(mayBeRepeated).where(eq(messages.toAddress, email));
    await postTo(link, "List-Unsubscribe=One-Click");
    expect(await writtenTo(email, "newsletter_issue")).toEqual([]);
  });
});
