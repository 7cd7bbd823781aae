import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { legacyContacts, profiles } from "~db/schema";
import { analyzeTables, createCrowd, createFullAccount } from "../../../tests/factories/full-account";
import { createContact } from "../../../tests/factories/legacy";
import { costOf, statementsOf } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { forgetContactsOfErased } from "./forget-contacts.server";

it("looks at the contacts of erased accounts, and not at all deliveries and accounts", async () => {
  const now = clock.now();
  await createFullAccount(500, now);
  await createCrowd(500);
  const { user } = await createUser();
  await createContact(user);
  await db.update(profiles).set({ erasedAt: now }).where(eq(profiles.id, user.id));
  await analyzeTables();
  const [search = ""] = await statementsOf(() => forgetContactsOfErased(10));
  expect(await db.$count(legacyContacts, eq(legacyContacts.ownerId, user.id))).toBe(0);
  await createContact(user);
  const { returned, read } = await costOf([search]);
  expect(returned).toBe(1);
  expect(read).toBeLessThan(30);
});
