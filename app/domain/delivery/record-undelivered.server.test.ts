import { createId } from "@paralleldrive/cuid2";
import { addDays, addSeconds } from "date-fns";
import { and, eq, inArray, isNotNull, like } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { advanceLegacyRequests } from "~/domain/legacy-help/advance-legacy-requests.server";
import { correctAddress } from "~/domain/legacy-help/contact-actions.server";
import { purgeExpired } from "~/domain/maintenance/purge-expired.server";
import { claimByIds } from "~/domain/outbox/claim-messages.server";
import { findEarlierAttempt } from "~/domain/outbox/earlier-attempt.server";
import { changePreferences } from "~/domain/outbox/email-preferences.server";
import { recordFollowUps } from "~/domain/outbox/follow-up.server";
import { writeMessage } from "~/domain/outbox/message.server";
import { recordSendResult } from "~/domain/outbox/record-send-result.server";
import { db, inTransaction } from "~/services/db.server";
import { listMailResults } from "~/services/mail.server";
import { installationFacts, messages, profiles, providerEvents } from "~db/schema";
import { createUndeliverable, storedLegacyRequest } from "../../../tests/factories/legacy";
import {
  createFailedLetter,
  createLetter,
  DUE_AT,
  deliveriesOf,
  recordOf,
  reportEvent,
  storedVault,
} from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { declineDelivery } from "./decline.server";
import { deliverVault } from "./deliver-vault.server";
import { takeNextSteps } from "./next-steps.server";
import { pollProvider } from "./poll-provider.server";
import { handleProviderEvents } from "./provider-event.server";
import { readdress } from "./readdress.server";
import { deliveryMessages } from "./send-outcome.server";
import { sendToProposedAddresses } from "./send-to-proposed.server";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read.
const mailgun = await vi.hoisted(async () => {
  const { sendWithMailgun } = await import("../../../tests/mocks/mailgun");
  return sendWithMailgun();
});
beforeEach(async () => {
  const names = ["provider_log_turn", "provider_log_read_until"];
  await db.delete(installationFacts).where(inArray(installationFacts.name, names));
});
afterAll(() => mailgun.close());

const SECOND = 1_000;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * SECOND);
const BLOCKLISTED = {
  severity: "permanent",
  "delivery-status": { code: 550, message: "5.7.1 Service unavailable, client host blocked" },
};
const NO_SUCH_USER = { severity: "permanent", "delivery-status": { code: 550, message: "5.1.1 No such user" } };

async function createMail() {
  const { user } = await createUser();
  const address = `${createId()}@example.net`;
  const vaultId = await createLetter(user, { recipientEmail: address, deliveryDate: "2020-01-01" });
  await deliverVault(vaultId);
  const current = async () => {
    const [delivery] = await deliveriesOf(vaultId);
    const [message] = await db
      .select()
      .from(messages)
      .where(eq(messages.id, delivery?.messageId ?? ""));
    if (!delivery || !message) throw new Error("There is no letter.");
    return { delivery, message };
  };
  const send = async (now = new Date()) => sendMessage((await current()).message.id, "worker", now);
  const taken = (to = address) => mailgun.taken.filter((mail) => mail.to.includes(to));
  const report = async (event: "failed" | "rejected" | "delivered", rest = {}, to = address) => {
    const mail = taken(to).at(-1);
    if (mail) mailgun.logResult(mail, event, rest);
    await poll();
  };
  return { user, address, vaultId, current, send, taken, report };
}

async function poll(): Promise<void> {
  await pollProvider(listMailResults, 0);
  while (await handleProviderEvents());
}

/** Claims a message whose attempt had an unknown result, long after that. `end` asks the provider about it. */
async function beginLookup(id: string) {
  const at = inSeconds(200);
  const [claim = expect.unreachable()] = await claimByIds([id], "worker", at);
  const known = findEarlierAttempt(claim, at);
  await known;
  const end = async () => recordSendResult(claim, (await known) ?? expect.unreachable(), deliveryMessages, at);
  return { end };
}

