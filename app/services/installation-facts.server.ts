import { and, eq, gt, gte, lt, or, sql } from "drizzle-orm";
import { installationFacts } from "~db/schema";
import { changedRows, db } from "./db.server";

export async function readFact(name: string): Promise<string | undefined> {
  const [fact] = await db.select().from(installationFacts).where(eq(installationFacts.name, name));
  return fact?.value;
}

/** Undefined when it was saved more than `seconds` ago. */
export async function readFreshFact(name: string, seconds: number): Promise<string | undefined> {
  const isFresh = gte(installationFacts.updatedAt, sql`UTC_TIMESTAMP(3) - INTERVAL ${seconds} SECOND`);
  const [fact] = await db
    .select()
    .from(installationFacts)
    .where(and(eq(installationFacts.name, name), isFresh));
  return fact?.value;
}

/** `value` is cut to 200 characters. */
export async function saveFact(name: string, value: string): Promise<void> {
  const columns = { value: value.slice(0, 200), updatedAt: sql`UTC_TIMESTAMP(3)` };
  await db
    .insert(installationFacts)
    .values({ name, ...columns })
    .onDuplicateKeyUpdate({ set: columns });
}

/** Saves the fact unless it exists. Returns the stored value. */
export async function keepFact(name: string, value: string): Promise<string> {
  await db.insert(installationFacts).ignore().values({ name, value, updatedAt: sql`UTC_TIMESTAMP(3)` });
  return (await readFact(name)) ?? value;
}

export async function deleteFact(name: string): Promise<void> {
  await db.delete(installationFacts).where(eq(installationFacts.name, name));
}

/** A turn dated further in the future than this was taken before the database's clock was set back. */
const AHEAD_S = 60;

/** Whether this process is to do what the installation does once every `seconds`: true for the first that asks. */
export async function takeTurn(name: string, seconds: number): Promise<boolean> {
  const now = sql`UTC_TIMESTAMP(3)`;
  const created = await db.insert(installationFacts).ignore().values({ name, value: "", updatedAt: now });
  if (changedRows(created) === 1) return true;
  const { updatedAt } = installationFacts;
  const isOver = or(
    lt(updatedAt, sql`${now} - INTERVAL ${seconds} SECOND`),
    gt(updatedAt, sql`${now} + INTERVAL ${AHEAD_S} SECOND`),
  );
  const taken = await db
    .update(installationFacts)
    .set({ updatedAt: now })
    .where(and(eq(installationFacts.name, name), isOver));
  return changedRows(taken) === 1;
}
