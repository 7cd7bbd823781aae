import { addHours, subMinutes } from "date-fns";
import { and, eq, gt } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "~/services/db.server";
import { deliveryEvents, memories, messages, profiles } from "~db/schema";
import { seedDemo } from "../scripts/seed/seed-demo";

const NOW = new Date("2026-05-04T10:00:00Z");

async function made() {
  const { id, state } = memories;
  const vaults = await db.select({ id, state }).from(memories).orderBy(id);
  return { people: await db.$count(profiles), mails: await db.$count(messages), vaults };
}

it("makes the demo once, however often the app is started", async () => {
  await seedDemo(NOW);
  const first = await made();
  expect(first.vaults.length).toBeGreaterThan(12);
  await seedDemo(addHours(NOW, 20));
  expect(await made()).toEqual(first);
});

it("goes on where a start was cut off: before the letter that arrives in two minutes", async () => {
  const before = await made();
  const [last] = await db
    .select()
    .from(memories)
    .where(and(gt(memories.createdAt, subMinutes(NOW, 1)), eq(memories.state, "scheduled")));
  if (!last) throw new Error("No letter falls due in two minutes.");
  await db.delete(deliveryEvents).where(eq(deliveryEvents.memoryId, last.id));
  await db.delete(memories).where(eq(memories.id, last.id));
  await seedDemo(addHours(NOW, 1));
  const after = await made();
  expect(after.vaults).toHaveLength(before.vaults.length);
  expect(after.people).toBe(before.people);
  const others = before.vaults.filter(({ id }) => id !== last.id);
  expect(after.vaults).toEqual(expect.arrayContaining(others));
});