async function handleHeldEvents(messageId: string): Promise<void> {
  const isHeld = and(eq(providerEvents.messageId, messageId), isNotNull(providerEvents.handleAt));
  await db
    .update(providerEvents)
    .set({ handleAt: new Date(0) })
    .where(isHeld);
  while (await handleProviderEvents());
}

describe("a letter that comes back, but not because of its address", () => {
  it("stays on its rung and is sent again, with another Message-Id, at the time of its next attempt", async () => {
    const { vaultId, current, send, taken, report } = await createMail();
    await send();
    const before = Date.now();
    await report("failed", BLOCKLISTED);
    const { delivery, message } = await current();
    expect(delivery).toMatchObject({ rung: "first_address", state: "queued" });
    expect(message).toMatchObject({ state: "queued", attempts: 1, mayBeSent: false });
    expect(message.nextAttemptAt.getTime()).toBeGreaterThan(before + 5 * SECOND);
    expect(message.nextAttemptAt.getTime()).toBeLessThan(Date.now() + 13 * SECOND);
    await send(new Date(before));
    expect(taken()).toHaveLength(1);
    await send(inSeconds(15));
    expect(new Set(taken().map(({ id }) => id)).size).toBe(2);
    const [first, second] = taken().map(({ text }) => text.replace(/\/stop\/\S+/, ""));
    expect(second).toBe(first);
    await report("delivered");
    expect((await storedVault(vaultId)).state).toBe("delivered");
    const record = ["scheduled", "due", "handed_over", "undelivered", "handed_over", "arrived", "delivered"];
    expect(await recordOf(vaultId)).toEqual(record);
  });

  it("is sent again later if a mail server kept trying for two days", async () => {
    const { current, send, report } = await createMail();
    await send();
    const { id } = (await current()).message;
    await db
      .update(messages)
      .set({ attemptedAt: addDays(new Date(), -2) })
      .where(eq(messages.id, id));
    await report("failed", BLOCKLISTED);
    expect((await current()).message).toMatchObject({ state: "queued", attempts: 8 });
  });

  it("is not sent again once its recipient has declined it", async () => {
    const { current, send, report } = await createMail();
    await send();
    const { delivery, message } = await current();
    await declineDelivery(delivery);
    await report("failed", BLOCKLISTED);
    expect((await current()).message.id).toBe(message.id);
  });

  it("is not sent again to a corrected address because of the old one", async () => {
    const { user, vaultId, current, send, report } = await createMail();
    await send();
    const { delivery } = await current();
    await report("failed", NO_SUCH_USER);
    const corrected = { deliveryId: delivery.id, email: `${createId()}@example.net` };
    expect(await readdress(user, vaultId, corrected)).toEqual({ ok: true });
    await send();
    const { message } = await current();
    await report("rejected", { reject: { reason: "Account disabled" } });
    expect(await current()).toMatchObject({ delivery: { state: "sent" }, message: { id: message.id } });
  });

  it("has bounced after the last attempt", async () => {
    const { vaultId, current, send, report } = await createMail();
    await db
      .update(messages)
      .set({ attempts: 8 })
      .where(eq(messages.id, (await current()).message.id));
    await send();
    await report("failed", BLOCKLISTED);
    expect((await current()).message).toMatchObject({ state: "queued", attempts: 9 });
    await db
      .update(messages)
      .set({ nextAttemptAt: new Date() })
      .where(eq(messages.id, (await current()).message.id));
    await send();
    await report("failed", BLOCKLISTED);
    expect(await recordOf(vaultId)).toContain("bounced");
    expect((await storedVault(vaultId)).state).toBe("held");
  });

  it("has bounced at once when the mailbox answers", async () => {
    const { vaultId, send, report } = await createMail();
    await send();
    await report("failed", NO_SUCH_USER);
    expect(await recordOf(vaultId)).toContain("bounced");
    expect((await storedVault(vaultId)).state).toBe("held");
  });

  it("is sent again when it seemed to have arrived", async () => {
    const { vaultId, current, send, report } = await createMail();
    await send();
    await report("delivered");
    await report("failed", BLOCKLISTED);
    expect((await current()).delivery.state).toBe("queued");
    expect((await storedVault(vaultId)).state).toBe("delivering");
    await send(inSeconds(15));
    await report("delivered");
    expect((await storedVault(vaultId)).state).toBe("delivered");
  });

  it("is sent again once, though the provider's response was lost", async () => {
    const { current, send, taken, report } = await createMail();
    const first = (await current()).message.id;
    mailgun.meet("accept_then_close");
    await send();
    await report("failed", BLOCKLISTED);
    await sendMessage(first, "worker", inSeconds(200));
    await send(inSeconds(200));
    expect(taken()).toHaveLength(2);
    expect((await current()).delivery.state).toBe("sent");
  });

  it("is sent again, though that was reported while a lookup found it at the provider", async () => {
    const { current, report } = await createMail();
    const { id } = (await current()).message;
    mailgun.meet("accept_then_close");
    await sendMessage(id, "worker", new Date());
    const look = await beginLookup(id);
    await report("failed", BLOCKLISTED);
    await look.end();
    await recordFollowUps(deliveryMessages, { ids: [id] });
    await handleHeldEvents(id);
    const { delivery, message } = await current();
    expect(message.id).not.toBe(id);
    expect([delivery.state, message.state]).toEqual(["queued", "queued"]);
  });

  it("is sent again, though a lookup found it at the provider only after that", async () => {
    const { current, taken, report } = await createMail();
    const { id } = (await current()).message;
    mailgun.meet("accept_then_close");
    await sendMessage(id, "worker", new Date());
    await sendMessage(id, "worker", inSeconds(300));
    expect((await current()).delivery.state).toBe("sent");
    await report("failed", BLOCKLISTED);
    expect((await current()).message.id).not.toBe(id);
    expect(taken()).toHaveLength(1);
  });
});

