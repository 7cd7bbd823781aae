import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { installationFacts } from "~db/schema";

/** What is known of this installation as a whole, in rows by name. */
export async function readFact(name: string): Promise<string | undefined> {
  const [fact] = await db.select().from(installationFacts).where(eq(installationFacts.name, name));
  return fact?.value;
}

export async function saveFact(name: string, value: string): Promise<void> {
  const columns = { value: value.slice(0, 200), updatedAt: clock.now() };
  await db
    .insert(installationFacts)
    .values({ name, ...columns })
    .onDuplicateKeyUpdate({ set: columns });
}

export async function deleteFact(name: string): Promise<void> {
  await db.delete(installationFacts).where(eq(installationFacts.name, name));
}
