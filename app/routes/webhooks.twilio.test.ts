import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import twilio from "twilio";
import { describe, expect, it, vi } from "vitest";
import { handleProviderEvent } from "~/domain/delivery/provider-event.server";
import { findMessage, writeMessage } from "~/domain/outbox/message.server";
import { env } from "~/env.server";
import { db, inTransaction } from "~/services/db.server";
import type { PhoneNumber } from "~/services/sms/phone-number.server";
import { deliveries, messages, providerEvents } from "~db/schema";
import { createBrowser } from "../../tests/factories/browser";
import { createDueLetter, deliveriesOf, storedVault } from "../../tests/factories/letter";
import { sendMessage } from "../../tests/factories/outbox";
import { answerOf } from "../../tests/factories/request";
import { createUser } from "../../tests/factories/user";
import { signedCallback } from "../../tests/mocks/twilio";
import { action } from "./webhooks.twilio";

const account = vi.hoisted(() => {
  const settings = { accountSid: `AC${"0".repeat(32)}`, authToken: "token-of-the-account" };
  process.env.TWILIO_ACCOUNT_SID = settings.accountSid;
  process.env.TWILIO_AUTH_TOKEN = settings.authToken;
  process.env.TWILIO_FROM = "+15005550006";
  // A closed port, so no test reaches the real service.
  process.env.TWILIO_URL = "http://127.0.0.1:9";
  return settings;
});

const newSid = () => `SM${Buffer.from(createId()).toString("hex").slice(0, 32)}`;
const addressOf = (messageId: string) => `${env.BASE_URL}/webhooks/twilio?message=${messageId}`;

function callback({
  sid = newSid(),
  status = "delivered",
  messageId = createId(),
  more = {},
  ...changes
}: {
  sid?: string;
  status?: string;
  messageId?: string;
  more?: Record<string, string>;
  accountSid?: string;
  authToken?: string;
}) {
  const text = { sid, to: "+491711234567", from: "+15005550006" };
  return signedCallback({ ...account, ...changes, url: addressOf(messageId), text, status, more });
}

