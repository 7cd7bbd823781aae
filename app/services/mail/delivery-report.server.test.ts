import { describe, expect, it } from "vitest";
import { bounceOf } from "../../../tests/factories/bounce";
import { readDeliveryReport } from "./delivery-report.server";

const OUTBOX_ID = "tz4a98xxat96iws9zmbrgj3a";
const messageId = `delivery.${OUTBOX_ID}@amberkeep.example`;
const AT = new Date("2026-05-04T10:00:00Z");
const read = (source: string) => readDeliveryReport(Buffer.from(source), AT);

describe("the report of a mail server", () => {
  it("names the mail, and what became of it, without the address", async () => {
    expect(await read(bounceOf({ messageId }))).toEqual({
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
  ])("%s is %s", async (_, kind, status, reply) => {
    expect(await read(bounceOf({ messageId, status, reply }))).toMatchObject({ kind, messageId: OUTBOX_ID });
  });

  it.each([
    ["delayed", "delayed"],
    ["Delivered", "arrived"],
    ["relayed", "other"],
  ])("of the action %s is %s", async (action, kind) => {
    expect(await read(bounceOf({ messageId, action, status: "2.0.0" }))).toMatchObject({ kind });
  });

  it("is read from the headers of the mail, or if it breaks off after them", async () => {
    const headers = bounceOf({ messageId, returned: "text/rfc822-headers" });
    expect(await read(headers)).toMatchObject({ kind: "bounced", messageId: OUTBOX_ID });
    const whole = bounceOf({ messageId });
    const cut = whole.slice(0, whole.indexOf("Hello"));
    expect(await read(cut)).toMatchObject({ kind: "bounced", messageId: OUTBOX_ID });
  });

  it("is read when a server has replaced the Message-Id, as Amazon SES does", async () => {
    const replaced = { messageId: "0101-8e1ec8d8@eu-west-1.amazonses.com", headers: [`X-Amberkeep-Id: ${OUTBOX_ID}`] };
    expect(await read(bounceOf(replaced))).toMatchObject({ kind: "bounced", messageId: OUTBOX_ID });
  });

  it("is the same event in another folder, and another one when the same mail fails after a delay", async () => {
    const [first, again, later] = [
      await read(bounceOf({ messageId, action: "delayed" })),
      await read(`X-Folder: other\r\n${bounceOf({ messageId, action: "delayed" })}`),
      await read(bounceOf({ messageId })),
    ];
    expect(again?.eventId).toBe(first?.eventId);
    expect(later?.eventId).not.toBe(first?.eventId);
  });
});

describe("any other mail says nothing", () => {
  it.each([
    ["an answer that quotes the mail", `Subject: Re: A letter\r\nIn-Reply-To: <${messageId}>\r\n\r\nThank you!\r\n`],
    ["a report about another mail", bounceOf({ messageId: "20261127.4C38C@mx.example.net" })],
    ["a read receipt", bounceOf({ messageId }).replaceAll("delivery-status", "disposition-notification")],
    ["nothing", ""],
  ])("%s", async (_, source) => {
    expect(await read(source)).toBeUndefined();
  });
});
