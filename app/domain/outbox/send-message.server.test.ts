import { createId } from "@paralleldrive/cuid2";
import { addSeconds, differenceInSeconds } from "date-fns";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { askRecipients } from "~/domain/address-health/confirmation.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { takeNextSteps } from "~/domain/delivery/next-steps.server";
import { deliveryMessages } from "~/domain/delivery/send-outcome.server";
import { listEvents } from "~/domain/vault/history.server";
import { env } from "~/env.server";
import { db, inTransaction, pool } from "~/services/db.server";
import { log } from "~/services/log.server";
import { messages, rateLimiters, workerHeartbeats } from "~db/schema";
import { onOneServer } from "../../../tests/factories/cluster";
import { createLetter, deliveriesOf, recordOf, reportEvent, storedVault } from "../../../tests/factories/letter";
import { sendMessage, sendMessages, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { type Claim, claimByIds, releaseClaims, renewClaim } from "./claim-messages.server";
import { recordFollowUps } from "./follow-up.server";
import { rescheduleFutureAttempts } from "./future-attempts.server";
import { type OutboxMessage, withProps, writeMessage } from "./message.server";
import { listPauses } from "./rate-limiter.server";
import type { MessageOwner } from "./record-send-result.server";
import * as outbox from "./send-message.server";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read.
const mailgun = await vi.hoisted(async () => {
  const { startMailgun } = await import("../../../tests/mocks/mailgun");
  const mock = await startMailgun({ retryAfter: "90" });
  Object.assign(process.env, {
    MAILGUN_API_KEY: mock.apiKey,
    MAILGUN_DOMAIN: mock.domain,
    MAILGUN_URL: mock.url,
  });
  return mock;
});

afterEach(async () => {
  mailgun.meet();
  await db.delete(rateLimiters);
});
afterAll(async () => {
  await mailgun.close();
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

async function createWaitingMail() {
  const { user } = await createUser();
  const address = `${createId()}@example.net`;
  const vaultId = await createLetter(user, { recipientEmail: address, deliveryDate: "2020-01-01" });
  await deliverVault(vaultId);
  const [mail] = await writtenTo(address, "delivery");
  if (!mail) throw new Error("No mail was written.");
  const taken = () => mailgun.taken.filter(({ to }) => to.includes(address));
  return { id: mail.id, vaultId, user, taken };
}

async function stored(id: string): Promise<typeof messages.$inferSelect> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id));
  if (!row) throw new Error("There is no such message.");
  return row;
}

