import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { findPlan, type PlanId } from "./plans";

/** Sets the plan of an account, which replaces its vault limit. Scheduled vaults stay. */
export async function setPlan(userId: string, planId: PlanId, now = clock.now()): Promise<void> {
  await db.update(profiles).set(columnsOf(planId, now)).where(eq(profiles.id, userId));
}

/** Sets the plan of the account with this email. Returns whether there is one. */
export async function setPlanByEmail(email: string, planId: PlanId, now = clock.now()): Promise<boolean> {
  const ofAddress = eq(profiles.email, email.trim().toLowerCase());
  return changedRows(await db.update(profiles).set(columnsOf(planId, now)).where(ofAddress)) > 0;
}

function columnsOf(planId: PlanId, now: Date) {
  return { planId, vaultLimit: findPlan(planId).vaultLimit, updatedAt: now };
}
