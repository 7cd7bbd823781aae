import { eq, gte } from "drizzle-orm";
import { expect, it } from "vitest";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { legacyContacts, profiles } from "~db/schema";
import { analyzeTables, createCrowd, createFullAccount } from "../../../tests/factories/full-account";
import { createContact } from "../../../tests/factories/legacy";
import { costOf, statementsOf } from "../../../tests/factories/statements";
import { createUser } from "../../../tests/factories/user";
import { forgetContactsOfErased } from "./forget-contacts.server";

it("looks at the contacts of erased accounts, and not at all accounts and deliveries", async () => {
  const now = clock.now();
  await createFullAccount(500, now);
  await createCrowd(1_000);
  const { user } = await createUser();
  const { id } = await createContact(user);
  const [contact] = await db.select().from(legacyContacts).where(eq(legacyContacts.id, id));
  if (!contact) throw new Error("The contact is not stored.");
  const numbers = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(23, "0"));
  await db.insert(legacyContacts).values(numbers.map((name) => ({ ...contact, id: `l${name}`, ownerId: `p${name}` })));
  const erased = `p${numbers[900]}`;
  await db.update(profiles).set({ erasedAt: now }).where(gte(profiles.id, erased));
  await analyzeTables();
  const [search = ""] = await statementsOf(() => forgetContactsOfErased(0));
  const { returned, read } = await costOf([search.replace("limit 0", "limit 10")]);
  expect(returned).toBe(10);
  expect(read).toBeLessThan(200);
});
