import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { User } from "~/domain/account/account";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { createLetter } from "../../../tests/factories/letter";
import { createUser } from "../../../tests/factories/user";
import { type ActivityCursor, listActivity } from "./activity.server";

async function createVaults(user: User, pending: number, delivered: number): Promise<void> {
  for (let day = 0; day < delivered; day += 1) {
    const id = await createLetter(user, { deliveryDate: `2031-05-${String(day + 1).padStart(2, "0")}` });
    await db.update(memories).set({ state: "delivered" }).where(eq(memories.id, id));
  }
  for (let day = 0; day < pending; day += 1) {
    await createLetter(user, { deliveryDate: `2032-07-${String(day + 1).padStart(2, "0")}` });
  }
}

it.each([
  [25, 25],
  [20, 3],
  [19, 1],
  [0, 21],
  [21, 0],
  [0, 0],
])("shows %d upcoming by soonest date, then %d delivered newest first, each once", async (pending, delivered) => {
  const { user } = await createUser({ vaultLimit: 60 });
  await createVaults(user, pending, delivered);
  const upcoming: string[] = [];
  const past: string[] = [];
  let after: ActivityCursor | undefined;
  do {
    const page = await listActivity(user, "all", after);
    if (past.length > 0) expect(page.upcoming).toEqual([]);
    upcoming.push(...page.upcoming.map((vault) => vault.deliveryDate ?? ""));
    past.push(...page.delivered.map((vault) => vault.deliveryDate ?? ""));
    after = page.next;
  } while (after);
  expect(upcoming).toHaveLength(pending);
  expect(upcoming).toEqual([...upcoming].sort());
  expect(past).toHaveLength(delivered);
  expect(past).toEqual([...past].sort().reverse());
});

it("shows each tab its own entries", async () => {
  const { user } = await createUser({ vaultLimit: 9 });
  await createVaults(user, 2, 3);
  expect((await listActivity(user, "upcoming")).upcoming).toHaveLength(2);
  expect((await listActivity(user, "upcoming")).delivered).toEqual([]);
  expect((await listActivity(user, "delivered")).delivered).toHaveLength(3);
  expect(await listActivity(user, "replies")).toEqual({ upcoming: [], delivered: [], replies: [] });
});
