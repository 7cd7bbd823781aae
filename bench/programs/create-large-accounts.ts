/** Makes people with 10, 1,000 and 10,000 vaults, and prints how their pages are reached. Bundled, then run once. */
import { and, eq } from "drizzle-orm";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { memories } from "~db/schema";
import { analyzeTables, createCrowd, createFullAccount } from "../../tests/factories/full-account";

/** By how many vaults they keep: their cookies, and one of their vaults. */
export type Keepers = Record<10 | 1_000 | 10_000, { cookie: string; vaultId: string }>;

await createCrowd(1_000);
const keepers: Keepers = { 10: await keep(10), 1000: await keep(1_000), 10000: await keep(10_000) };
await analyzeTables();
console.log(JSON.stringify({ keepers }));
await closeJobs();
process.exit(0);

async function keep(count: number) {
  const { user, browser } = await createFullAccount(count, new Date());
  const scheduled = and(eq(memories.userId, user.id), eq(memories.state, "scheduled"));
  const [vault] = await db.select({ id: memories.id }).from(memories).where(scheduled).limit(1);
  return { cookie: browser.cookie, vaultId: vault?.id ?? "" };
}