it("a mail that Mailgun rejected was not sent: it is sent again, and an older report of that has no effect", async () => {
  const { current, send, taken, report } = await createMail();
  const first = (await current()).message.id;
  await send();
  await report("rejected", { reject: { reason: "Sandbox subdomains are for test purposes only" } });
  expect((await current()).delivery.state).toBe("queued");
  await send(inSeconds(15));
  expect(taken()).toHaveLength(2);
  const second = (await current()).message.id;
  expect(second).not.toBe(first);
  await db
    .update(messages)
    .set({ attemptedAt: new Date("2032-01-01") })
    .where(eq(messages.id, second));
  await reportEvent(second, "undelivered");
  expect((await current()).message.id).toBe(second);
});

it("a corrected address on Mailgun's list of bounces is removed from it, and the letter sent again", async () => {
  const { user, vaultId, current, send, taken, report } = await createMail();
  await send();
  await report("failed", NO_SUCH_USER);
  const right = `${createId()}@example.net`;
  mailgun.suppress(right);
  const [delivery] = await deliveriesOf(vaultId);
  const corrected = { deliveryId: delivery?.id ?? "", email: right };
  expect(await readdress(user, vaultId, corrected)).toEqual({ ok: true });
  await send();
  await poll();
  expect((await current()).delivery).toMatchObject({ state: "queued", rung: "first_address" });
  await send(inSeconds(15));
  expect(taken(right)).toHaveLength(2);
  await poll();
  await report("delivered", {}, right);
  expect((await storedVault(vaultId)).state).toBe("delivered");
});