describe("a message in the outbox", () => {
  it("is sent, and its vault delivered once the provider reports the arrival", async () => {
    const { id, vaultId, user, taken } = await createWaitingMail();
    await sendMessage(id, "worker", new Date());
    expect(taken()).toHaveLength(1);
    expect(await stored(id)).toMatchObject({
      state: "sent",
      attempts: 1,
      mayBeSent: false,
      claimToken: null,
      claimedBy: null,
      providerId: `delivery.${id}@localhost`,
    });
    expect(await deliveriesOf(vaultId)).toMatchObject([{ state: "sent" }]);
    expect((await storedVault(vaultId)).state).toBe("delivering");
    expect(await recordOf(vaultId)).toEqual(["scheduled", "due", "handed_over"]);
    expect(await writtenTo(user.email, "delivered_notice")).toEqual([]);
    await reportEvent(id, "arrived");
    expect(await storedVault(vaultId)).toMatchObject({ state: "delivered", waitingTitle: null });
    expect(await recordOf(vaultId)).toEqual(["scheduled", "due", "handed_over", "arrived", "delivered"]);
    const [notice, ...others] = await writtenTo(user.email, "delivered_notice");
    expect(others).toEqual([]);
    expect(notice?.props).toMatchObject({ recipientName: "Mia", url: `${env.BASE_URL}/memories/${vaultId}` });
  });

  it("is given back when the database fails before the message leaves, and sent later", async () => {
    const { id, taken } = await createWaitingMail();
    const stillApplies = () => Promise.reject(new Error("Connection lost"));
    await outbox.sendMessages([id], "worker", { ...deliveryMessages, stillApplies });
    expect(await stored(id)).toMatchObject({ state: "queued", attempts: 0, mayBeSent: false, claimToken: null });
    expect(taken()).toEqual([]);
    await sendMessage(id, "worker", inSeconds(60));
    expect(taken()).toHaveLength(1);
  });

  it("is sent as it is worded now, which changes nothing that is stored", async () => {
    const { id, taken } = await createWaitingMail();
    const { propsEncrypted } = await stored(id);
    const withCurrentWording = async (message: OutboxMessage) => withProps(message, { recipientName: "Leo" });
    mailgun.meet("server_error");
    await outbox.sendMessages([id], "worker", { ...deliveryMessages, withCurrentWording });
    expect(await stored(id)).toMatchObject({ state: "queued", propsEncrypted });
    mailgun.meet();
    await outbox.sendMessages([id], "worker", { ...deliveryMessages, withCurrentWording }, inSeconds(3_600));
    expect(taken()[0]?.text).toContain("Dear Leo,");
  });

  it("is sent once, however often and simultaneously that is requested", async () => {
    const { id, vaultId, taken } = await createWaitingMail();
    await Promise.all(Array.from({ length: 10 }, (_, index) => sendMessage(id, `worker ${index}`, new Date())));
    await sendMessage(id, "worker", inSeconds(86_400));
    expect(taken()).toHaveLength(1);
    expect((await stored(id)).attempts).toBe(1);
    expect(await recordOf(vaultId)).toEqual(["scheduled", "due", "handed_over"]);
  });

  it("counts as arrived after three days without a bounce, before the first reminder", async () => {
    const { id, vaultId, user } = await createWaitingMail();
    await sendMessage(id, "worker", new Date());
    await takeNextSteps(inSeconds(2 * 86_400));
    expect((await storedVault(vaultId)).state).toBe("delivering");
    await takeNextSteps(inSeconds(3 * 86_400 + 60));
    expect((await storedVault(vaultId)).state).toBe("delivered");
    expect(await recordOf(vaultId)).toEqual([
      "scheduled",
      "due",
      "handed_over",
      "presumed_arrived",
      "delivered",
      "reminded",
    ]);
    expect(await writtenTo(user.email, "delivered_notice")).toHaveLength(1);
  });

  it("is not sent before its time", async () => {
    const { id, taken } = await createWaitingMail();
    await sendMessage(id, "worker", inSeconds(-60));
    expect(taken()).toEqual([]);
    expect(await stored(id)).toMatchObject({ state: "queued", attempts: 0 });
  });

  it("that does not exist is ignored", async () => {
    await expect(sendMessage(createId(), "worker")).resolves.toBeUndefined();
  });

  it("is one row however often it is written", async () => {
    const to = { name: "Mia", email: `${createId()}@example.net` };
    const props = { recipientName: "Mia", code: "123456", minutes: 10 };
    const draft = { kind: "opening_code", uniqueKey: `opening_code:${createId()}`, to, props } as const;
    for (let time = 0; time < 2; time += 1) await inTransaction((tx) => writeMessage(tx, draft, new Date()));
    expect(await writtenTo(to.email, "opening_code")).toHaveLength(1);
  });
});

describe("messages that are sent together", () => {
  it("are each sent once by several workers", async () => {
    const mails = await Promise.all(Array.from({ length: 6 }, createWaitingMail));
    const ids = mails.map(({ id }) => id);
    const [first] = mails;
    await Promise.all([
      sendMessages(ids, "one worker"),
      sendMessages(ids, "another worker"),
      sendMessages([first?.id ?? ""], "a third"),
    ]);
    for (const { id, taken, vaultId } of mails) {
      expect(taken()).toHaveLength(1);
      expect(await stored(id)).toMatchObject({ state: "sent", attempts: 1, providerId: `delivery.${id}@localhost` });
      expect(await recordOf(vaultId)).toEqual(["scheduled", "due", "handed_over"]);
    }
  });

  it("get their own results, and a lost claim does not affect the others", async () => {
    const [refused, late, good] = await Promise.all(Array.from({ length: 3 }, createWaitingMail));
    if (!refused || !late || !good) throw new Error("There are no mails.");
    await sendMessages([], "nobody");
    mailgun.meet("accept_then_wait", "accept_then_wait");
    const hanging = sendMessages([late.id, good.id], "frozen worker", new Date());
    await vi.waitFor(() => expect([...late.taken(), ...good.taken()]).toHaveLength(2));
    // Another worker takes one of them over before the results arrive.
    await db.update(messages).set({ claimToken: createId() }).where(eq(messages.id, late.id));
    mailgun.answerWaiting();
    await hanging;
    expect(await stored(good.id)).toMatchObject({ state: "sent" });
    expect(await stored(late.id)).toMatchObject({ state: "sending" });
    expect(await recordOf(late.vaultId)).toEqual(["scheduled", "due"]);

    mailgun.meet("bad_request");
    const other = await createWaitingMail();
    await sendMessages([refused.id], "worker");
    await sendMessages([refused.id, other.id], "worker");
    expect((await stored(refused.id)).state).toBe("failed");
    expect((await stored(other.id)).state).toBe("sent");
  });
});

