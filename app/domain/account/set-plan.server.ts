import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { changedRows, db } from "~/services/db.server";
import { profiles } from "~db/schema";
import { findPlan, type PlanId } from "./plans";

/** Replaces the vault limit. Scheduled vaults stay. */
export async function setPlan(userId: string, planId: PlanId, now = clock.now()): Promise<void> {
  await db.update(profiles).set(columnsOf(planId, now)).where(eq(profiles.id, userId));
}

/** Returns false for an unknown email. */
export async function setPlanByEmail(email: string, planId: PlanId, now = clock.now()): Promise<boolean> {
  const ofAddress = eq(profiles.email, email.trim().toLowerCase());
  return changedRows(await db.update(profiles).set(columnsOf(planId, now)).where(ofAddress)) > 0;
}

function columnsOf(planId: PlanId, now: Date) {
  return { planId, vaultLimit: findPlan(planId).vaultLimit, updatedAt: now };
}
