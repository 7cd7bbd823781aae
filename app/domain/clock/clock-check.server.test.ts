import { createId } from "@paralleldrive/cuid2";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deliverBatch } from "~/domain/delivery/deliver-vault.server";
import { handleProviderEvents, saveProviderEvent } from "~/domain/delivery/provider-event.server";
import { recordConsequences } from "~/domain/delivery/send-outcome.server";
import { db } from "~/services/db.server";
import { installationFacts, messages } from "~db/schema";
import { createDueLetter, createLetter, deliveriesOf, storedVault } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { confirmTime, haltReason, trustedNow, UntrustedClock } from "./clock-check.server";

const HOUR = 3_600_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(async () => {
  vi.useRealTimers();
  await trustedNow();
});

/** Sets this machine's clock ahead of the database's. */
const setAhead = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("deliveries", () => {
  it("stop while the clocks are apart, say so, and go on by themselves", async () => {
    const { user } = await createUser();
    const id = await createLetter(user, { deliveryDate: "2020-01-01" });
    setAhead(HOUR);
    await expect(deliverBatch()).rejects.toThrow(UntrustedClock);
    expect((await storedVault(id)).state).toBe("scheduled");
    expect(await haltReason()).toMatch(/the clocks .* apart/);
    setAhead(-HOUR);
    await deliverBatch();
    expect((await storedVault(id)).state).toBe("delivering");
    expect(await haltReason()).toBeUndefined();
  });

  it("keep results and events until the clocks agree, so that no next step waits for a wrong one", async () => {
    const { user } = await createUser({ vaultLimit: 5 });
    const [reported, sent] = [await createDueLetter(user), await createDueLetter(user)];
    const eventId = createId();
    const report = { provider: "mailgun", eventId, token: eventId.repeat(2), name: "delivered", detail: "" } as const;
    const messageId = reported.delivery.messageId ?? "";
    await saveProviderEvent({ ...report, kind: "arrived", messageId, at: new Date() });
    const result = { state: "sent", sentAt: new Date(), followUpAt: new Date() } as const;
    await db
      .update(messages)
      .set(result)
      .where(eq(messages.id, sent.delivery.messageId ?? ""));
    setAhead(HOUR);
    await expect(handleProviderEvents()).rejects.toThrow(UntrustedClock);
    await expect(recordConsequences()).rejects.toThrow(UntrustedClock);
    for (const { id } of [reported, sent]) expect(await deliveriesOf(id)).toMatchObject([{ state: "queued" }]);
    setAhead(-HOUR);
    while (await handleProviderEvents());
    while (await recordConsequences());
    // The folder of the demo is where a mail arrives.
    for (const { id } of [reported, sent]) expect(await deliveriesOf(id)).toMatchObject([{ state: "arrived" }]);
  });

  it("are not called halted for long after a machine with a wrong clock is gone", async () => {
    setAhead(HOUR);
    await expect(trustedNow()).rejects.toThrow(UntrustedClock);
    await db.update(installationFacts).set({ updatedAt: sql`UTC_TIMESTAMP(3) - INTERVAL 5 MINUTE` });
    expect(await haltReason()).toBeUndefined();
  });

  it("cannot be confirmed while the clocks are apart", async () => {
    setAhead(HOUR);
    await confirmTime();
    await expect(trustedNow()).rejects.toThrow(UntrustedClock);
  });
});

describe("a clock that nothing watched for years", () => {
  async function startAgain(lastSeen: Date) {
    vi.resetModules();
    const reading = { database: lastSeen.getTime(), process: lastSeen.getTime(), uptime: 0, bootId: "before" };
    await db
      .update(installationFacts)
      .set({ value: JSON.stringify(reading) })
      .where(eq(installationFacts.name, "clock_seen"));
    return import("./clock-check.server");
  }

  it("opens nothing until an operator confirms it", async () => {
    await trustedNow();
    await db.delete(installationFacts).where(eq(installationFacts.name, "clock_confirmed"));
    const started = await startAgain(new Date(Date.now() - 400 * 24 * HOUR));
    await expect(started.trustedNow()).rejects.toThrow("nothing watched the clock");
    expect(await haltReason()).toMatch("nothing watched the clock");
    await started.confirmTime();
    await expect(started.trustedNow()).resolves.toBeInstanceOf(Date);
    expect(await haltReason()).toBeUndefined();
  });
});