describe("a worker that dies", () => {
  it("after acceptance has its mail looked up, not sent again, and its late answer ignored", async () => {
    const { id, vaultId, taken } = await createWaitingMail();
    mailgun.meet("accept_then_timeout");
    const hanging = sendMessage(id, "dead worker", new Date());
    await vi.waitFor(() => expect(taken()).toHaveLength(1));
    expect(await stored(id)).toMatchObject({ state: "sending", claimedBy: "dead worker", mayBeSent: true });

    await sendMessage(id, "other worker", inSeconds(30));
    expect(await stored(id)).toMatchObject({ state: "sending", claimedBy: "dead worker" });

    await releaseClaims({ of: "dead worker" });
    const asked = mailgun.logQueryCount();
    await sendMessage(id, "other worker", inSeconds(3));
    expect(mailgun.logQueryCount()).toBeGreaterThan(asked);
    expect(taken()).toHaveLength(1);
    const recorded = await stored(id);
    expect(recorded).toMatchObject({ state: "sent", claimToken: null });

    mailgun.breakConnections();
    await hanging;
    expect(await stored(id)).toEqual(recorded);
    expect(await recordOf(vaultId)).toEqual(["scheduled", "due", "handed_over"]);
  });

  it("after acceptance has its mail found by a machine whose clock is days behind, too", async () => {
    const { id, taken } = await createWaitingMail();
    mailgun.meet("accept_then_close");
    await sendMessages([id], "worker");
    const tenMinutesAgo = new Date(Date.now() - 600_000);
    await db
      .update(messages)
      .set({ attemptedAt: tenMinutesAgo, nextAttemptAt: tenMinutesAgo })
      .where(eq(messages.id, id));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 4 * 24 * 3_600_000 });
    try {
      await sendMessages([id], "late worker");
    } finally {
      vi.useRealTimers();
    }
    expect(taken()).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ state: "sent" });
  });

  it("during a lookup, hours after the mail was sent, has the whole time since then searched", async () => {
    const { id, taken } = await createWaitingMail();
    mailgun.meet("accept_then_close");
    await sendMessages([id], "worker");
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    await claimByIds([id], "dead worker", hours(5));
    await releaseClaims({ of: "dead worker" }, hours(5));
    await sendMessage(id, "other worker", hours(6));
    expect(taken()).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ state: "sent" });
  });

  it("before acceptance has its mail sent once the log is complete", async () => {
    const { id, taken } = await createWaitingMail();
    mailgun.meet("timeout");
    const requests = mailgun.requestCount();
    const attemptedAt = new Date();
    const hanging = sendMessage(id, "dead worker", attemptedAt);
    await vi.waitFor(() => expect(mailgun.requestCount()).toBe(requests + 1));
    await releaseClaims({ of: "dead worker" });

    const waits: number[] = [];
    for (let now = attemptedAt; taken().length === 0; ) {
      now = (await stored(id)).nextAttemptAt;
      waits.push(Math.round((now.getTime() - attemptedAt.getTime()) / 1_000));
      await sendMessage(id, "other worker", now);
    }
    expect(waits).toEqual([2, 10, 30, 120]);
    // Lookups are no attempts.
    const recorded = await stored(id);
    expect(recorded).toMatchObject({ state: "sent", attempts: 2 });
    mailgun.breakConnections();
    await hanging;
    expect(await stored(id)).toEqual(recorded);
  });

  it("a worker that resumes with too old a claim sends nothing", async () => {
    const { id, taken } = await createWaitingMail();
    const [claim] = await claimByIds([id], "worker");
    const ages = [0, 4_000];
    const suspended = { ...(claim as Claim), stopwatch: () => ages.shift() ?? 4_000 };
    expect(await outbox.attemptClaimed(suspended, deliveryMessages)).toMatchObject({ ok: false, failure: "unknown" });
    expect(taken()).toEqual([]);
  });

  it("keeps its claim for ten minutes if its death goes unnoticed", async () => {
    const { id } = await createWaitingMail();
    const now = new Date();
    await db.insert(workerHeartbeats).values({ workerId: "dead worker", startedAt: now, beatAt: now, server: "" });
    onTestFinished(async () => {
      await db.delete(workerHeartbeats);
    });
    await claimByIds([id], "dead worker");
    await releaseClaims({}, inSeconds(599));
    expect(await stored(id)).toMatchObject({ state: "sending" });
    await releaseClaims({}, inSeconds(601));
    expect(await stored(id)).toMatchObject({ state: "queued", claimToken: null });
  });

  it("cannot renew its claim once that has run out", async () => {
    const { id } = await createWaitingMail();
    await db
      .update(messages)
      .set({ nextAttemptAt: inSeconds(-660) })
      .where(eq(messages.id, id));
    const [claim = expect.unreachable()] = await claimByIds([id], "suspended worker", inSeconds(-610));
    expect(await renewClaim(claim.message)).toBeUndefined();
  });

  it("twice over the same mail leaves it waiting for a minute", async () => {
    const { id } = await createWaitingMail();
    for (const wait of [2, 60]) {
      const { nextAttemptAt } = await stored(id);
      await claimByIds([id], "dead worker", nextAttemptAt);
      await releaseClaims({ of: "dead worker" });
      expect(differenceInSeconds((await stored(id)).nextAttemptAt, nextAttemptAt)).toBe(wait);
    }
  });

  it("and comes back neither ends nor gives back what another worker is sending", async () => {
    const { id } = await createWaitingMail();
    const [claim = expect.unreachable()] = await claimByIds([id], "frozen worker");
    await releaseClaims({ of: "frozen worker" });
    await claimByIds([id], "other worker", inSeconds(3));
    const before = await stored(id);
    const late = { notAttempted: "the provider could not be asked", retryAt: new Date(), mayBeSent: false };
    await outbox.recordAttempt(claim, { obsolete: true }, deliveryMessages);
    await outbox.recordAttempt(claim, late, deliveryMessages);
    expect(await stored(id)).toEqual(before);
  });
});

