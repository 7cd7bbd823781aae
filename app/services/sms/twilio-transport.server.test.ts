import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/launch/ports";
import { startTwilio, type TwilioMock } from "../../../tests/mocks/twilio";
import { type PhoneNumber, readPhoneNumber } from "./phone-number.server";
import type { OutgoingSms } from "./transport.server";
import { createTwilioTransport } from "./twilio-transport.server";

let twilio: TwilioMock;
beforeEach(async () => {
  twilio = await startTwilio();
});
afterEach(() => twilio.close());

const transport = (changes: Partial<Parameters<typeof createTwilioTransport>[0]> = {}) =>
  createTwilioTransport({
    ...twilio,
    from: "+15005550006",
    callbackUrl: "https://amberkeep.example/webhooks/twilio",
    ...changes,
  });

const phone = readPhoneNumber("+49 171 1234567") as PhoneNumber;
const text: OutgoingSms = {
  messageId: "delivery_sms.abc123@amberkeep.example",
  to: { name: "Mia", phone },
  body: "Zoë kept something for you: https://amberkeep.example/open/abc & more",
  outboxId: "abc123",
};
const other = { ...text, body: "Ben kept something for you: https://amberkeep.example/open/def" };

it("sends what Twilio requires, with the callback URL", async () => {
  const sent = await transport().send(text);
  expect(twilio.taken).toMatchObject([
    {
      to: "+491711234567",
      from: "+15005550006",
      body: text.body,
      callbackUrl: "https://amberkeep.example/webhooks/twilio?message=abc123",
    },
  ]);
  expect(sent).toEqual({ ok: true, providerId: twilio.taken[0]?.sid });
  await transport({ from: `MG${"1".repeat(32)}`, url: `${twilio.url}/` }).send(text);
  expect(twilio.taken[1]?.from).toBe(`MG${"1".repeat(32)}`);
});

describe("the meaning of a response", () => {
  it.each([
    ["no_such_number", 21211],
    ["said_stop", 21610],
  ] as const)("%s is a refusal for good, told without the number", async (fault, code) => {
    twilio.meet(fault);
    const reason = `Twilio answered 400 (${code})`;
    expect(await transport().send(text)).toEqual({ ok: false, failure: "refused", reason });
  });

  it.each([
    ["no_permission", 21408],
    ["unknown_refusal", 29999],
  ] as const)("%s is our trouble, which may heal", async (fault, code) => {
    twilio.meet(fault);
    const reason = `Twilio answered 400 (${code})`;
    expect(await transport().send(text)).toEqual({ ok: false, failure: "unavailable", reason });
  });

  it("429 is unavailable for as long as Retry-After says, and is not tried again by the SDK", async () => {
    twilio.meet("too_many");
    expect(await transport().send(text)).toEqual({
      ok: false,
      failure: "unavailable",
      reason: "Twilio answered 429 (20429)",
      retryAfterSeconds: 7,
      isThrottled: true,
    });
    expect(twilio.requestCount()).toBe(1);
  });

  it.each([
    ["server_error", "Twilio answered 500 (20500)"],
    ["accept_then_server_error", "Twilio answered 500 (20500)"],
    ["accept_then_nonsense", "Twilio answered 201"],
  ] as const)("%s leaves the outcome unknown", async (fault, reason) => {
    twilio.meet(fault);
    expect(await transport().send(text)).toMatchObject({ failure: "unknown", reason });
  });

  it.each(["timeout", "close", "accept_then_timeout", "accept_then_close"] as const)(
    "%s leaves the outcome unknown",
    async (fault) => {
      twilio.meet(fault);
      const sent = await transport({ timeoutMs: 400 }).send(text);
      expect(sent).toMatchObject({ failure: "unknown", retryAfterSeconds: 60 });
    },
  );

  it("a closed port is unavailable: nothing can have been sent", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const unreachable = {
      ok: false,
      failure: "unavailable",
      reason: "Twilio cannot be reached: ECONNREFUSED",
      isOurs: true,
    };
    expect(await transport({ url }).send(text)).toEqual(unreachable);
  });

  it("a wrong token concerns the account, not the message", async () => {
    expect(await transport({ authToken: "wrong" }).send(text)).toMatchObject({
      failure: "unavailable",
      reason: "Twilio answered 401 (20003)",
    });
  });
});

describe("findSent", () => {
  it("finds accepted messages whose response was lost, and no others", async () => {
    twilio.meet("accept_then_close", "close");
    await transport().send(text);
    await transport().send(other);
    expect(await transport().findSent(text, new Date())).toBe("sent");
    expect(await transport().findSent(other, new Date())).toBe("not_sent");
    const toAnother = { ...text, to: { name: "Ben", phone: "+4917199999999" as PhoneNumber } };
    expect(await transport().findSent(toAnother, new Date())).toBe("not_sent");
  });

  it("does not count one that failed because of our account, which is sent again", async () => {
    await transport().send(text);
    const [first] = twilio.taken;
    Object.assign(first ?? {}, { status: "undelivered", errorCode: 30005 });
    expect(await transport().findSent(text)).toBe("sent");
    Object.assign(first ?? {}, { errorCode: 30002 });
    expect(await transport().findSent(text)).toBe("not_sent");
  });

  it("does not count those that are known to be other messages, though they have the same words", async () => {
    await transport().send(text);
    const others = twilio.taken.map(({ sid }) => sid);
    expect(await transport().findSent(text, new Date(), others)).toBe("not_sent");
    await transport().send(text);
    expect(await transport().findSent(text, new Date(), others)).toBe("sent");
  });

  it("does not mistake the same words of another day for it", async () => {
    await transport().send(text);
    for (const { takenAt } of twilio.taken) takenAt.setUTCDate(takenAt.getUTCDate() - 3);
    expect(await transport().findSent(text, new Date())).toBe("not_sent");
    twilio.meet("accept_then_close");
    await transport().send(text);
    expect(await transport().findSent(text, new Date())).toBe("sent");
  });

  it("reads a thousand messages, and cannot tell about older ones", async () => {
    await transport().send(text);
    const [taken] = twilio.taken;
    if (!taken) throw new Error("It was not taken.");
    for (let n = 0; n < 1_005; n += 1) twilio.taken.unshift({ ...taken, body: `Number ${n}` });
    expect(await transport().findSent(text, new Date())).toBe("sent");
    expect(await transport().findSent(other, new Date())).toBe("cannot_tell");
  });

  it("finds it where the account changes the text, and cannot tell where it keeps none", async () => {
    await twilio.close();
    twilio = await startTwilio({ keeps: (body) => `Sent from your Twilio trial account - ${body.replace("ë", "e")}` });
    await transport().send(text);
    expect(await transport().findSent(text, new Date())).toBe("sent");
    await twilio.close();
    twilio = await startTwilio({ keeps: () => "" });
    expect(await transport().findSent(text, new Date())).toBe("not_sent");
    await transport().send(text);
    expect(await transport().findSent(text, new Date())).toBe("cannot_tell");
  });

  it("has no answer when Twilio does not respond, and cannot tell when the attempt is older than its log", async () => {
    expect(await transport({ authToken: "wrong" }).findSent(text, new Date())).toBe("no_answer");
    expect(await transport({ url: `http://127.0.0.1:${await freePort()}` }).findSent(text)).toBe("no_answer");
    expect(await transport().findSent(text, new Date(Date.now() - 60 * 86_400_000))).toBe("cannot_tell");
  });
});
