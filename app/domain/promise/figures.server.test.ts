import { createId } from "@paralleldrive/cuid2";
import { addDays, addHours, subDays, subHours } from "date-fns";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import type { User } from "~/domain/account/account";
import { requestErasure } from "~/domain/account/erasure-request.server";
import { importAccount } from "~/domain/data-export/import-account.server";
import { sealVault } from "~/domain/writing/seal-or-cancel.server";
import { db } from "~/services/db.server";
import { deliveries, deliveryEvents, memories } from "~db/schema";
import { downloadExport } from "../../../tests/factories/data-export";
import { analyzeTables, createFullAccount } from "../../../tests/factories/full-account";
import {
  createDraft,
  createDueLetter,
  createFailedLetter,
  createLetter,
  DUE_AT,
} from "../../../tests/factories/letter";
import { sendMessage } from "../../../tests/factories/outbox";
import { costOf, explain, statementsOf } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { computeFigures, promiseFigures } from "./figures.server";
import { recordRestoreDrill } from "./restore-drill.server";

const LATER = addDays(DUE_AT, 10);

let user: User;
beforeEach(async () => {
  ({ user } = await createUser({ vaultLimit: 50 }));
});

async function deliver(): Promise<string> {
  const { id, delivery } = await createDueLetter(user);
  await sendMessage(delivery.messageId ?? "", "worker", DUE_AT);
  return id;
}

/** By how much a step changes each figure. */
async function changeBy(step: () => Promise<unknown>, now = LATER) {
  const before = await computeFigures(now);
  await step();
  const after = await computeFigures(now);
  const { waiting, held, due, onTheDay, early } = after;
  return {
    waiting: waiting - before.waiting,
    held: held - before.held,
    due: due - before.due,
    onTheDay: onTheDay - before.onTheDay,
    early: early - before.early,
  };
}

const NONE = { waiting: 0, held: 0, due: 0, onTheDay: 0, early: 0 };
const handedOverAt = (vaultId: string, at: Date) =>
  db.update(deliveryEvents).set({ at }).where(eq(deliveryEvents.vaultId, vaultId));

it("does not count letters that another installation delivered", async () => {
  await deliver();
  const path = await downloadExport(user, DUE_AT);
  const imported = await changeBy(() => importAccount(path, `${createId()}@example.com`, LATER));
  expect(imported).toEqual(NONE);
});

it("counts waiting vaults, sealed or not, but no drafts, and has the furthest day", async () => {
  const change = await changeBy(async () => {
    await createLetter(user, { deliveryDate: "2099-12-31" });
    await sealVault(user, await createLetter(user, { deliveryDate: "2098-01-01" }));
    await createDraft(user, { deliveryDate: "2100-01-01" });
  });
  expect(change).toEqual({ ...NONE, waiting: 2 });
  expect((await computeFigures(LATER)).furthestDay).toBe("2099-12-31");
});

it("counts a delivery that left on its day and arrived", async () => {
  expect(await changeBy(deliver)).toEqual({ ...NONE, due: 1, onTheDay: 1 });
});

it("counts as missed what left a day late, and what left too early", async () => {
  const late = await changeBy(async () => handedOverAt(await deliver(), addHours(DUE_AT, 16)));
  expect(late).toEqual({ ...NONE, due: 1 });
  const sameEvening = await changeBy(async () => handedOverAt(await deliver(), addHours(DUE_AT, 14)));
  expect(sameEvening).toEqual({ ...NONE, due: 1, onTheDay: 1 });
  const early = await changeBy(async () => handedOverAt(await deliver(), subHours(DUE_AT, 1)));
  expect(early).toMatchObject({ due: 1, early: 1 });
});

it("counts as missed what bounced and what never left", async () => {
  expect(await changeBy(() => createFailedLetter(user))).toEqual({ ...NONE, held: 1, due: 1 });
  expect(await changeBy(() => createLetter(user))).toEqual({ ...NONE, waiting: 1, due: 1 });
  expect(await changeBy(() => createDueLetter(user))).toEqual({ ...NONE, due: 1 });
});

