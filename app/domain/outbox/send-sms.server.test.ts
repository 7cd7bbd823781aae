import { randomInt } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { desc, eq, like } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { handleProviderEvent, saveProviderEvent } from "~/domain/delivery/provider-event.server";
import { db, inTransaction } from "~/services/db.server";
import { hashSecretToken } from "~/services/secret-token.server";
import { type PhoneNumber, readPhoneNumber } from "~/services/sms/phone-number.server";
import { isSmsConfigured } from "~/services/sms.server";
import { messages, openingCodes, providerEvents } from "~db/schema";
import { sendMessage } from "../../../tests/factories/outbox";
import { claimDue } from "./claim-messages.server";
import { laneOf } from "./lane";
import { findMessage, writeMessage } from "./message.server";

// The real SDK and a fake Twilio over HTTP; set before `env` is read.
const twilio = await vi.hoisted(async () => {
  const { startTwilio } = await import("../../../tests/mocks/twilio");
  const mock = await startTwilio();
  Object.assign(process.env, {
    TWILIO_ACCOUNT_SID: mock.accountSid,
    TWILIO_AUTH_TOKEN: mock.authToken,
    TWILIO_FROM: "+15005550006",
    TWILIO_URL: mock.url,
  });
  return mock;
});
afterEach(() => twilio.meet());
afterAll(() => twilio.close());

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
const phone = readPhoneNumber("+49 171 1234567") as PhoneNumber;

async function createWaitingSms() {
  const url = `https://amberkeep.example/open/${createId()}`;
  const id = await inTransaction((tx) =>
    writeMessage(
      tx,
      {
        kind: "delivery_sms",
        uniqueKey: `delivery_sms:${createId()}`,
        to: { name: "Mia", phone },
        props: { senderName: "Ada", url },
      },
      new Date(),
    ),
  );
  const stored = async () => await findMessage(db, id);
  return { id, url, stored, taken: () => twilio.taken.filter(({ body }) => body.endsWith(url)) };
}

