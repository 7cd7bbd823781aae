import { eq } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { cancelVault, sealVault } from "~/domain/writing/seal-or-cancel.server";
import { env } from "~/env.server";
import { db } from "~/services/db.server";
import { messages } from "~db/schema";
import { createDueLetter, createLetter, DUE_AT, storedVault, WRITTEN_AT } from "../../../tests/factories/letter";
import { writtenTo } from "../../../tests/factories/outbox";
import { createUser } from "../../../tests/factories/user";
import { deliverVault } from "./deliver-vault.server";
import { sweep } from "./sweep.server";

const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
afterAll(() => queue.end());

const MINUTE = 60_000;

const loseJobs = () => queue.query("DELETE FROM graphile_worker._private_jobs");

async function runAtOf(key: string): Promise<Date | undefined> {
  const { rows } = await queue.query("SELECT run_at FROM graphile_worker.jobs WHERE key = $1", [key]);
  return rows[0]?.run_at;
}

beforeEach(loseJobs);

describe("the sweep", () => {
  it("finds a due vault whose job was lost, however long ago it fell due", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await loseJobs();
    await sweep(new Date("2039-01-01T00:00:00Z"));
    expect(await runAtOf(`deliver_vault:${id}`)).toEqual(DUE_AT);
  });

  it("wakes a vault that is due within minutes for its very instant, and nothing that is further away", async () => {
    const { user } = await createUser({ vaultLimit: 2 });
    const [soon, later] = [await createLetter(user), await createLetter(user, { deliveryHour: 10 })];
    await sweep(new Date(DUE_AT.getTime() - 2 * MINUTE));
    expect(await runAtOf(`deliver_vault:${soon}`)).toEqual(DUE_AT);
    expect(await runAtOf(`deliver_vault:${later}`)).toBeUndefined();
  });

  it("finds sealed vaults; not cancelled ones, and none that is on its way already", async () => {
    const { user } = await createUser({ vaultLimit: 3 });
    const [sealed, cancelled] = [await createLetter(user), await createLetter(user)];
    await sealVault(user, sealed);
    await cancelVault(user, cancelled);
    const { id: onItsWay } = await createDueLetter(user);
    await loseJobs();
    await sweep(DUE_AT);
    expect(await runAtOf(`deliver_vault:${sealed}`)).toBeDefined();
    expect(await runAtOf(`deliver_vault:${cancelled}`)).toBeUndefined();
    expect(await runAtOf(`deliver_vault:${onItsWay}`)).toBeUndefined();
  });

  it("leaves out vaults of senders who are not verified, those to themselves as well", async () => {
    const { user } = await createUser({ verified: false, vaultLimit: 2 });
    const toOthers = await createLetter(user);
    const toSelf = await createLetter(user, { type: "future-self" });
    await sweep(DUE_AT);
    expect(await runAtOf(`deliver_vault:${toOthers}`)).toBeUndefined();
    expect(await runAtOf(`deliver_vault:${toSelf}`)).toBeUndefined();
  });

  it("finds messages that were written and never sent, and those whose sender's claim ran out", async () => {
    const { user } = await createUser();
    const { delivery } = await createDueLetter(user);
    const [mail] = await writtenTo(delivery.recipientEmail, "delivery");
    const key = `send_message:${mail?.id}`;
    const is = (columns: Partial<typeof messages.$inferInsert>) =>
      db
        .update(messages)
        .set(columns)
        .where(eq(messages.id, mail?.id ?? ""));
    const later = new Date(DUE_AT.getTime() + MINUTE);

    await loseJobs();
    await sweep(DUE_AT);
    expect(await runAtOf(key)).toBeDefined();

    await loseJobs();
    await is({ state: "queued", nextAttemptAt: later });
    await sweep(DUE_AT);
    expect(await runAtOf(key)).toBeUndefined();

    await is({ state: "sending", claimedUntil: later });
    await sweep(DUE_AT);
    expect(await runAtOf(key)).toBeUndefined();
    await sweep(later);
    expect(await runAtOf(key)).toBeDefined();

    for (const state of ["sent", "failed"] as const) {
      await loseJobs();
      await is({ state, claimedUntil: null, nextAttemptAt: WRITTEN_AT });
      await sweep(later);
      expect(await runAtOf(key)).toBeUndefined();
    }
  });

  it("may run any number of times at once and changes no vault itself", async () => {
    const { user } = await createUser();
    const id = await createLetter(user);
    await Promise.all(Array.from({ length: 5 }, () => sweep(DUE_AT)));
    expect((await storedVault(id)).state).toBe("scheduled");
    const { rows } = await queue.query("SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key = $1", [
      `deliver_vault:${id}`,
    ]);
    expect(rows).toEqual([{ jobs: 1 }]);
    await deliverVault(id, DUE_AT);
  });
});
