import { addMinutes, addSeconds } from "date-fns";
import { eq } from "drizzle-orm";
import { Pool } from "pg";
import { afterAll, expect, it } from "vitest";
import { env } from "~/env.server";
import { databaseNow, db } from "~/services/db.server";
import { memories } from "~db/schema";
import { createLetter, deliveriesOf } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { deliverDue } from "./deliver-due.server";

const queue = new Pool({ connectionString: env.WORKER_DATABASE_URL });
afterAll(() => queue.end());

async function createDue(deliveryAt: Date): Promise<string> {
  const id = await createLetter((await createUser()).user);
  await db.update(memories).set({ deliveryAt }).where(eq(memories.id, id));
  return id;
}

it("a worker that stops begins no delivery", async () => {
  const id = await createDue(new Date("2020-01-01"));
  await deliverDue(AbortSignal.abort());
  expect(await deliveriesOf(id)).toEqual([]);
  await deliverDue(new AbortController().signal);
  expect(await deliveriesOf(id)).toHaveLength(1);
});

it("a worker that has delivered what is due says when the next is, and has all workers look then", async () => {
  const now = await databaseNow(db);
  const next = addMinutes(now, 2);
  const [due, soon] = [await createDue(addSeconds(now, -1)), await createDue(next)];
  const inMs = (await deliverDue(new AbortController().signal)) ?? Number.NaN;
  expect([await deliveriesOf(due), await deliveriesOf(soon)]).toMatchObject([[{ vaultId: due }], []]);
  expect(next.getTime() - inMs).toBeGreaterThanOrEqual(now.getTime());
  const jobs = await queue.query("SELECT run_at FROM graphile_worker.jobs WHERE key = $1", [
    `deliver_due:${next.getTime()}`,
  ]);
  expect(jobs.rows).toHaveLength(1);
});
