import { createId } from "@paralleldrive/cuid2";
import { eq, isNotNull } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sweep } from "~/domain/delivery/sweep.server";
import { env } from "~/env.server";
import { db, inTransaction } from "~/services/db.server";
import { messages, providerAllowances } from "~db/schema";
import { sendMessage } from "../../../tests/factories/outbox";
import { giveTurns } from "./give-turns.server";
import { findMessage, type MessageDraft, type MessageKind, writeMessage } from "./message.server";

const mailgun = await vi.hoisted(async () => {
  const { startMailgun } = await import("../../../tests/mocks/mailgun");
  const standIn = await startMailgun({ retryAfter: "90" });
  Object.assign(process.env, {
    MAILGUN_API_KEY: standIn.apiKey,
    MAILGUN_DOMAIN: standIn.domain,
    MAILGUN_URL: standIn.url,
    MAIL_PER_SECOND: "4",
  });
  return standIn;
});

const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
beforeEach(async () => {
  mailgun.meet();
  await db.delete(providerAllowances);
  await db.update(messages).set({ state: "sent", turnUntil: null });
});
afterAll(async () => {
  await queue.end();
  await mailgun.close();
});

const NOW = new Date();
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Oldest first. */
async function createWaitingMails(count: number, kind: MessageKind = "delivered_notice") {
  const to = { name: "Mia", email: `${createId()}@example.net` };
  const url = "https://amberkeep.example/x";
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const props = { name: "Mia", title: "T", recipientName: "Ben", deliveredOn: "2026-11-20", url };
    const draft = { kind, uniqueKey: `${kind}:${createId()}`, to, props } as MessageDraft;
    ids.push(await inTransaction((tx) => writeMessage(tx, draft, later(n - 1_000))));
  }
  const sent = () => mailgun.taken.filter((mail) => mail.to.includes(to.email)).length;
  return { ids, sent };
}

const sendAll = (ids: string[], now: Date) => Promise.all(ids.map((id) => sendMessage(id, "worker", now)));
const jobs = async () => {
  const { rows } = await queue.query("SELECT key, run_at FROM graphile_worker.jobs WHERE key = 'give_turns:mail'");
  return rows as { run_at: Date }[];
};

describe("messages for which there is no room", () => {
  it("wait as they are, count no attempt, and get their turns in the order of their waiting", async () => {
    const { ids, sent } = await createWaitingMails(12);
    await sendAll(ids, NOW);
    expect(sent()).toBe(2);
    const waiting = (await Promise.all(ids.map((id) => findMessage(db, id)))).filter((row) => row?.state === "queued");
    expect(waiting).toHaveLength(10);
    for (const row of waiting) expect(row).toMatchObject({ attempts: 0, claimedBy: null, mayBeSent: false });
    expect((await jobs())[0]?.run_at.getTime()).toBeGreaterThan(NOW.getTime());

    await giveTurns("mail", later(500));
    const given = await db.select().from(messages).where(eq(messages.state, "queued")).orderBy(messages.nextAttemptAt);
    expect(given.map(({ turnUntil }) => turnUntil !== null)).toEqual([true, true, ...Array(8).fill(false)]);
    await sendAll(ids, later(500));
    expect(sent()).toBe(4);
  });

  it("are all sent in the end, no faster than the rate", async () => {
    const { ids, sent } = await createWaitingMails(9);
    for (let ms = 0; ms <= 2_000; ms += 250) {
      await giveTurns("mail", later(ms));
      await sendAll(ids, later(ms));
      expect(sent()).toBeLessThanOrEqual((ms / 1000) * 4 + 2);
    }
    expect(sent()).toBe(9);
  });

  it("get another turn when the first was not used in time", async () => {
    const { ids, sent } = await createWaitingMails(1);
    await giveTurns("mail", NOW);
    await giveTurns("mail", later(4_000));
    const turn = async () => (await findMessage(db, ids[0] ?? ""))?.turnUntil?.getTime();
    expect(await turn()).toBe(later(5_000).getTime());
    await giveTurns("mail", later(5_000));
    expect(await turn()).toBe(later(10_000).getTime());
    await sendAll(ids, later(6_000));
    expect(sent()).toBe(1);
    expect(await turn()).toBeUndefined();
  });

  it("are woken by the sweep in their turn, and not all at once", async () => {
    const { ids } = await createWaitingMails(30);
    await queue.query("DELETE FROM graphile_worker._private_jobs");
    await sweep(NOW);
    const { rows } = await queue.query("SELECT key FROM graphile_worker.jobs WHERE key = ANY($1)", [
      ids.map((id) => `send_message:${id}`),
    ]);
    expect(rows.map(({ key }) => key).sort()).toEqual(
      ids
        .slice(0, 2)
        .map((id) => `send_message:${id}`)
        .sort(),
    );
    expect(await jobs()).toHaveLength(1);
  });

  it("let a letter go ahead of what waits longer, and digests come last", async () => {
    const [digest] = (await createWaitingMails(1, "weekly_digest")).ids;
    const [notice, other] = (await createWaitingMails(2)).ids;
    const [letter] = (await createWaitingMails(1, "delivery")).ids;
    const given = async () => {
      const rows = await db.select({ id: messages.id }).from(messages).where(isNotNull(messages.turnUntil));
      return rows.map(({ id }) => id).sort();
    };
    await giveTurns("mail", NOW);
    expect(await given()).toEqual([letter, notice].sort());
    await db.update(messages).set({ state: "sent", turnUntil: null }).where(isNotNull(messages.turnUntil));
    await giveTurns("mail", later(500));
    expect(await given()).toEqual([digest, other].sort());
  });

  it("let those go ahead for which somebody waits at the screen", async () => {
    const crowd = await createWaitingMails(6);
    await sendAll(crowd.ids, NOW);
    const urgent = await createWaitingMails(1, "password_reset");
    await sendAll(urgent.ids, later(1));
    expect([crowd.sent(), urgent.sent()]).toEqual([2, 1]);
  });
});

describe("a provider that asks for a rest", () => {
  it("gets it from every message and every worker, and nothing of it counts as an attempt", async () => {
    const { ids, sent } = await createWaitingMails(3);
    mailgun.meet("too_many");
    await sendMessage(ids[0] ?? "", "worker", NOW);
    const requests = mailgun.requestCount();
    await sendAll(ids, later(60_000));
    await giveTurns("mail", later(60_000));
    expect(mailgun.requestCount()).toBe(requests);
    for (const id of ids) expect(await findMessage(db, id)).toMatchObject({ state: "queued", attempts: 0 });
    expect((await jobs())[0]?.run_at.getTime()).toBeGreaterThan(later(80_000).getTime());
    await sendAll(ids, later(91_000));
    await sendAll(ids, later(95_000));
    expect(sent()).toBe(3);
  });
});
