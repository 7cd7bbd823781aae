import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../../../scripts/launch/ports";
import { type MailgunMock, startMailgun } from "../../../tests/mocks/mailgun";
import { createMailgunTransport } from "./mailgun-transport.server";
import type { OutgoingMail } from "./transport.server";

let mailgun: MailgunMock;
beforeEach(async () => {
  mailgun = await startMailgun();
});
afterEach(() => mailgun.close());

const from = "Amberkeep <letters@amberkeep.example>";
type Changes = { apiKey?: string; url?: string; domain?: string; timeoutMs?: number; logDelaySeconds?: number };
const transport = (changes: Changes = {}) => createMailgunTransport({ ...mailgun, from, ...changes });

const mail: OutgoingMail = {
  messageId: "delivery.abc123@amberkeep.example",
  to: { name: 'Zoë "Z", Müller', address: "mia+1@müller.example" },
  subject: "Für dich\r\nBcc: eve@example.org",
  text: "Hallo Zoë\n",
  html: "<p>Hallo Zoë</p>",
  outboxId: "abc123",
  optional: { unsubscribeUrl: "https://amberkeep.example/unsubscribe/t" },
};

it("sends every field as Mailgun requires", async () => {
  expect(await transport().send(mail)).toEqual({ ok: true, providerId: mail.messageId });
  expect(mailgun.taken[0]?.fields).toEqual({
    from,
    to: '"Zoë \\"Z\\", Müller" <mia+1@xn--mller-kva.example>',
    subject: "Für dich Bcc: eve@example.org",
    text: mail.text,
    html: mail.html,
    "h:Message-Id": "<delivery.abc123@amberkeep.example>",
    "h:Auto-Submitted": "auto-generated",
    "h:List-Unsubscribe": "<https://amberkeep.example/unsubscribe/t>",
    "h:List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "v:outbox_id": "abc123",
    "v:message_id": mail.messageId,
    "o:tracking": "no",
  });
});

describe("the meaning of a response", () => {
  it("400 is a refusal, reported without the address", async () => {
    mailgun.meet("bad_request");
    expect(await transport().send(mail)).toEqual({ ok: false, failure: "refused", reason: "Mailgun answered 400" });
  });

  it("400 about anything but the recipient is no refusal", async () => {
    mailgun.meet("bad_sender");
    const reason = "Mailgun answered 400";
    expect(await transport().send(mail)).toEqual({ ok: false, failure: "unavailable", reason });
  });

  it("429 is unavailable for as long as Retry-After says, also among many at once", async () => {
    mailgun.meet("ok", "too_many", "ok", "too_many");
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((n) => transport().send({ ...mail, messageId: `n${n}@a.example` })),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(2);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual(
      Array(2).fill({
        ok: false,
        failure: "unavailable",
        reason: "Mailgun answered 429",
        retryAfterSeconds: 7,
        isThrottled: true,
      }),
    );
  });

  it.each(["server_error", "accept_then_server_error"] as const)("%s leaves the outcome unknown", async (fault) => {
    mailgun.meet(fault);
    expect(await transport().send(mail)).toMatchObject({ failure: "unknown", reason: "Mailgun answered 500" });
  });

  it.each(["timeout", "close", "accept_then_timeout", "accept_then_close"] as const)(
    "%s is not mistaken for a refusal, though the SDK calls it 400",
    async (fault) => {
      mailgun.meet(fault);
      const sent = await transport({ timeoutMs: 400 }).send(mail);
      expect(sent).toMatchObject({ failure: "unknown", retryAfterSeconds: 120 });
    },
  );

  it("a closed port or an unknown host is unavailable: nothing can have been sent", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const unreachable = {
      ok: false,
      failure: "unavailable",
      reason: "Mailgun cannot be reached: ECONNREFUSED",
      isOurs: true,
    };
    expect(await transport({ url }).send(mail)).toEqual(unreachable);
    expect(await transport({ url: url.replace("127.0.0.1", "localhost") }).send(mail)).toEqual(unreachable);
  });

  it("a wrong key or domain concerns the account, not the mail", async () => {
    expect(await transport({ apiKey: "wrong" }).send(mail)).toMatchObject({
      failure: "unavailable",
      reason: "Mailgun answered 401",
    });
    expect(await transport({ domain: "other.example" }).send(mail)).toMatchObject({
      failure: "unavailable",
      reason: "Mailgun answered 404",
    });
  });

  it("an invalid address does not reach Mailgun", async () => {
    expect(await transport().send({ ...mail, to: { address: "mia@example.org\r\nBcc: x@y.z" } })).toMatchObject({
      failure: "refused",
    });
    expect(mailgun.requestCount()).toBe(0);
  });
});

