import { readFileSync } from "node:fs";
import { generateMySQLDrizzleJson, generateMySQLMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import journal from "./migrations/meta/_journal.json";
import * as schema from "./schema";

it("matches the result of the migrations, down to every index", async () => {
  const [last] = journal.entries.slice(-1);
  const snapshot = `db/migrations/meta/${last?.tag.slice(0, 4)}_snapshot.json`;
  const migrated = JSON.parse(readFileSync(snapshot, "utf8"));
  expect(await generateMySQLMigration(migrated, await generateMySQLDrizzleJson(schema, migrated.id))).toEqual([]);
});

it("changes only by migrations that an up-to-date installation still runs", () => {
  // Drizzle skips migrations with an earlier time than the last one applied.
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});