describe("a result that cannot be recorded", () => {
  it("is written as soon as the database can, and the mail is not sent again", async () => {
    const { id, taken } = await createWaitingMail();
    await db.execute(
      sql.raw(`CREATE TRIGGER refuse_result BEFORE UPDATE ON messages FOR EACH ROW
        IF NEW.id = '${id}' AND NEW.state = 'sent' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`),
    );
    const sending = sendMessage(id, "worker");
    await vi.waitFor(() => expect(taken()).toHaveLength(1));
    expect(await stored(id)).toMatchObject({ state: "sending" });
    await db.execute(sql`DROP TRIGGER refuse_result`);
    await sending;
    expect(await stored(id)).toMatchObject({ state: "sent" });
    expect(taken()).toHaveLength(1);
  });

  it("is written however long the database writes nothing", async () => {
    const { id, taken } = await createWaitingMail();
    const warnings = vi.spyOn(log, "warn");
    await db.execute(
      sql.raw(`CREATE TRIGGER refuse_all BEFORE UPDATE ON messages FOR EACH ROW
        IF OLD.id = '${id}' AND OLD.state = 'sending' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`),
    );
    const sending = sendMessage(id, "worker");
    await vi.waitFor(() => expect(taken()).toHaveLength(1));
    const { now } = performance;
    // For the rest of this file, as it never goes back.
    vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 3_600_000);
    warnings.mockClear();
    await Promise.race([sending, vi.waitFor(() => expect(warnings.mock.calls.length).toBeGreaterThan(2))]);
    await db.execute(sql`DROP TRIGGER refuse_all`);
    await sending;
    warnings.mockRestore();
    expect(await stored(id)).toMatchObject({ state: "sent" });
    expect(taken()).toHaveLength(1);
  });

  /** Refuses events of the record, as a full disk would. */
  async function refuseEventsOf(vaultId: string): Promise<void> {
    await db.execute(
      sql.raw(`CREATE TRIGGER refuse_event BEFORE INSERT ON delivery_events FOR EACH ROW
        IF NEW.memory_id = '${vaultId}' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`),
    );
  }
  const allowEvents = () => db.execute(sql`DROP TRIGGER refuse_event`);

  it("is kept when its consequences fail, which are recorded later, once", async () => {
    const { id, vaultId, taken } = await createWaitingMail();
    await refuseEventsOf(vaultId);
    await sendMessage(id, "worker");
    await allowEvents();
    expect(await stored(id)).toMatchObject({ state: "sent", followUpAt: expect.any(Date) });
    expect(await deliveriesOf(vaultId)).toMatchObject([{ state: "queued" }]);
    for (let time = 0; time < 2; time += 1) {
      await recordFollowUps(deliveryMessages, { given: inSeconds(7_200), ids: [id] });
    }
    expect(await stored(id)).toMatchObject({ state: "sent", followUpAt: null });
    expect(await recordOf(vaultId)).toEqual(["scheduled", "due", "handed_over"]);
    expect(taken()).toHaveLength(1);
  });

  it("is kept while the database's clock is a month ahead, and its consequences follow once that is set back", async () => {
    const { id, vaultId } = await createWaitingMail();
    await refuseEventsOf(vaultId);
    await sendMessage(id, "worker");
    await allowEvents();
    for (const [days, state] of [
      [1 / 24, "queued"],
      [30, "sent"],
    ] as const) {
      await db
        .update(messages)
        .set({ followUpAt: inSeconds(days * 86_400) })
        .where(eq(messages.id, id));
      await recordFollowUps(deliveryMessages, { ids: [id] });
      expect(await deliveriesOf(vaultId)).toMatchObject([{ state }]);
    }
  });

  it("does not hold up the results of others", async () => {
    const [broken, good] = [await createWaitingMail(), await createWaitingMail()];
    await refuseEventsOf(broken.vaultId);
    await sendMessages([broken.id, good.id], "worker");
    await allowEvents();
    expect(await deliveriesOf(good.vaultId)).toMatchObject([{ state: "sent" }]);
    expect(await deliveriesOf(broken.vaultId)).toMatchObject([{ state: "queued" }]);
  });

  it("has its consequences once, though another worker records them after a batch of them has failed", async () => {
    const ids = [(await createWaitingMail()).id, (await createWaitingMail()).id];
    await db
      .update(messages)
      .set({ state: "sent", sentAt: new Date(), followUpAt: inSeconds(-1) })
      .where(inArray(messages.id, ids));
    const recorded: string[] = [];
    const owner: MessageOwner = {
      ...deliveryMessages,
      recordAccepted: async (_, sent) => {
        if (sent.length > 1) throw new Error("refused");
        recorded.push(...sent.map(({ id }) => id));
        await recordFollowUps(owner, { ids: ids.filter((id) => !recorded.includes(id)) });
      },
    };
    await recordFollowUps(owner, { ids });
    expect(recorded.toSorted()).toEqual(ids.toSorted());
  });

  onOneServer("does not wait for those that another process has locked", async () => {
    const mails = await Promise.all(Array.from({ length: 26 }, createWaitingMail));
    const ids = mails.map(({ id }) => id);
    const [last, ...locked] = ids;
    const result = { state: "sent", sentAt: new Date() } as const;
    await db
      .update(messages)
      .set({ ...result, followUpAt: inSeconds(-60) })
      .where(inArray(messages.id, locked));
    await db
      .update(messages)
      .set({ ...result, followUpAt: inSeconds(-1) })
      .where(eq(messages.id, last ?? ""));
    const locks = await pool.promise().getConnection();
    await locks.beginTransaction();
    for (const id of locked) await locks.query("SELECT id FROM messages WHERE id = ? FOR UPDATE", [id]);
    expect(await recordFollowUps(deliveryMessages)).toBe(false);
    await locks.rollback();
    locks.release();
    expect(await deliveriesOf(mails[0]?.vaultId ?? "")).toMatchObject([{ state: "sent" }]);
    expect(await recordFollowUps(deliveryMessages)).toBe(true);
    expect(await recordFollowUps(deliveryMessages)).toBe(false);
    expect(await stored(locked[0] ?? "")).toMatchObject({ followUpAt: null });
  });
});

