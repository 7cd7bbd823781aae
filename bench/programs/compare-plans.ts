/** Compares every account's plan with the expected one, before and after the orders are reconciled with the shop. */
import { reconcileOrders } from "~/domain/billing/reconcile-orders.server";
import { db } from "~/services/db.server";
import { closeJobs } from "~/services/jobs.server";
import { profiles } from "~db/schema";
import { countUnbalanced } from "../harness/buy-plan";
import { printResult, programInput } from "../harness/program-io";
import type { ComparedPlans } from "../money-truth";

const expected = programInput<Record<string, string>>();
const before = await countWrong();
await reconcileOrders(new Date(), new Date(0));
const after = await countWrong();
await printResult({ before, after, unbalanced: await countUnbalanced() } satisfies ComparedPlans);
await closeJobs();
process.exit(0);

async function countWrong(): Promise<number> {
  const rows = await db.select({ id: profiles.id, planId: profiles.planId }).from(profiles);
  return rows.filter(({ id, planId }) => planId !== (expected[id] ?? "free")).length;
}