describe("another mail that comes back, but not because of its address", () => {
  const stored = async (uniqueKey: string) => {
    const rows = await db
      .select()
      .from(messages)
      .where(like(messages.uniqueKey, `${uniqueKey}%`));
    return rows.toSorted((a, b) => a.uniqueKey.length - b.uniqueKey.length);
  };

  async function createMailTo(given: { expiresAt?: Date } = {}) {
    const { user } = await createUser();
    const uniqueKey = `weekly_digest:${createId()}`;
    const props = { name: user.name, upcoming: [], delivered: [], held: [], drafts: 1, url: "https://example.org" };
    const to = { name: user.name, email: user.email };
    const draft = { kind: "weekly_digest" as const, uniqueKey, to, props, ...given };
    const id = await inTransaction((tx) => writeMessage(tx, draft, new Date()));
    const taken = () => mailgun.taken.filter((mail) => mail.to.includes(user.email));
    const report = async (event: "failed" | "rejected" | "delivered" | "complained", rest = {}) => {
      const mail = taken().at(-1);
      if (mail) mailgun.logResult(mail, event, rest);
      await poll();
    };
    const last = async () => (await stored(uniqueKey)).at(-1) ?? expect.unreachable();
    const send = async (now = new Date()) => sendMessage((await last()).id, "worker", now);
    const failure = async () => {
      const [row] = await db.select().from(profiles).where(eq(profiles.email, user.email));
      return row?.failedMailKind;
    };
    return { user, id, taken, report, last, send, failure, all: () => stored(uniqueKey) };
  }

  it("is sent again with another Message-Id at the time of its next attempt, until it has arrived", async () => {
    const { taken, report, last, send, failure, all } = await createMailTo();
    await send();
    await report("failed", BLOCKLISTED);
    expect(await last()).toMatchObject({ state: "queued", attempts: 1, mayBeSent: false });
    await send();
    expect(taken()).toHaveLength(1);
    await send(inSeconds(15));
    await report("rejected", { reject: { reason: "Account disabled" } });
    await send(inSeconds(100));
    expect(new Set(taken().map(({ id }) => id)).size).toBe(3);
    expect(new Set(taken().map(({ text }) => text)).size).toBe(1);
    await report("delivered");
    const rows = await all();
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["sent", 1],
      ["sent", 2],
      ["sent", 3],
    ]);
    expect(rows.every(({ propsEncrypted, contentUntil }) => propsEncrypted.length === 0 && !contentUntil)).toBe(true);
    expect(await failure()).toBeNull();
  });

  it("is sent again once, though that was reported twice", async () => {
    const { id, all, send, failure } = await createMailTo();
    await send(DUE_AT);
    await reportEvent(id, "undelivered", "550 5.7.1");
    await reportEvent(id, "undelivered", "550 5.7.1");
    expect(await all()).toHaveLength(2);
    expect(await failure()).toBeNull();
  });

  it("is sent again once, though it was reported again after a lookup had found it", async () => {
    const { id, all, send, failure } = await createMailTo();
    mailgun.meet("accept_then_close");
    await send(DUE_AT);
    await reportEvent(id, "undelivered", "550 5.7.1");
    await sendMessage(id, "worker", addSeconds(DUE_AT, 200));
    await reportEvent(id, "undelivered", "550 5.7.1");
    expect(await failure()).toBeNull();
    expect((await all()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["sent", 1],
      ["queued", 1],
    ]);
  });

  it("leaves once its address is off Mailgun’s list of bounces", async () => {
    const { user, taken, report, send, failure } = await createMailTo();
    mailgun.suppress(user.email);
    await send();
    await poll();
    await send(inSeconds(15));
    await poll();
    expect(taken()).toHaveLength(2);
    await report("delivered");
    expect(await failure()).toBeNull();
  });

  it("is lost after its last attempt, without blame on its address", async () => {
    const { user, id, all, send } = await createMailTo();
    await db.update(messages).set({ attempts: 9 }).where(eq(messages.id, id));
    await send();
    await reportEvent(id, "undelivered", "550 5.7.1");
    expect(await all()).toHaveLength(1);
    const rows = await db.select().from(profiles).where(eq(profiles.email, user.email));
    expect(rows).toMatchObject([{ failedMailKind: "weekly_digest", isFailedMailRefused: false }]);
  });

  it("is not sent again once it has expired, or will have before its next attempt", async () => {
    const { report, all, send } = await createMailTo({ expiresAt: inSeconds(5) });
    await send();
    await report("failed", BLOCKLISTED);
    expect(await all()).toMatchObject([{ state: "sent", contentUntil: null, propsEncrypted: Buffer.alloc(0) }]);
  });

  it("is not sent again to a reader who has opted out or complained since", async () => {
    const [optedOut, complained] = [await createMailTo(), await createMailTo()];
    await optedOut.send();
    await changePreferences(optedOut.user.id, { weeklyDigest: false });
    await optedOut.report("failed", BLOCKLISTED);
    expect(await optedOut.all()).toHaveLength(1);
    await complained.send();
    await complained.report("complained");
    await reportEvent(complained.id, "undelivered");
    expect(await complained.all()).toHaveLength(1);
  });

  it("is not kept once it has arrived, though the response to it was lost", async () => {
    const { id, report, last, send, taken } = await createMailTo();
    mailgun.meet("accept_then_close");
    await send();
    expect((await last()).propsEncrypted.length).toBeGreaterThan(0);
    await report("delivered");
    await send(inSeconds(200));
    expect(taken()).toHaveLength(1);
    expect(await last()).toMatchObject({ id, state: "sent", propsEncrypted: Buffer.alloc(0), contentUntil: null });
  });

  it("is not kept once it is written again, though it is unknown whether it was sent", async () => {
    const { id, report, all, send, taken } = await createMailTo();
    mailgun.meet("accept_then_close");
    await send();
    await report("failed", BLOCKLISTED);
    const sizes = async () => (await all()).map(({ state, propsEncrypted }) => [state, propsEncrypted.length > 0]);
    expect(await sizes()).toEqual([
      ["queued", false],
      ["queued", true],
    ]);
    await sendMessage(id, "worker", inSeconds(200));
    expect(taken()).toHaveLength(1);
    expect((await all())[0]).toMatchObject({ state: "sent", propsEncrypted: Buffer.alloc(0), contentUntil: null });
    await send(inSeconds(200));
    expect(new Set(taken().map(({ text }) => text)).size).toBe(1);
    expect(taken()).toHaveLength(2);
  });

  it.each([
    ["written again", "failed", ["sent", "queued"]],
    ["arrived", "delivered", ["sent"]],
  ] as const)(
    "is not kept once it has %s, though that was reported while it was looked up",
    async (_, event, states) => {
      const { id, report, all, send } = await createMailTo();
      mailgun.meet("accept_then_close");
      await send();
      const look = await beginLookup(id);
      await report(event, BLOCKLISTED);
      expect(await all()).toMatchObject([{ state: "sending" }]);
      await look.end();
      await handleHeldEvents(id);
      const rows = await all();
      expect(rows.map(({ state }) => state)).toEqual(states);
      expect(rows[0]).toMatchObject({ propsEncrypted: Buffer.alloc(0), contentUntil: null });
    },
  );

  it("is kept while another attempt at it was not accepted", async () => {
    const { id, all, send, taken } = await createMailTo();
    await db.update(messages).set({ attempts: 1 }).where(eq(messages.id, id));
    await reportEvent(id, "undelivered", "550 5.7.1");
    await reportEvent(id, "arrived");
    await send();
    expect(taken()).toHaveLength(1);
    expect(await all()).toHaveLength(1);
  });

  it("is kept if it came back before its sending was recorded", async () => {
    const { id, taken, all, send } = await createMailTo();
    mailgun.meet("accept_then_close");
    await send();
    const mail = taken().at(-1);
    if (mail) mailgun.logResult(mail, "failed", BLOCKLISTED);
    await pollProvider(listMailResults, 0);
    await sendMessage(id, "worker", inSeconds(200));
    await poll();
    expect((await all()).map(({ state }) => state)).toEqual(["sent", "queued"]);
  });

  it("is not kept for longer than three days, or than it applies", async () => {
    const [notice, code] = [await createMailTo(), await createMailTo({ expiresAt: inSeconds(600) })];
    await notice.send();
    await code.send();
    const isKept = async ({ last }: typeof notice) => (await last()).propsEncrypted.length > 0;
    const kept = async (now: Date) => {
      await purgeExpired(now);
      return [await isKept(notice), await isKept(code)];
    };
    expect(await kept(inSeconds(590))).toEqual([true, true]);
    expect(await kept(inSeconds(610))).toEqual([true, false]);
    expect(await kept(addDays(new Date(), 2))).toEqual([true, false]);
    expect(await kept(addDays(inSeconds(10), 3))).toEqual([false, false]);
  });
});

