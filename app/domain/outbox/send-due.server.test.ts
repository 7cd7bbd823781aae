import { createId } from "@paralleldrive/cuid2";
import { eq, inArray, ne } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { type Engine, startEngine } from "~/domain/delivery/engine.server";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { messages } from "~db/schema";
import { createLetter, deliveriesOf } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read.
const mailgun = await vi.hoisted(async () => {
  const { startMailgun } = await import("../../../tests/mocks/mailgun");
  const standIn = await startMailgun();
  Object.assign(process.env, {
    MAILGUN_API_KEY: standIn.apiKey,
    MAILGUN_DOMAIN: standIn.domain,
    MAILGUN_URL: standIn.url,
    WORKER_CONCURRENCY: "3",
  });
  return standIn;
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
  const created = [];
  for (let number = 0; number < count; number += 1) {
    const id = await createLetter(user, { recipientEmail: `${createId()}@example.net`, deliveryDate: "2020-01-01" });
    await deliverVault(id);
    created.push(...(await deliveriesOf(id)));
  }
  // Only these are to be sent.
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
