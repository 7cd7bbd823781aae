import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { loader as readiness } from "~/routes/readyz";
import { db } from "~/services/db.server";
import { installationFacts } from "~db/schema";
import { noteMaintenance, overdueMaintenance } from "./last-run.server";

const ranMinutesAgo = (minutes: number) =>
  db
    .update(installationFacts)
    .set({ updatedAt: new Date(Date.now() - minutes * 60_000) })
    .where(eq(installationFacts.name, "maintenance_ran"));

it("is reported late by /readyz an hour after its last run, but not before its first", async () => {
  await db.delete(installationFacts).where(eq(installationFacts.name, "maintenance_ran"));
  expect(await overdueMaintenance()).toBeUndefined();
  await noteMaintenance();
  await ranMinutesAgo(59);
  expect(await overdueMaintenance()).toBeUndefined();
  await ranMinutesAgo(61);
  expect(await overdueMaintenance()).toMatch(/^\d{4}-/);
  expect(await (await readiness()).text()).toMatch(/\nmaintenance has not run since \S+: see the log of the workers/);
  await noteMaintenance();
  expect(await (await readiness()).text()).not.toContain("maintenance");
});