it("a letter is not kept once it is sent", async () => {
  const { current, send } = await createMail();
  await send();
  expect((await current()).message).toMatchObject({ propsEncrypted: Buffer.alloc(0), contentUntil: null });
});

it("waits for an answer from the day on which a repeated request leaves", async () => {
  const { user } = await createUser();
  const backupEmail = `${createId()}@example.org`;
  const { id } = await createFailedLetter(user, { backupName: "Bo", backupEmail });
  const [request] = await writtenTo(backupEmail, "backup_request");
  await sendMessage(request?.id ?? "", "worker", DUE_AT);
  await reportEvent(request?.id ?? "", "undelivered", "550 5.7.1");
  const again = (await writtenTo(backupEmail, "backup_request")).find((mail) => mail.id !== request?.id);
  expect((await deliveriesOf(id))[0]?.messageId).toBe(again?.id);
  const later = addDays(DUE_AT, 4);
  await sendMessage(again?.id ?? "", "worker", later);
  const rungAfter = async (days: number) => {
    await takeNextSteps(addDays(DUE_AT, days));
    return (await deliveriesOf(id))[0]?.rung;
  };
  expect([await rungAfter(8), await rungAfter(12)]).toEqual(["backup", "held"]);
});

it("does not wait for the answer to a request that is lost", async () => {
  const { user } = await createUser();
  const backupEmail = `${createId()}@example.org`;
  const { id } = await createFailedLetter(user, { backupName: "Bo", backupEmail });
  const [request] = await writtenTo(backupEmail, "backup_request");
  await db
    .update(messages)
    .set({ attempts: 9 })
    .where(eq(messages.id, request?.id ?? ""));
  await sendMessage(request?.id ?? "", "worker", DUE_AT);
  await reportEvent(request?.id ?? "", "undelivered", "550 5.7.1");
  expect(await deliveriesOf(id)).toMatchObject([{ rung: "held" }]);
  expect(await recordOf(id)).toContain("ask_failed");
});

