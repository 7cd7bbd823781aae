import { setTimeout as pause } from "node:timers/promises";
import { createId } from "@paralleldrive/cuid2";
import { addHours } from "date-fns";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { type Engine, startEngine } from "~/domain/delivery/engine.server";
import { deliveryMessages } from "~/domain/delivery/send-outcome.server";
import { env } from "~/env.server";
import { db, pool } from "~/services/db.server";
import { messages, rateLimiters } from "~db/schema";
import { onOneServer } from "../../../tests/factories/cluster";
import { createLetter, deliveriesOf } from "../../../tests/factories/letter";
import { costOf, statementsOf } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { INTERRUPTED_LANE } from "./lane";
import { listPauses } from "./rate-limiter.server";
import { createMessageSender } from "./send-due.server";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read.
const mailgun = await vi.hoisted(async () => {
  const { sendWithMailgun } = await import("../../../tests/mocks/mailgun");
  return sendWithMailgun({ WORKER_CONCURRENCY: "3" });
});

let engine: Engine | undefined;
afterEach(async () => {
  mailgun.meet();
  mailgun.answerWaiting();
  await engine?.stop();
  engine = undefined;
});
afterAll(() => mailgun.close());

async function createDeliveries(count: number) {
  const { user } = await createUser({ vaultLimit: count });
  // Only these are to be sent, and none that an earlier test left.
  await db.update(messages).set({ state: "failed" }).where(eq(messages.state, "queued"));
  const created = [];
  for (let number = 0; number < count; number += 1) {
    const id = await createLetter(user, { recipientEmail: `${createId()}@example.net`, deliveryDate: "2020-01-01" });
    await deliverVault(id);
    created.push(...(await deliveriesOf(id)));
  }
  await db.update(messages).set({ state: "failed" }).where(ne(messages.kind, "delivery"));
  return created;
}

describe("a slow provider", () => {
  it("uses up no attempts of messages that wait for a slot, and does not hold up one-time codes", async () => {
    const letters = await createDeliveries(env.WORKER_CONCURRENCY + 2);
    const ids = letters.map(({ messageId }) => messageId ?? "");
    mailgun.meet(...letters.map(() => "accept_then_wait" as const));
    engine = startEngine("worker");
    await vi.waitFor(() => expect(mailgun.taken).toHaveLength(env.WORKER_CONCURRENCY));
    const read = () => db.select().from(messages).where(inArray(messages.id, ids));
    const waiting = (await read()).filter(({ state }) => state === "queued");
    expect(waiting).toHaveLength(2);
    expect(waiting.every(({ attempts, claimToken }) => attempts === 0 && claimToken === null)).toBe(true);

    const [first] = letters;
    if (!first) throw new Error("There is no letter.");
    mailgun.meet();
    await sendOpeningCode(first, "browser");
    await vi.waitFor(() =>
      expect(mailgun.taken.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/is your code/)),
    );

    mailgun.answerWaiting();
    await vi.waitFor(async () => {
      expect((await read()).every(({ state, attempts }) => state === "sent" && attempts === 1)).toBe(true);
    });
    expect(await db.$count(messages, eq(messages.state, "sending"))).toBe(0);
  });
});

it("looks for the next message without reading all that wait", async () => {
  const [letter] = await createDeliveries(1);
  const ofLetter = eq(messages.id, letter?.messageId ?? "");
  await db
    .update(messages)
    .set({ nextAttemptAt: addHours(new Date(), 1) })
    .where(ofLetter);
  const [message] = await db.select().from(messages).where(ofLetter);
  if (!message) throw new Error("The letter has no message.");
  const others = Array.from({ length: 1_000 }, () => createId());
  await db.insert(messages).values(others.map((id) => ({ ...message, id, uniqueKey: id })));
  await db.execute(sql`ANALYZE TABLE ${messages}`);
  const sender = createMessageSender({
    channel: "mail",
    group: "others",
    workerId: "worker",
    owner: deliveryMessages,
    onResult: () => {},
    signal: AbortSignal.any([]),
  });
  const looks = await statementsOf(() => sender.sendDue());
  expect(looks).toHaveLength(1);
  expect((await costOf(looks)).read).toBeLessThan(30);
});