describe("a failure between us and the provider", () => {
  it.each(["unauthorized", "payment_required", "forbidden", "not_found"] as const)(
    "%s: all pause, and no attempt is counted or recorded",
    async (failure) => {
      const { id, vaultId, taken } = await createWaitingMail();
      mailgun.meet(failure);
      await sendMessage(id, "worker");
      expect(await stored(id)).toMatchObject({ state: "queued", attempts: 0, claimToken: null });
      expect(await listPauses()).toMatchObject([
        { provider: "mailgun", reason: expect.stringMatching(/Mailgun answered/) },
      ]);
      expect((await deliveriesOf(vaultId))[0]).toMatchObject({ state: "queued", rung: "first_address" });
      expect(await recordOf(vaultId)).toEqual(["scheduled", "due"]);
      await sendMessage(id, "worker", inSeconds(60));
      expect(taken()).toHaveLength(1);
    },
  );
});

describe("a provider that does not accept the mail", () => {
  it("a permanent refusal fails the delivery and holds the vault, with no address in the record", async () => {
    const { id, vaultId, user, taken } = await createWaitingMail();
    mailgun.meet("bad_request");
    await sendMessage(id, "worker", new Date());
    expect(await stored(id)).toMatchObject({ state: "failed", claimToken: null, lastError: "Mailgun answered 400" });
    expect((await stored(id)).propsEncrypted).toHaveLength(0);
    expect(await deliveriesOf(vaultId)).toMatchObject([{ state: "failed" }]);
    expect((await storedVault(vaultId)).state).toBe("held");
    const events = await listEvents(vaultId);
    expect(events.map((event) => event.kind)).toEqual([
      "scheduled",
      "due",
      "send_given_up",
      "asked_sender",
      "given_up",
      "held",
    ]);
    expect(events.map((event) => event.detail).join()).not.toContain("@");
    expect(await writtenTo(user.email, "delivered_notice")).toEqual([]);
    await sendMessage(id, "worker", inSeconds(86_400));
    expect(taken()).toEqual([]);
  });

  it("a permanent refusal of a reminder or a question marks the address", async () => {
    const { id, vaultId, user } = await createWaitingMail();
    await sendMessage(id, "worker", new Date());
    await takeNextSteps(inSeconds(4 * 86_400));
    const [reminder] = (await db.select().from(messages).where(eq(messages.vaultId, vaultId))).filter(
      ({ kind }) => kind === "delivery_reminder",
    );
    mailgun.meet("bad_request");
    await sendMessage(reminder?.id ?? "", "worker", inSeconds(4 * 86_400 + 60));
    expect((await storedVault(vaultId)).state).toBe("held");
    expect(await recordOf(vaultId)).toContain("bounced");

    const { user: careful } = await createUser();
    const address = `${createId()}@example.net`;
    const waiting = await createLetter(careful, { recipientEmail: address });
    expect(await askRecipients(careful, waiting)).toEqual({ ok: true, asked: 1 });
    const [question] = await writtenTo(address, "recipient_confirmation");
    mailgun.meet("bad_request");
    await sendMessage(question?.id ?? "", "worker", new Date());
    expect(await writtenTo(careful.email, "address_trouble")).toHaveLength(1);
    expect(await writtenTo(user.email, "address_trouble")).toEqual([]);
  });

  it("a temporary refusal is retried at the provider's time", async () => {
    const { id, vaultId, taken } = await createWaitingMail();
    mailgun.meet("too_many");
    const before = Date.now();
    await sendMessage(id, "worker", new Date());
    const { nextAttemptAt, ...waiting } = await stored(id);
    expect(waiting).toMatchObject({ state: "queued", attempts: 0, mayBeSent: false, claimToken: null });
    expect(nextAttemptAt.getTime()).toBeGreaterThanOrEqual(before + 90_000);
    expect(nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now() + 90_000);
    await sendMessage(id, "worker", new Date(nextAttemptAt.getTime() - 1));
    expect(taken()).toEqual([]);
    await sendMessage(id, "worker", nextAttemptAt);
    expect(taken()).toHaveLength(1);
    expect(await recordOf(vaultId)).toEqual(["scheduled", "due", "send_failed", "handed_over"]);
  });

  it("a refusal that is not about the recipient is in the log", async () => {
    const { id } = await createWaitingMail();
    const warnings = vi.spyOn(log, "warn");
    onTestFinished(() => warnings.mockRestore());
    mailgun.meet("bad_sender");
    await sendMessage(id, "worker", new Date());
    const about = { messageId: id, kind: "delivery", reason: "Mailgun answered 400" };
    expect(warnings).toHaveBeenCalledWith(expect.objectContaining(about), expect.stringMatching(/was not accepted/));
  });

  it("a retry set while the database's clock was a month ahead waits no longer than it was meant to", async () => {
    const [late, retried] = [await createWaitingMail(), await createWaitingMail()];
    const month = 30 * 86_400;
    const attempted = (seconds: number) => {
      const attemptedAt = inSeconds(seconds);
      return { attemptedAt, nextAttemptAt: addSeconds(attemptedAt, 300) };
    };
    await db.update(messages).set(attempted(month)).where(eq(messages.id, late.id));
    await db.update(messages).set(attempted(30)).where(eq(messages.id, retried.id));
    const before = await stored(retried.id);
    const now = new Date();
    await rescheduleFutureAttempts(now);
    expect(await stored(late.id)).toMatchObject({ attemptedAt: now, nextAttemptAt: addSeconds(now, 300) });
    expect(await stored(retried.id)).toEqual(before);
  });

  it("a lost response is looked up before the next attempt, and an accepted mail is not sent again", async () => {
    const { id, vaultId, taken } = await createWaitingMail();
    mailgun.meet("accept_then_close");
    const before = Date.now();
    await sendMessage(id, "worker", new Date());
    const { nextAttemptAt, ...waiting } = await stored(id);
    expect(waiting).toMatchObject({ state: "queued", mayBeSent: true });
    expect(nextAttemptAt.getTime()).toBeGreaterThan(before + 100_000);
    await sendMessage(id, "worker", inSeconds(125));
    expect(taken()).toHaveLength(1);
    expect((await stored(id)).state).toBe("sent");
    expect(await deliveriesOf(vaultId)).toMatchObject([{ state: "sent" }]);
  });

  it.each([
    ["accept_then_close", "sent", "delivering"],
    ["server_error", "failed", "held"],
  ] as const)("and loses the last response (%s): it is asked before the message is %s", async (fault, state, vault) => {
    const { id, vaultId, taken } = await createWaitingMail();
    await db.update(messages).set({ attempts: 9 }).where(eq(messages.id, id));
    mailgun.meet(fault);
    await sendMessage(id, "worker", new Date());
    expect(await stored(id)).toMatchObject({ state: "queued", attempts: 10, mayBeSent: true });
    expect((await storedVault(vaultId)).state).toBe("delivering");
    const before = taken().length;
    await sendMessage(id, "worker", inSeconds(125));
    expect(await stored(id)).toMatchObject({ state });
    expect((await storedVault(vaultId)).state).toBe(vault);
    expect(taken()).toHaveLength(before);
  });

  it("days of refusals hold the vault, without further attempts", async () => {
    const { id, vaultId, taken } = await createWaitingMail();
    await db
      .update(messages)
      .set({ attempts: 9, createdAt: inSeconds(-5 * 86_400) })
      .where(eq(messages.id, id));
    mailgun.meet("too_many");
    await sendMessage(id, "worker", new Date());
    expect(await stored(id)).toMatchObject({ state: "failed", attempts: 10 });
    expect((await storedVault(vaultId)).state).toBe("held");
    await sendMessage(id, "worker", inSeconds(30 * 86_400));
    expect(taken()).toEqual([]);
  });

  it("a week of failures on our side gives up no message and counts no attempts", async () => {
    const { id, vaultId, taken } = await createWaitingMail();
    await db
      .update(messages)
      .set({ attempts: 9, createdAt: inSeconds(-7 * 86_400) })
      .where(eq(messages.id, id));
    for (let hour = 0; hour < 3; hour += 1) {
      mailgun.meet("payment_required");
      await sendMessage(id, "worker", inSeconds(hour * 3_601));
      expect(await stored(id)).toMatchObject({ state: "queued", attempts: 9 });
      expect((await stored(id)).nextAttemptAt.getTime()).toBeGreaterThan(inSeconds(hour * 3_601 + 1_000).getTime());
    }
    await sendMessage(id, "worker", inSeconds(4 * 3_601));
    expect(taken()).toHaveLength(1);
    expect((await storedVault(vaultId)).state).toBe("delivering");
  });
});
