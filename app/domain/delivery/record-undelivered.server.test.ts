import { createId } from "@paralleldrive/cuid2";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { writeMessage } from "~/domain/outbox/message.server";
import { listEvents } from "~/domain/vault/history.server";
import { db, inTransaction } from "~/services/db.server";
import { listMailResults } from "~/services/mail.server";
import { installationFacts, messages, profiles } from "~db/schema";
import { createLetter, deliveriesOf, reportEvent, storedVault } from "../../../tests/factories/letter";
import { sendMessage } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { deliverVault } from "./deliver-vault.server";
import { pollProvider } from "./poll-provider.server";
import { handleProviderEvents } from "./provider-event.server";
import { readdress } from "./readdress.server";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read.
const mailgun = await vi.hoisted(async () => {
  const { startMailgun } = await import("../../../tests/mocks/mailgun");
  const standIn = await startMailgun();
  Object.assign(process.env, {
    MAILGUN_API_KEY: standIn.apiKey,
    MAILGUN_DOMAIN: standIn.domain,
    MAILGUN_URL: standIn.url,
  });
  return standIn;
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

const kindsOf = async (vaultId: string) => (await listEvents(vaultId)).map(({ kind }) => kind);

describe("a letter that comes back, but not because of its address", () => {
  it("stays on its rung and is sent again, with another Message-Id, at the time of its next attempt", async () => {
    const { vaultId, current, send, taken, report } = await createMail();
    await send();
    await report("failed", BLOCKLISTED);
    const { delivery, message } = await current();
    expect(delivery).toMatchObject({ rung: "first_address", state: "queued" });
    expect(message).toMatchObject({ state: "queued", attempts: 1, mayBeSent: false });
    expect(message.nextAttemptAt.getTime()).toBeGreaterThan(Date.now() + 5 * SECOND);
    expect(message.nextAttemptAt.getTime()).toBeLessThan(Date.now() + 13 * SECOND);
    await send();
    expect(taken()).toHaveLength(1);
    await send(inSeconds(15));
    expect(new Set(taken().map(({ id }) => id)).size).toBe(2);
    expect(taken()[1]?.text).toBe(taken()[0]?.text);
    await report("delivered");
    expect((await storedVault(vaultId)).state).toBe("delivered");
    const record = ["scheduled", "due", "handed_over", "undelivered", "handed_over", "arrived", "delivered"];
    expect(await kindsOf(vaultId)).toEqual(record);
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
    expect(await kindsOf(vaultId)).toContain("bounced");
    expect((await storedVault(vaultId)).state).toBe("held");
  });

  it("has bounced at once when the mailbox answers", async () => {
    const { vaultId, send, report } = await createMail();
    await send();
    await report("failed", NO_SUCH_USER);
    expect(await kindsOf(vaultId)).toContain("bounced");
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

it("a mail to an account is lost, without blame on its address", async () => {
  const { user } = await createUser();
  const to = { name: user.name, email: user.email };
  const props = { name: user.name, url: "https://example.org" };
  const draft = { kind: "verify_address", uniqueKey: createId(), to, props } as const;
  const id = await inTransaction((tx) => writeMessage(tx, draft, new Date()));
  await sendMessage(id, "worker", new Date());
  await reportEvent(id, "undelivered", "550 5.7.1");
  const rows = await db.select().from(profiles).where(eq(profiles.email, user.email));
  expect(rows).toMatchObject([{ failedMailKind: "verify_address", isFailedMailRefused: false }]);
});