it("sends what a dead worker held while its own slots are taken", async () => {
  const letters = await createDeliveries(env.WORKER_CONCURRENCY + 2);
  const [interrupted] = letters;
  await db
    .update(messages)
    .set({ lane: INTERRUPTED_LANE.others, nextAttemptAt: new Date() })
    .where(eq(messages.id, interrupted?.messageId ?? ""));
  mailgun.meet(...letters.map(() => "accept_then_wait" as const));
  const takenBefore = mailgun.taken.length;
  engine = startEngine("worker");
  await vi.waitFor(() => expect(mailgun.taken.length - takenBefore).toBe(env.WORKER_CONCURRENCY + 1));
  const recipients = mailgun.taken.slice(takenBefore).map(({ to }) => to);
  expect(recipients).toContainEqual(expect.stringContaining(interrupted?.recipientEmail ?? "unknown"));
});

/** On a cluster other servers ignore the lock with which the test holds the pause up. */
onOneServer("sends nothing more once the provider is paused, although it was not a moment before", async () => {
  const letters = await createDeliveries(4 * env.WORKER_CONCURRENCY);
  const ids = letters.map(({ messageId }) => messageId ?? "");
  onTestFinished(async () => {
    await db.delete(rateLimiters);
    await db.update(messages).set({ state: "failed" }).where(inArray(messages.id, ids));
  });
  await db.insert(rateLimiters).values({ provider: "mailgun", tokens: 0, countedAt: new Date() });
  const locks = await connect();
  // The pause cannot be recorded yet.
  await locks.query("SELECT provider FROM rate_limiters FOR UPDATE");
  mailgun.meet("ok", "unauthorized", ...letters.map(() => "accept_then_wait" as const));
  const takenBefore = mailgun.taken.length;
  const taken = () => mailgun.taken.length - takenBefore;
  engine = startEngine("worker");
  // The one that was refused keeps its slot.
  await vi.waitFor(() => expect(taken()).toBe(env.WORKER_CONCURRENCY));
  await pause(300);
  expect(taken()).toBe(env.WORKER_CONCURRENCY);

  await locks.rollback();
  await vi.waitFor(async () => expect(await listPauses()).toHaveLength(1));
  mailgun.answerWaiting();
  await vi.waitFor(async () => {
    const isSent = and(inArray(messages.id, ids), eq(messages.state, "sent"));
    expect(await db.$count(messages, isSent)).toBe(env.WORKER_CONCURRENCY);
  });
  await pause(300);
  expect(taken()).toBe(env.WORKER_CONCURRENCY);
  const isUntouched = and(inArray(messages.id, ids), eq(messages.state, "queued"), eq(messages.attempts, 0));
  expect(await db.$count(messages, isUntouched)).toBe(letters.length - env.WORKER_CONCURRENCY);
});

/** On a cluster other servers ignore the locks with which the test holds results up. */
onOneServer("sends on while results wait to be recorded, up to two for each slot", async () => {
  const letters = await createDeliveries(3 * env.WORKER_CONCURRENCY);
  const ids = letters.map(({ messageId }) => messageId ?? "");
  const inState = (state: "sending" | "sent") =>
    db.$count(messages, and(inArray(messages.id, ids), eq(messages.state, state)));
  mailgun.meet(...letters.map(() => "accept_then_wait" as const));
  const takenBefore = mailgun.taken.length;
  const taken = () => mailgun.taken.length - takenBefore;
  engine = startEngine("worker");
  const locks = await connect();
  for (const round of [1, 2]) {
    await vi.waitFor(() => expect(taken()).toBe(round * env.WORKER_CONCURRENCY));
    // The results of these cannot be recorded.
    await locks.query("SELECT id FROM messages WHERE state = 'sending' AND id IN (?) FOR UPDATE", [ids]);
    mailgun.answerWaiting();
  }
  await pause(300);
  expect(taken()).toBe(2 * env.WORKER_CONCURRENCY);

  await locks.rollback();
  mailgun.meet();
  await vi.waitFor(async () => expect(await inState("sent")).toBe(letters.length));
  expect([taken(), await inState("sending")]).toEqual([letters.length, 0]);
});

async function connect() {
  const connection = await pool.promise().getConnection();
  onTestFinished(() => connection.release());
  await connection.beginTransaction();
  return connection;
}
