import { createId } from "@paralleldrive/cuid2";
import { eq, sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { releaseDeadWorkers } from "~/domain/maintenance/liveness.server";
import { db } from "~/services/db.server";
import { messages, workerHeartbeats } from "~db/schema";
import { onOneServer } from "../../../tests/factories/cluster";
import { createLetter } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { claimByIds, releaseClaims } from "./claim-messages.server";

vi.hoisted(() => {
  Object.assign(process.env, { SMTP_URL: "smtp://user:password@127.0.0.1:1" });
});

const HOUR = 3_600_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function claimedMail(workerId: string) {
  const { user } = await createUser();
  const email = `${createId()}@example.net`;
  await deliverVault(await createLetter(user, { recipientEmail: email, deliveryDate: "2020-01-01" }));
  const [mail] = await writtenTo(email, "delivery");
  const id = mail?.id ?? "";
  await claimByIds([id], workerId);
  return async () => (await db.select().from(messages).where(eq(messages.id, id)))[0]?.state;
}

it("a living worker keeps its claims for a day, since only it knows what the mail server took", async () => {
  const now = new Date();
  await db.insert(workerHeartbeats).values({ workerId: "living", startedAt: now, beatAt: now, server: "" });
  const [ofLiving, ofUnknown] = [await claimedMail("living"), await claimedMail("unknown")];
  await releaseClaims({}, inMinutes(11));
  expect([await ofLiving(), await ofUnknown()]).toEqual(["sending", "queued"]);
  await releaseClaims({}, new Date(inMinutes(11).getTime() + 24 * HOUR));
  expect(await ofLiving()).toBe("queued");
});

onOneServer("a worker that lost its connection keeps its claims until it had time to reconnect", async () => {
  const beat = async (secondsAgo: number) => {
    const at = sql`UTC_TIMESTAMP(3) - INTERVAL ${secondsAgo} SECOND`;
    const columns = { startedAt: at, beatAt: at, server: sql`CONCAT(@@hostname, ':', @@port)` };
    await db
      .insert(workerHeartbeats)
      .values({ workerId: "reconnecting", ...columns })
      .onDuplicateKeyUpdate({ set: columns });
    await releaseDeadWorkers({ readUptime: async () => 3_600 });
  };
  const stateOf = await claimedMail("reconnecting");
  await beat(15);
  expect(await stateOf()).toBe("sending");
  await beat(21);
  expect(await stateOf()).toBe("queued");
});

it("a claim whose commit was not confirmed is given back, also by a living worker", async () => {
  const now = new Date();
  await db.insert(workerHeartbeats).values({ workerId: "cut off", startedAt: now, beatAt: now, server: "" });
  const transaction = db.transaction.bind(db);
  const { user } = await createUser();
  const email = `${createId()}@example.net`;
  await deliverVault(await createLetter(user, { recipientEmail: email, deliveryDate: "2020-01-01" }));
  const id = (await writtenTo(email, "delivery"))[0]?.id ?? "";
  const stateOf = async () => (await db.select().from(messages).where(eq(messages.id, id)))[0]?.state;

  vi.spyOn(db, "transaction").mockImplementationOnce(async (work) => {
    await transaction(work);
    throw new Error("the connection was lost after the commit");
  });
  await expect(claimByIds([id], "cut off")).rejects.toThrow("after the commit");
  expect(await stateOf()).toBe("sending");
  // Claims that failed before their commit are not confused with it.
  const readOnly = vi.spyOn(db, "transaction").mockRejectedValue(new Error("the server is read-only"));
  for (let second = 0; second < 200; second += 1) await claimByIds([id], "cut off").catch(() => {});
  readOnly.mockRestore();
  await releaseClaims();
  expect(await stateOf()).toBe("queued");
});