it("a worker that is stopped before its request has left does not send it when it resumes", async () => {
  const sending = transport().send(mail);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_100);
  expect(await sending).toMatchObject({ ok: false, failure: "unknown" });
  expect(mailgun.taken).toEqual([]);
});

describe("findSent", () => {
  it("finds accepted messages whose response was lost, and no others", async () => {
    mailgun.meet("accept_then_close", "close");
    await transport().send(mail);
    await transport().send({ ...mail, messageId: "other@a.example" });
    expect(await transport().findSent(mail.messageId)).toBe("sent");
    expect(await transport().findSent("other@a.example")).toBe("not_sent");
  });

  it.each([true, false])("does not find one that Mailgun rejected (Message-Id kept: %s)", async (keepsMessageId) => {
    await mailgun.close();
    mailgun = await startMailgun({ keepsMessageId });
    await transport().send(mail);
    const [first] = mailgun.taken;
    if (first) mailgun.logResult(first, "rejected");
    await pause(5);
    expect(await transport().findSent(mail.messageId)).toBe("not_sent");
    await transport().send(mail);
    expect(await transport().findSent(mail.messageId)).toBe("sent");
  });

  it("finds it by our own variable where Mailgun replaced the Message-Id", async () => {
    await mailgun.close();
    mailgun = await startMailgun({ keepsMessageId: false });
    for (let n = 0; n < 310; n++) await transport().send({ ...mail, messageId: `n${n}@a.example` });
    expect(await transport().findSent("n309@a.example")).toBe("sent");
    expect(await transport().findSent("n310@a.example")).toBe("not_sent");
  });

  it("reads only what was asked for once Mailgun kept and found one of our Message-Ids", async () => {
    const one = transport();
    mailgun.meet("accept_then_close");
    await one.send({ ...mail, messageId: "lost@a.example" });
    const queriesFor = async (messageId: string) => {
      const before = mailgun.logQueryCount();
      return [await one.findSent(messageId), mailgun.logQueryCount() - before];
    };
    expect(await queriesFor("none@a.example")).toEqual(["not_sent", 2]);
    expect(await queriesFor("lost@a.example")).toEqual(["sent", 1]);
    expect(await queriesFor("none@a.example")).toEqual(["not_sent", 2]);
    await one.send(mail);
    expect(await queriesFor("none@a.example")).toEqual(["not_sent", 1]);
  });

  it("asks up to the instant it is given: the machine's clock may be days behind", async () => {
    mailgun.meet("accept_then_close");
    await transport().send(mail);
    const now = new Date();
    vi.useFakeTimers({ toFake: ["Date"], now: now.getTime() - 4 * 24 * 3_600_000 });
    try {
      expect(await transport().findSent(mail.messageId, now, now)).toBe("sent");
      expect(await transport().findSent(mail.messageId, now)).toBe("not_sent");
    } finally {
      vi.useRealTimers();
    }
  });

  it("learns that from a mail of its own when nothing else was found", async () => {
    const one = transport({ logDelaySeconds: 0 });
    await one.send(mail);
    await pause(5);
    const before = mailgun.logQueryCount();
    expect(await one.findSent("none@a.example")).toBe("not_sent");
    expect(mailgun.logQueryCount() - before).toBe(2);
    expect(await one.findSent("none@a.example")).toBe("not_sent");
    expect(mailgun.logQueryCount() - before).toBe(3);
  });

  it("does not expect a mail in the log too soon, nor by an id that was replaced", async () => {
    const soon = transport();
    await soon.send(mail);
    const before = mailgun.logQueryCount();
    expect(await soon.findSent("none@a.example")).toBe("not_sent");
    expect(await soon.findSent("none@a.example")).toBe("not_sent");
    expect(mailgun.logQueryCount() - before).toBe(4);
    await mailgun.close();
    mailgun = await startMailgun({ keepsMessageId: false });
    const replaced = transport({ logDelaySeconds: 0 });
    await replaced.send(mail);
    await pause(5);
    expect(await replaced.findSent(mail.messageId)).toBe("sent");
    expect(await replaced.findSent("none@a.example")).toBe("not_sent");
    expect(mailgun.logQueryCount()).toBe(4);
  });

  it("has no answer when Mailgun does not respond, and cannot tell when the attempt is older than its log", async () => {
    expect(await transport({ apiKey: "wrong" }).findSent(mail.messageId)).toBe("no_answer");
    expect(await transport({ url: `http://127.0.0.1:${await freePort()}` }).findSent(mail.messageId)).toBe("no_answer");
    const daysAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
    expect(await transport().findSent(mail.messageId, daysAgo)).toBe("cannot_tell");
    expect(await transport().findSent(mail.messageId, new Date())).toBe("not_sent");
  });
});
