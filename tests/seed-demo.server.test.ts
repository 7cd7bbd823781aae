import { addDays, addHours, subMinutes } from "date-fns";
import { and, eq, gt } from "drizzle-orm";
import { expect, it } from "vitest";
import { signUp } from "~/domain/account/account.server";
import { confirmEmailChange, requestEmailChange } from "~/domain/account/email-change.server";
import { toUser } from "~/domain/account/session.server";
import { decryptWelcome } from "~/domain/board/welcome.server";
import { now as currentTime } from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deleteFact } from "~/services/installation-facts.server";
import { boardWelcomes, deliveryEvents, memories, messages, profiles } from "~db/schema";
import { DEMO } from "../scripts/seed/demo-accounts";
import { seedDemo } from "../scripts/seed/seed-demo";
import { mailedToken, sendMessage, writtenTo } from "./factories/outbox";

const NOW = new Date("2026-05-04T10:00:00Z");

async function readSeeded() {
  const { id, state } = memories;
  const vaults = await db.select({ id, state }).from(memories).orderBy(id);
  return { people: await db.$count(profiles), mails: await db.$count(messages), vaults };
}

it("creates the demo only once, on repeated starts, although the worker has already sent its first mail", async () => {
  await signUp({ ...DEMO, timeZone: "UTC" }, NOW, { isDemo: true });
  for (const { id } of await writtenTo(DEMO.email, "verify_address")) await sendMessage(id, "worker", NOW);
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
  await deleteFact("demo_seeded");
  await seedDemo(addHours(NOW, 1));
  const after = await readSeeded();
  expect(after.vaults).toHaveLength(before.vaults.length);
  expect(after.people).toBe(before.people);
  const others = before.vaults.filter(({ id }) => id !== last.id);
  expect(after.vaults).toEqual(expect.arrayContaining(others));
});

it("leaves a demo alone whose account has changed its email, also once that email is free again", async () => {
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, DEMO.email));
  if (!profile) throw new Error("There is no demo account.");
  const user = toUser(profile);
  await requestEmailChange(user, "anna@amberkeep.localhost");
  expect(await confirmEmailChange(user, await mailedToken("anna@amberkeep.localhost", "change_email"))).toMatchObject({
    ok: true,
  });
  const before = await readSeeded();
  const inTwoWeeks = addDays(currentTime(), 14);
  await seedDemo();
  await seedDemo(inTwoWeeks);
  expect(await readSeeded()).toEqual(before);
  // A demo from before its completion was recorded.
  await deleteFact("demo_seeded");
  await seedDemo();
  await seedDemo(inTwoWeeks);
  expect(await readSeeded()).toEqual(before);
});