it("moves the 72 hours of a proposed address to the day on which its repeated notice leaves", async () => {
  const { owner, id, delivery, helper } = await createUndeliverable();
  const given = `${createId()}@example.net`;
  await correctAddress(helper, { deliveryId: delivery.id, email: given }, DUE_AT);
  const [notice] = await writtenTo(owner.email, "proposed_address");
  await sendMessage(notice?.id ?? "", "worker", DUE_AT);
  await reportEvent(notice?.id ?? "", "undelivered", "550 5.7.1");
  const again = (await writtenTo(owner.email, "proposed_address")).find((mail) => mail.id !== notice?.id);
  await sendMessage(again?.id ?? "", "worker", addDays(DUE_AT, 2));
  const addressAfter = async (days: number) => {
    await sendToProposedAddresses(addDays(DUE_AT, days));
    return (await deliveriesOf(id))[0]?.recipientEmail;
  };
  expect([await addressAfter(4), await addressAfter(5)]).toEqual([delivery.recipientEmail, given]);
});

it("moves the thirty days of a legacy contact to the day on which the repeated notice leaves", async () => {
  const { owner, contact } = await createUndeliverable({ receiveDuplicate: true });
  const [notice] = await writtenTo(owner.email, "legacy_wait");
  await sendMessage(notice?.id ?? "", "worker", DUE_AT);
  await reportEvent(notice?.id ?? "", "undelivered", "550 5.7.1");
  const again = (await writtenTo(owner.email, "legacy_wait")).find((mail) => mail.id !== notice?.id);
  await sendMessage(again?.id ?? "", "worker", addDays(DUE_AT, 2));
  const stateAfter = async (days: number) => {
    await advanceLegacyRequests(addDays(DUE_AT, days));
    return (await storedLegacyRequest(contact.id, "duplicate"))?.state;
  };
  expect([await stateAfter(30), await stateAfter(31), await stateAfter(32)]).toEqual(["waiting", "waiting", "open"]);
});
