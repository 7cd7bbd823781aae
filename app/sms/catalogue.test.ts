import { describe, expect, it } from "vitest";
import { renderSms, type SmsKind, type SmsProps, smsTemplates } from "./catalogue";

const url = `https://amberkeep.example/open/${"k".repeat(24)}.${"s".repeat(43)}`;
const examples: SmsProps = {
  delivery_sms: { senderName: "Anna Berger", url },
  opening_code_sms: { code: "042917", minutes: 10 },
  fresh_link_sms: { senderName: "Anna Berger", url },
  chosen_reminder_sms: { senderName: "Anna Berger", url },
  ending_soon_sms: { senderName: "Anna Berger", deleteOn: "2038-06-14", url },
  answer_notice_sms: { senderName: "Anna Berger", url },
};
const kinds = Object.keys(smsTemplates) as SmsKind[];

describe("every SMS", () => {
  it.each(kinds)("%s matches its snapshot", async (kind) => {
    await expect(`${renderSms(kind, examples[kind])}\n`).toMatchFileSnapshot(`snapshots/${kind}.txt`);
  });

  it.each(kinds)("%s is one line with its whole URL or code, in at most two segments", (kind) => {
    const text = renderSms(kind, examples[kind]);
    expect(text).not.toMatch(/[\r\n]/);
    expect(text.split(" ")).toContain(kind === "opening_code_sms" ? "042917." : url);
    // Multipart GSM 7-bit messages have 153 characters per part.
    expect(text).toMatch(/^[\w @.,:/!?'-]+$/);
    expect(text.length).toBeLessThanOrEqual(2 * 153);
  });

  it("refuses an unknown kind and an invalid payload without quoting it", () => {
    expect(() => renderSms("toString", {})).toThrow("There is no text message of this kind");
    expect(() => renderSms("delivery_sms", { senderName: "Anna", url: "javascript:alert(1)" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("alert") }),
    );
  });
});

describe("a sender's name in an SMS", () => {
  const said = (senderName: string) => renderSms("delivery_sms", { senderName, url });

  it.each([
    "Your bank https://evil.example/login",
    "evil.example",
    "pay@evil.example",
    "evil。example",
    "Eve\r\nhttps://evil.example",
    `${"x".repeat(200)} evil.example`,
    "e\u200bvil.exam\u200bple\u202e",
  ])("cannot form a URL: %j", (name) => {
    const before = said(name).slice(0, -url.length);
    expect(before).not.toMatch(/[\p{L}\d][.。][\p{L}\d]|:\/\/|@|\p{Cf}|[\r\n]/u);
    expect(before.length).toBeLessThan(140);
  });

  it.each([
    ["Seamus O’Brien", "Seamus O'Brien"],
    ["Anna “Nan” Berger–Lane", 'Anna "Nan" Berger-Lane'],
    ["Anna ".repeat(20), `${"Anna ".repeat(11)}Anna...`],
  ])("keeps the message in the short alphabet: %j", (name, named) => {
    expect(said(name).slice(0, -url.length)).toMatch(/^[\w .,:'"-]+$/);
    expect(said(name)).toMatch(new RegExp(`^${named} kept`));
  });

  it("is unchanged otherwise, in any script", () => {
    expect(said("J. R. R. Müller-Łoś")).toMatch(/^J. R. R. Müller-Łoś kept/);
    expect(said("שרה 👩‍👧")).toMatch(/^שרה /);
    expect(said(" ")).toMatch(/^Someone kept/);
  });
});
