import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { profiles } from "~db/schema";
import { db } from "./db.server";
import { describeError } from "./log.server";

async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => undefined,
    (error: unknown) => error,
  );
}

it("logs the code of a database error, and no values of the query", async () => {
  const failed = await errorOf(() =>
    db.select({ broken: sql`no_such_function(1)` }).from(profiles).where(eq(profiles.email, "secret@example.org")),
  );
  const described = describeError(failed);
  expect(described.code).toMatch(/^ER_/);
  expect(described.stack).toContain(" at ");
  expect(JSON.stringify(described)).not.toContain("secret@example.org");
});

it("logs the message of other errors", () => {
  expect(describeError(new Error("Vault x has no owner."))).toMatchObject({
    type: "Error",
    message: "Vault x has no owner.",
  });
  expect(describeError("text")).toEqual({ type: "string" });
});