describe("a text message in the outbox", () => {
  it("is stored with a number, and sent once, without an email", async () => {
    const { id, stored, taken } = await createWaitingSms();
    expect(isSmsConfigured()).toBe(true);
    expect(await stored()).toMatchObject({ channel: "sms", toAddress: "+491711234567", state: "queued" });
    await Promise.all(Array.from({ length: 5 }, (_, index) => sendMessage(id, `worker ${index}`, new Date())));
    expect(taken()).toMatchObject([{ to: "+491711234567", body: expect.stringMatching(/^Ada kept something/) }]);
    expect(taken()[0]?.callbackUrl).toMatch(`/webhooks/twilio?message=${id}`);
    expect(await stored()).toMatchObject({ state: "sent", attempts: 1, providerId: taken()[0]?.sid });
    expect((await stored())?.propsEncrypted).toHaveLength(0);
  });

  it("is claimed apart from mails, the one due longest first", async () => {
    await db.delete(messages);
    const ids = [];
    for (let number = 0; number < 3; number += 1) ids.push((await createWaitingSms()).id);
    const [late = "", early = "", mail = ""] = ids.toSorted();
    const set = (id: string, columns: Partial<typeof messages.$inferInsert>) =>
      db.update(messages).set(columns).where(eq(messages.id, id));
    await set(early, { nextAttemptAt: inSeconds(-60) });
    await set(mail, { channel: "mail", nextAttemptAt: inSeconds(-90) });
    const claimed = async (atMost: number) => {
      const claims = await claimDue({ channel: "sms", lanes: [laneOf("delivery_sms")], atMost }, "worker");
      return claims.map(({ message }) => message.id);
    };
    expect(await claimed(1)).toEqual([early]);
    expect(await claimed(3)).toEqual([late]);
  });

  it("is looked up at Twilio before it is repeated, and not before Twilio's log has it", async () => {
    const { id, stored, taken } = await createWaitingSms();
    twilio.meet("accept_then_close");
    await sendMessage(id, "worker", new Date());
    expect(await stored()).toMatchObject({ state: "queued", mayBeSent: true });
    const asked = twilio.listQueryCount();
    await sendMessage(id, "worker", inSeconds(30));
    expect(twilio.listQueryCount()).toBe(asked);
    await sendMessage(id, "worker", inSeconds(90));
    expect(twilio.listQueryCount()).toBe(asked + 1);
    expect(taken()).toHaveLength(1);
    expect(await stored()).toMatchObject({ state: "sent", attempts: 1 });
  });

  it("is not looked up once Twilio has reported any step of it", async () => {
    const { id, stored, taken } = await createWaitingSms();
    twilio.meet("accept_then_close");
    await sendMessage(id, "worker", new Date());
    const eventId = `${taken()[0]?.sid}:sent`;
    const report = { provider: "twilio", eventId, token: eventId, kind: "other", name: "sent", detail: "" } as const;
    await saveProviderEvent({ ...report, messageId: id, at: new Date() });
    const asked = twilio.listQueryCount();
    await sendMessage(id, "worker", inSeconds(90));
    expect([await stored(), taken().length]).toMatchObject([{ state: "sent" }, 1]);
    expect(twilio.listQueryCount()).toBe(asked);
  });

  it("that Twilio does not know is sent again", async () => {
    const { id, stored, taken } = await createWaitingSms();
    twilio.meet("close");
    await sendMessage(id, "worker", new Date());
    await sendMessage(id, "worker", inSeconds(90));
    expect(taken()).toHaveLength(1);
    expect(await stored()).toMatchObject({ state: "sent", attempts: 2 });
  });

  /** With a code. `comesBack`: Twilio did not deliver it because of our account. */
  async function createCode() {
    const [id, code, expiresAt] = [createId(), String(randomInt(100_000, 999_999)), inSeconds(600)];
    const hashes = { codeHash: hashSecretToken(code), browserHash: hashSecretToken("a browser") };
    await db.insert(openingCodes).values({ id, ...hashes, triesLeft: 5, createdAt: new Date(), expiresAt });
    const uniqueKey = `opening_code:${id}`;
    const to = { name: "Mia", phone };
    const draft = { kind: "opening_code_sms", uniqueKey, to, vaultId: createId(), expiresAt } as const;
    const first = await inTransaction((tx) => writeMessage(tx, { ...draft, props: { code, minutes: 10 } }, new Date()));
    const isOurs = like(messages.uniqueKey, `${uniqueKey}%`);
    const last = async () => (await db.select().from(messages).where(isOurs).orderBy(desc(messages.uniqueKey)))[0];
    const taken = () => twilio.taken.filter(({ body }) => body.includes(code));
    const comesBack = async (messageId: string, at: Date) => {
      const eventId = `${taken().at(-1)?.sid}:failed`;
      const report = { provider: "twilio", eventId, token: eventId, name: "failed", detail: "30002" } as const;
      await saveProviderEvent({ ...report, kind: "undelivered", messageId, at }, at);
      const [event] = await db.select().from(providerEvents).where(eq(providerEvents.eventId, eventId));
      await handleProviderEvent(event?.id ?? "", at);
    };
    return { first, last, taken, comesBack, expiresAt, count: () => db.$count(messages, isOurs) };
  }

  it("with a code is sent again while the code works, when Twilio did not deliver it because of our account", async () => {
    const { first, last, taken, comesBack, expiresAt, count } = await createCode();
    await sendMessage(first, "worker", new Date());
    await comesBack(first, inSeconds(5));
    const second = await last();
    expect(second).toMatchObject({ state: "queued", attempts: 1, channel: "sms", toAddress: phone, expiresAt });
    await sendMessage(second?.id ?? "", "worker", inSeconds(60));
    expect(taken()).toHaveLength(2);
    await comesBack(second?.id ?? "", inSeconds(595));
    expect(await count()).toBe(2);
  });

  it("that repeats another is not taken for that one at Twilio", async () => {
    const { first, last, taken, comesBack } = await createCode();
    twilio.meet("accept_then_close");
    await sendMessage(first, "worker", new Date());
    await comesBack(first, inSeconds(5));
    const second = (await last())?.id ?? "";
    twilio.meet("close");
    await sendMessage(second, "worker", inSeconds(60));
    expect([(await last())?.mayBeSent, taken().length]).toEqual([true, 1]);
    await sendMessage(second, "worker", inSeconds(200));
    expect(taken()).toHaveLength(2);
    expect(await last()).toMatchObject({ id: second, state: "sent", providerId: taken()[1]?.sid });
  });

  it("to an invalid number fails at once, and is logged without the number", async () => {
    const { id, stored } = await createWaitingSms();
    twilio.meet("no_such_number");
    await sendMessage(id, "worker", new Date());
    expect(await stored()).toMatchObject({ state: "failed", lastError: "Twilio answered 400 (21211)" });
  });
});
