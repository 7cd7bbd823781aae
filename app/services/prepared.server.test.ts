import { tracingChannel } from "node:diagnostics_channel";
import { and, asc, eq, gte, sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { db } from "~/services/db.server";
import { memories } from "~db/schema";
import { createLetter } from "../../tests/factories/letter";
import { createUser } from "../../tests/factories/user";
import { prepareOnServer } from "./prepared.server";

const lettersOf = () =>
  db
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.userId, sql.placeholder("userId")),
        gte(memories.deliveryAt, sql.placeholder("from")),
        eq(memories.isFutureSelf, false),
      ),
    )
    .orderBy(asc(memories.id))
    .limit(2);

it("returns the same rows as a query that is sent as text", async () => {
  const { user } = await createUser({ vaultLimit: 3 });
  for (const deliveryDate of ["2040-01-01", "2050-06-30", "2020-01-01"]) await createLetter(user, { deliveryDate });
  const values = { userId: user.id, from: new Date("2030-01-01T00:00:00Z") };
  const rows = await lettersOf().prepare().execute(values);
  expect(rows).toHaveLength(2);
  expect(await prepareOnServer(lettersOf()).execute(values)).toEqual(rows);
});

it("is executed as one statement with different values", async () => {
  const { user } = await createUser();
  await createLetter(user, { deliveryDate: "2040-01-01" });
  const query = prepareOnServer(lettersOf());
  const executed: string[] = [];
  const note = { start: (sent: unknown) => void executed.push((sent as { query: string }).query) } as never;
  const channel = tracingChannel("mysql2:execute");
  channel.subscribe(note);
  onTestFinished(() => channel.unsubscribe(note));
  const found = (from: string) => query.execute({ userId: user.id, from: new Date(from) });
  expect(await found("2030-01-01")).toHaveLength(1);
  expect(await found("2045-01-01")).toHaveLength(0);
  expect(executed).toHaveLength(2);
  expect(new Set(executed).size).toBe(1);
  expect(executed[0]).toMatch(/limit 2$/);
});

it("refuses a text with a question mark", () => {
  expect(() => prepareOnServer(db.select({ text: sql`'?'` }).from(memories))).toThrow("question mark");
});
