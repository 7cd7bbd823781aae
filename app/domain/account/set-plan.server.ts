import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { PLANS, type PlanId } from "./plans";

/** Gives an account a plan. A plan replaces the limit; what is scheduled already is not touched. */
export async function setPlan(userId: string, planId: PlanId, now = clock.now()): Promise<void> {
  const plan = PLANS.find(({ id }) => id === planId);
  if (!plan) throw new Error(`There is no plan ${planId}.`);
  await db.update(profiles).set({ planId, vaultLimit: plan.vaultLimit, updatedAt: now }).where(eq(profiles.id, userId));
}