it("leaves out what is still on its way, older than a year, or refused by its recipient", async () => {
  expect(await changeBy(() => createDueLetter(user), addDays(DUE_AT, 2))).toEqual(NONE);
  expect(await changeBy(deliver, addDays(DUE_AT, 400))).toEqual(NONE);
  const refused = await changeBy(async () => {
    const { id } = await createFailedLetter(user);
    await db.update(deliveries).set({ rung: "unwanted" }).where(eq(deliveries.vaultId, id));
  });
  expect(refused).toMatchObject({ due: 0 });
});

it("leaves out vaults of unverified senders", async () => {
  const change = await changeBy(async () => {
    const id = await createLetter(user);
    await db.update(memories).set({ isSenderVerified: false }).where(eq(memories.id, id));
  });
  expect(change).toEqual({ ...NONE, waiting: 1 });
});

it("leaves out vaults that wait to be cancelled with their account", async () => {
  const change = await changeBy(async () => {
    await createLetter(user);
    await requestErasure(user, { waitingVaults: "cancel" }, DUE_AT);
  });
  expect(change).toEqual({ ...NONE, waiting: 1 });
});

it("reads the vaults of the year and those that are due, and not all others", async () => {
  const now = new Date();
  await createFullAccount(1_000, now);
  // MySQL scans small tables.
  const scheduled = sql`SELECT ${memories.id}, 'scheduled', ${memories.createdAt} FROM ${memories}`;
  await db.execute(sql`INSERT INTO ${deliveryEvents} (memory_id, kind, at) ${scheduled}`);
  await analyzeTables();
  const statements = await statementsOf(() => computeFigures(subDays(now, 800)));
  const [ofDeliveries = ""] = statements.filter((statement) => statement.includes("AS on_the_day"));
  for (const step of await explain(ofDeliveries)) expect(["range", "ref"], step.table).toContain(step.type);
  const [ofOverdue = ""] = statements.filter((statement) => statement.startsWith("select count(*)"));
  expect((await costOf([ofOverdue])).read).toBeLessThan(10);
});

it("reads the events of a board once, however many recipients it has", async () => {
  const id = await deliver();
  const numbers = Array.from({ length: 200 }, (_, index) => String(index).padStart(23, "0"));
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.vaultId, id));
  if (!delivery) throw new Error("The letter has no delivery.");
  await db
    .insert(deliveries)
    .values(numbers.map((name) => ({ ...delivery, id: `b${name}`, recipientEmail: `${name}@example.org` })));
  await db
    .insert(deliveryEvents)
    .values(numbers.map((name) => ({ vaultId: id, deliveryId: `b${name}`, kind: "handed_over" as const, at: DUE_AT })));
  await analyzeTables();
  const statements = await statementsOf(() => computeFigures(LATER));
  const ofDeliveries = statements.filter((statement) => statement.includes("AS on_the_day"));
  expect((await costOf(ofDeliveries)).read).toBeLessThan(3_000);
});

it("knows the last idle look of a worker and the last restore drill", async () => {
  // A look is recorded every 15 seconds at most.
  vi.resetModules();
  const { deliverDue } = await import("~/domain/delivery/deliver-due.server");
  await deliverDue(AbortSignal.any([]));
  await recordRestoreDrill("2026-11-20");
  const { lastCheckAt, lastRestoreDrill } = await computeFigures(LATER);
  expect(Date.parse(lastCheckAt ?? "")).toBeGreaterThan(0);
  expect(lastRestoreDrill).toBe("2026-11-20");
});

it("are computed once for all visitors, however long that takes, and again after a minute", async () => {
  const inAnHour = addHours(LATER, 1);
  const first = promiseFigures(LATER);
  expect(promiseFigures(inAnHour)).toBe(first);
  await first;
  expect(promiseFigures(LATER)).toBe(first);
  expect(await promiseFigures(inAnHour)).toMatchObject({ computedAt: inAnHour.toISOString() });
});
