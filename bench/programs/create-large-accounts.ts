/** Creates an account for each number of vaults in the input. */
import { and, eq } from "drizzle-orm";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { memories } from "~db/schema";
import { analyzeTables, createCrowd, createFullAccount } from "../../tests/factories/full-account";
import type { LargeAccount } from "../harness/accounts";
import { printResult, programInput } from "../harness/program-io";

await createCrowd(1_000);
const accounts: LargeAccount[] = [];
for (const vaults of programInput<number[]>()) accounts.push(await createAccount(vaults));
await analyzeTables();
await printResult(accounts);
await closeJobs();
process.exit(0);

async function createAccount(vaults: number): Promise<LargeAccount> {
  const { user, browser } = await createFullAccount(vaults, new Date());
  const scheduled = and(eq(memories.userId, user.id), eq(memories.state, "scheduled"));
  const [vault] = await db.select({ id: memories.id }).from(memories).where(scheduled).limit(1);
  return { vaults, cookie: browser.cookie, vaultId: vault?.id ?? "" };
}
