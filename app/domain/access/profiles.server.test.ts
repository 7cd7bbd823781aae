import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { analyzeTables, createFullAccount } from "../../../tests/factories/full-account";
import { explain, statementsOf } from "../../../tests/factories/statements";
import { viewProfile } from "./profiles.server";

it("showing a profile only to people one knows scans no table of letters", async () => {
  const [{ user: viewer }, { user: person }] = [
    await createFullAccount(1_000, new Date()),
    await createFullAccount(1_000, new Date()),
  ];
  await db.update(profiles).set({ profileVisibility: "contacts" }).where(eq(profiles.id, person.id));
  await analyzeTables();
  const statements = await statementsOf(() => viewProfile(viewer, person.id));
  const ofLetters = statements.filter((statement) => statement.includes("from `deliveries`"));
  expect(ofLetters.length).toBeGreaterThan(0);
  for (const statement of ofLetters)
    for (const step of await explain(statement)) expect(step, statement).toMatchObject({ key: expect.any(String) });
});
