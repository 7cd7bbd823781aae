import { createId } from "@paralleldrive/cuid2";
import { addDays, addMinutes, differenceInDays, subDays, subHours, subMinutes } from "date-fns";
import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { listEvents } from "~/domain/vault/history.server";
import { loader as readiness } from "~/routes/readyz";
import { db } from "~/services/db.server";
import { saveFact } from "~/services/installation-facts.server";
import { listMailResults } from "~/services/mail.server";
import { installationFacts } from "~db/schema";
import { createLetter, storedVault } from "../../../tests/factories/letter";
import { sendMessage, writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { deliverVault } from "./deliver-vault.server";
import { takeNextSteps } from "./next-steps.server";
import { pollProvider, resultsUnreadSince } from "./poll-provider.server";
import { handleProviderEvents } from "./provider-event.server";

// The real adapter and a fake Mailgun over HTTP; set before `env` is read. There is no key for webhooks.
const mailgun = await vi.hoisted(async () => {
  const { sendWithMailgun } = await import("../../../tests/mocks/mailgun");
  return sendWithMailgun();
});

beforeEach(async () => {
  mailgun.breakLog(false);
  const names = ["provider_log_turn", "provider_log_read_until", "provider_log_failing_since"];
  await db.delete(installationFacts).where(inArray(installationFacts.name, names));
});
afterAll(() => mailgun.close());

async function sendLetter() {
  const { user } = await createUser();
  const address = `${createId()}@example.net`;
  const vaultId = await createLetter(user, { recipientEmail: address, deliveryDate: "2020-01-01" });
  await deliverVault(vaultId);
  const [mail] = await writtenTo(address, "delivery");
  await sendMessage(mail?.id ?? "", "worker", new Date());
  const taken = mailgun.taken.find(({ to }) => to.includes(address));
  if (!taken) throw new Error("No mail was sent.");
  return { vaultId, taken };
}

/** Polls even when another test of this database just has. */
async function poll(): Promise<void> {
  await pollProvider(listMailResults, 0);
  while (await handleProviderEvents());
}

it("reads the log again after the database's clock was a month ahead", async () => {
  const { vaultId, taken } = await sendLetter();
  mailgun.logResult(taken, "delivered");
  const nextMonth = sql`UTC_TIMESTAMP(3) + INTERVAL 30 DAY`;
  await db.insert(installationFacts).values([
    { name: "provider_log_turn", value: "", updatedAt: nextMonth },
    { name: "provider_log_read_until", value: addDays(new Date(), 30).toISOString(), updatedAt: nextMonth },
  ]);
  await poll();
  expect((await storedVault(vaultId)).state).toBe("delivered");
});

it("reads arrivals and failures from the log", async () => {
  const [good, bad, waiting] = [await sendLetter(), await sendLetter(), await sendLetter()];
  mailgun.logResult(good.taken, "delivered");
  mailgun.logResult(bad.taken, "failed", {
    severity: "permanent",
    "delivery-status": { code: 550, message: "no such mailbox" },
  });
  await poll();
  expect((await storedVault(good.vaultId)).state).toBe("delivered");
  expect((await listEvents(bad.vaultId)).map(({ kind }) => kind)).toContain("bounced");
  expect((await storedVault(waiting.vaultId)).state).toBe("delivering");
  mailgun.logResult(waiting.taken, "delivered");
  await poll();
  expect((await storedVault(waiting.vaultId)).state).toBe("delivered");
});

it("counts a mail without a report as arrived only at the last reminder while the log is read", async () => {
  const { vaultId } = await sendLetter();
  const readUntil = (days: number) => ({
    name: "provider_log_read_until",
    value: addDays(new Date(), days).toISOString(),
    updatedAt: sql`UTC_TIMESTAMP(3)`,
  });
  await db.insert(installationFacts).values(readUntil(3));
  await takeNextSteps(addMinutes(addDays(new Date(), 3), 1));
  expect((await storedVault(vaultId)).state).toBe("delivering");
  const unread = await sendLetter();
  await takeNextSteps(addDays(new Date(), 5));
  expect((await storedVault(unread.vaultId)).state).toBe("delivered");
  await takeNextSteps(addDays(new Date(), 15));
  expect((await storedVault(vaultId)).state).toBe("delivered");
});

it("reads later what failed before, and /readyz says so once it has failed for long", async () => {
  const { vaultId, taken } = await sendLetter();
  const troubles = async () => (await readiness()).text();
  await poll();
  mailgun.logResult(taken, "delivered");
  mailgun.breakLog(true);
  await expect(poll()).rejects.toThrow();
  await expect(poll()).rejects.toThrow();
  expect(await troubles()).not.toContain("bounces");
  const hourAgo = subHours(new Date(), 1).toISOString();
  await saveFact("provider_log_failing_since", hourAgo);
  expect((await troubles()).split("\n")).toContain(
    `bounces could not be read since ${hourAgo}: see the log of the workers`,
  );
  mailgun.breakLog(false);
  await poll();
  expect((await storedVault(vaultId)).state).toBe("delivered");
  expect(await troubles()).not.toContain("bounces");
});

it("reads from a day before the first attempt, however long that could not be read", async () => {
  const sinces: Date[] = [];
  const failing = async function* (since: Date) {
    sinces.push(since);
    yield [];
    throw new Error("wrong password");
  };
  await expect(pollProvider(failing, 0)).rejects.toThrow();
  await saveFact("provider_log_failing_since", subDays(new Date(), 3).toISOString());
  await expect(pollProvider(failing, 0)).rejects.toThrow();
  const [first, later] = sinces.map((since) => differenceInDays(new Date(), since));
  expect([first, later]).toEqual([1, 4]);
});

it("reads the last minutes before again, as the log may lag", async () => {
  const sinces: Date[] = [];
  const empty = async function* (since: Date) {
    sinces.push(since);
    yield [];
  };
  const hourAgo = subHours(new Date(), 1);
  await saveFact("provider_log_read_until", hourAgo.toISOString());
  await pollProvider(empty, 0);
  expect(sinces).toEqual([subMinutes(hourAgo, 15)]);
});

it("is reported as unread on /readyz when an attempt hangs", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const hanging = async function* () {
    begin();
    await new Promise(() => {});
    yield [];
  };
  void pollProvider(hanging, 0);
  await begun;
  expect(await resultsUnreadSince(addMinutes(new Date(), 29))).toBeUndefined();
  expect(await resultsUnreadSince(addMinutes(new Date(), 31))).toBeDefined();
});

it("runs in only one of several workers", async () => {
  const before = mailgun.logQueryCount();
  await Promise.all(Array.from({ length: 5 }, () => pollProvider()));
  expect(mailgun.logQueryCount()).toBe(before + 1);
});
