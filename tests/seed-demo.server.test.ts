import { addHours, subMinutes } from "date-fns";
import { and, eq, gt } from "drizzle-orm";
import { expect, it } from "vitest";
import { decryptWelcome } from "~/domain/board/welcome.server";
import { db } from "~/services/db.server";
import { boardWelcomes, deliveryEvents, memories, messages, profiles } from "~db/schema";
import { seedDemo } from "../scripts/seed/seed-demo";

const NOW = new Date("2026-05-04T10:00:00Z");

async function readSeeded() {
  const { id, state } = memories;
  const vaults = await db.select({ id, state }).from(memories).orderBy(id);
  return { people: await db.$count(profiles), mails: await db.$count(messages), vaults };
}

it("creates the demo only once, on repeated starts", async () => {
  await seedDemo(NOW);
  const first = await readSeeded();
  expect(first.vaults.length).toBeGreaterThan(12);
  expect((await db.select().from(boardWelcomes)).map(decryptWelcome)).toEqual([expect.stringContaining("Grandpa")]);
  await seedDemo(addHours(NOW, 20));
  expect(await readSeeded()).toEqual(first);
});

it("resumes an interrupted seed that lacks only the letter due in two minutes", async () => {
  const before = await readSeeded();
  const [last] = await db
    .select()
    .from(memories)
    .where(and(gt(memories.createdAt, subMinutes(NOW, 1)), eq(memories.state, "scheduled")));
  if (!last) throw new Error("No letter falls due in two minutes.");
  await db.delete(deliveryEvents).where(eq(deliveryEvents.vaultId, last.id));
  await db.delete(memories).where(eq(memories.id, last.id));
  await seedDemo(addHours(NOW, 1));
  const after = await readSeeded();
  expect(after.vaults).toHaveLength(before.vaults.length);
  expect(after.people).toBe(before.people);
  const others = before.vaults.filter(({ id }) => id !== last.id);
  expect(after.vaults).toEqual(expect.arrayContaining(others));
});