/** Through a proxy: the host differs from the one Twilio signed. */
async function post({ url, body, signature }: { url: string; body: string; signature: string | null }) {
  const { pathname, search } = new URL(url);
  const request = new Request(`http://10.0.0.7:3000${pathname}${search}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      ...(signature && { "X-Twilio-Signature": signature }),
    },
    body,
  });
  return (await answerOf(action, request, await createBrowser())).status;
}

const kept = (eventId: string) => db.select().from(providerEvents).where(eq(providerEvents.eventId, eventId));

/** Its current attempt is an SMS in the outbox. */
async function createTextedDelivery() {
  const { user } = await createUser();
  const { id, delivery } = await createDueLetter(user);
  const messageId = await inTransaction(async (tx) => {
    const written = await writeMessage(
      tx,
      {
        kind: "delivery_sms",
        uniqueKey: `delivery_sms:${delivery.id}`,
        to: { name: "Mia", phone: "+491711234567" as PhoneNumber },
        props: { senderName: "Ada", url: `${env.BASE_URL}/open/${delivery.id}` },
        vaultId: id,
        deliveryId: delivery.id,
      },
      new Date(),
    );
    await tx.update(deliveries).set({ messageId: written }).where(eq(deliveries.id, delivery.id));
    return written;
  });
  const tell = async (sid: string, status: string, more: Record<string, string> = {}) => {
    expect(await post(callback({ sid, status, messageId, more }))).toBe(200);
    const [event] = await kept(`${sid}:${status}`);
    await handleProviderEvent(event?.id ?? "");
  };
  const stateOf = async () => (await deliveriesOf(id))[0]?.state;
  return { id, messageId, tell, stateOf };
}

it("signs like Twilio's SDK", () => {
  const { url, fields, signature } = callback({ more: { ErrorCode: "30003", Body: "Zoë & ü=+" } });
  expect(twilio.validateRequest(account.authToken, signature, url, fields)).toBe(true);
});

describe("a webhook of Twilio", () => {
  it.each([
    ["queued", "other"],
    ["sent", "other"],
    ["delivered", "arrived"],
    ["read", "arrived"],
    ["undelivered", "bounced"],
    ["failed", "bounced"],
    ["something_new", "other"],
  ])("that tells %s is kept as %s, once however often it comes", async (status, kind) => {
    const sid = newSid();
    const messageId = createId();
    const told = callback({ sid, status, messageId, more: { ErrorCode: "30005" } });
    expect(await Promise.all([post(told), post(told), post(told)])).toEqual([200, 200, 200]);
    expect(await kept(`${sid}:${status}`)).toMatchObject([
      { provider: "twilio", kind, messageId, name: status, detail: "30005: this number doesn’t exist" },
    ]);
  });

  it.each([
    ["30002", "undelivered"],
    ["30034", "undelivered"],
    ["21408", "undelivered"],
    ["30003", "bounced"],
    ["21610", "bounced"],
    ["0", "bounced"],
  ])("that tells a failure with %s is kept as %s", async (ErrorCode, kind) => {
    const sid = newSid();
    expect(await post(callback({ sid, status: "undelivered", messageId: createId(), more: { ErrorCode } }))).toBe(200);
    expect(await kept(`${sid}:undelivered`)).toMatchObject([{ kind }]);
  });

  it("records the arrival, whatever comes later", async () => {
    const { tell, stateOf } = await createTextedDelivery();
    const sid = newSid();
    await tell(sid, "delivered");
    expect(await stateOf()).toBe("arrived");
    await tell(sid, "sent");
    await tell(sid, "queued");
    expect(await stateOf()).toBe("arrived");
  });

  it("records a failed delivery with the reason and without the number", async () => {
    const { id, tell, stateOf } = await createTextedDelivery();
    await tell(newSid(), "undelivered", { ErrorCode: "30003" });
    expect(await stateOf()).toBe("failed");
    expect((await storedVault(id)).state).toBe("held");
  });

  it("proves that Twilio has the message when its response was lost", async () => {
    const { messageId, tell } = await createTextedDelivery();
    await sendMessage(messageId, "worker", new Date());
    expect(await findMessage(db, messageId)).toMatchObject({ state: "queued", mayBeSent: false });
    await db.update(messages).set({ mayBeSent: true }).where(eq(messages.id, messageId));
    await tell(newSid(), "delivered");
    await sendMessage(messageId, "worker", new Date(Date.now() + 3_600_000));
    expect(await findMessage(db, messageId)).toMatchObject({ state: "sent" });
  });

  it.each([
    ["no signature", () => ({ ...callback({}), signature: null })],
    ["a signature of nothing", () => ({ ...callback({}), signature: "" })],
    ["a signature that is too long", () => ({ ...callback({}), signature: "A".repeat(8_000) })],
    ["another token", () => callback({ authToken: "another-token" })],
    ["another account", () => callback({ accountSid: `AC${"1".repeat(32)}` })],
    ["the message changed", () => ({ ...callback({}), url: addressOf(createId()) })],
    ["the state changed", () => altered((body) => body.replaceAll("delivered", "failed"))],
    ["a field added", () => altered((body) => `${body}&ErrorCode=30003`)],
    ["a second state", () => altered((body) => `${body}&MessageStatus=failed`)],
    ["no form", () => ({ ...callback({}), body: "{}" })],
    ["nothing", () => ({ ...callback({}), body: "" })],
  ])("with %s is refused", async (_, make) => {
    expect(await post(make())).toBe(403);
  });

  it.each([
    ["an id that is none", () => callback({ sid: "SM' OR 1=1" })],
    ["an endless id", () => callback({ sid: `SM${"0".repeat(5_000)}` })],
    ["no state", () => callback({ status: "" })],
    ["a state in capitals", () => callback({ status: "DELIVERED; DROP TABLE" })],
    ["a code that is none", () => callback({ more: { ErrorCode: "<b>" } })],
    ["too much", () => callback({ more: { Body: "x".repeat(1_000_000) } })],
    [
      "too many fields",
      () => callback({ more: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`F${n}`, ""])) }),
    ],
  ])("with %s is malformed, though it is signed", async (_, make) => {
    expect(await post(make())).toBe(400);
  });

  it("stores an event about an unknown message without effect", async () => {
    const sid = newSid();
    expect(await post(callback({ sid, messageId: "%27%20OR%201%3D1" }))).toBe(200);
    const [event] = await kept(`${sid}:delivered`);
    expect(event).toMatchObject({ messageId: null });
    await expect(handleProviderEvent(event?.id ?? "")).resolves.toBeUndefined();
  });
});

function altered(change: (body: string) => string) {
  const signed = callback({});
  return { ...signed, body: change(signed.body) };
}
