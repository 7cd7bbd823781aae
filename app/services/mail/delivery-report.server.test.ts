import { describe, expect, it } from "vitest";
import { bounceOf } from "../../../tests/factories/bounce";
import { readDeliveryReport } from "./delivery-report.server";
import { mailBytes } from "./rfc822.server";

const OUTBOX_ID = "tz4a98xxat96iws9zmbrgj3a";
const AT = new Date("2026-05-04T10:00:00Z");
const read = (source: string) => readDeliveryReport(source, AT);

const mailboxes = { from: "letters@amberkeep.example", to: { name: "Mia", address: "mia@example.net" } };
const bytes = await mailBytes(
  {
    messageId: `delivery.${OUTBOX_ID}@amberkeep.example`,
    outboxId: OUTBOX_ID,
    to: mailboxes.to,
    subject: "A letter for you",
    text: "Hello",
    html: "<p>Hello</p>",
  },
  mailboxes,
);
const mail = bytes.toString();
const headers = mail.slice(0, mail.indexOf("\r\n\r\n") + 2);

describe("the report of a mail server", () => {
  it("names the mail, and what became of it, without the address", () => {
    expect(read(bounceOf({ mail }))).toEqual({
      provider: "smtp",
      eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
      token: expect.any(String),
      kind: "bounced",
      name: "failed 5.1.1",
      messageId: OUTBOX_ID,
      detail: "550 5.1.1 …: Recipient address rejected: User unknown",
      at: AT,
    });
  });

  it.each([
    ["no such user at Gmail", "bounced", "5.1.1", "smtp; 550-5.1.1 The email account that you tried to reach does"],
    ["no such user at Exchange", "bounced", "5.1.10", "smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound"],
    ["a full mailbox", "bounced", "5.2.2", "smtp; 552 5.2.2 Mailbox full"],
    ["an unknown local user", "bounced", "5.1.1", 'x-unix; unknown user: "mia"'],
    ["no enhanced code, from Exim", "bounced", "5.0.0", "smtp; 550 No such user here"],
    ["nothing but the status", "bounced", "5.1.1", ""],
    ["an address beyond ASCII", "bounced", "5.6.7", "X-Postfix; SMTPUTF8 is required, but was not offered by host"],
    ["a mail of the wrong form", "undelivered", "5.6.0", "smtp; 554 5.6.0 Message content error"],
    ["a refusal of our reputation", "undelivered", "5.7.1", "smtp; 550 5.7.1 Message rejected as spam"],
    ["a refusal of our address", "undelivered", "5.1.8", "smtp; 553 5.1.8 Domain of sender address does not exist"],
    ["a domain without a mail server", "undelivered", "5.4.4", "Name service error: Host not found"],
    [
      "a server that did not answer for days",
      "undelivered",
      "4.4.1",
      "connect to mx.example.net: Connection timed out",
    ],
    ["a message that expired", "undelivered", "5.0.0", "smtp;550 4.4.7 QUEUE.Expired; message expired"],
  ])("%s is %s", (_, kind, status, reply) => {
    expect(read(bounceOf({ mail, status, reply }))).toMatchObject({ kind, messageId: OUTBOX_ID });
  });

  it.each([
    ["delayed", "delayed"],
    ["Delivered", "arrived"],
    ["delivered (to mailbox)", "arrived"],
    ["delayed (Deliver-By notify mode)", "delayed"],
    ["relayed", "other"],
  ])("of the action %s is %s", (action, kind) => {
    expect(read(bounceOf({ mail, action, status: "2.0.0" }))).toMatchObject({ kind });
  });

  it("is stored without the address in a comment", () => {
    const report = bounceOf({ mail, status: "5.1.1 (mia@example.net is unknown)", reply: "" });
    expect(read(report)).toMatchObject({ kind: "bounced", name: "failed 5.1.1 (… is unknown)" });
  });

  it("is read from the headers of the mail, if it breaks off after them, and with plain line ends", () => {
    const expected = { kind: "bounced", messageId: OUTBOX_ID };
    const report = bounceOf({ mail: headers, returned: "text/rfc822-headers" });
    expect(read(report)).toMatchObject(expected);
    expect(read(bounceOf({ mail: headers }).replace(/--.*--\r\n$/, ""))).toMatchObject(expected);
    expect(read(bounceOf({ mail }).replaceAll("\r\n", "\n"))).toMatchObject(expected);
  });

  it("is read when a server has replaced the Message-Id, as Amazon SES does", () => {
    const replaced = mail.replace(/^Message-ID: .*$/im, "Message-ID: <0101-8e1ec8d8@eu-west-1.amazonses.com>");
    expect(replaced).not.toBe(mail);
    expect(read(bounceOf({ mail: replaced }))).toMatchObject({ kind: "bounced", messageId: OUTBOX_ID });
  });

  it("is the same event in another folder, but a new one when the same mail fails after a delay", () => {
    const delayed = bounceOf({ mail, action: "delayed" });
    const [first, again, later] = [
      read(delayed),
      read(`X-Folder: other\r\n${delayed}`),
      read(bounceOf({ mail, action: "failed" })),
    ];
    expect(first?.eventId).toBeDefined();
    expect(again?.eventId).toBe(first?.eventId);
    expect(later?.eventId).not.toBe(first?.eventId);
  });
});

describe("a feedback loop", () => {
  const feedback = (type: string) =>
    bounceOf({ mail })
      .replace("report-type=delivery-status", "report-type=feedback-report")
      .replace("Content-Type: message/delivery-status", "Content-Type: message/feedback-report")
      .replace("Reporting-MTA: dns; mx.example.net", `Feedback-Type: ${type}\r\nVersion: 1`)
      .replace(/Action: .*\r\nStatus: .*\r\n/, "");

  it("reports that the mail was marked as spam", () => {
    expect(read(feedback("abuse"))).toMatchObject({ kind: "complained", name: "complained", messageId: OUTBOX_ID });
  });

  it("reports nothing when the mail is no longer marked so", () => {
    expect(read(feedback("not-spam"))).toBeUndefined();
  });
});

describe("any other mail says nothing", () => {
  const other = headers.replaceAll(OUTBOX_ID, "c".repeat(24));

  it.each([
    ["an answer with the mail", `Subject: Re: A letter\r\n\r\nThank you!\r\n${mail}`],
    [
      "a report about an answer to the mail",
      bounceOf({ mail: `References: <delivery.${OUTBOX_ID}@amberkeep.example>` }),
    ],
    ["a forged report, by someone who knows the id of another mail", bounceOf({ mail: other })],
    ["a read receipt", bounceOf({ mail }).replaceAll("delivery-status", "disposition-notification")],
    ["a report without a recipient", bounceOf({ mail }).replace("Action:", "Reaction:")],
    ["an endless reply", bounceOf({ mail: "", reply: `smtp; ${"a".repeat(60_000)}` })],
    ["nothing", ""],
  ])("%s", (_, source) => {
    expect(read(source)).toBeUndefined();
  });
});
