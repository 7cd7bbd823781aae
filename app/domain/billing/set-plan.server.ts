import { and, eq } from "drizzle-orm";
import { unionAll } from "drizzle-orm/mysql-core";
import { email as emailSchema } from "~/domain/account/account-schema";
import { findPlan, PLANS, type Plan, type PlanId } from "~/domain/account/plans";
import * as clock from "~/services/clock.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { checkouts, gifts, orders, profiles } from "~db/schema";
import { givesPlan } from "./order-state";

/** Gives a plan without an order. What was bought stays if it is larger, and scheduled vaults stay in any case. */
export async function setPlan(userId: string, planId: PlanId, now = clock.now()): Promise<Plan> {
  return inTransaction(async (tx) => {
    await tx.update(profiles).set({ grantedPlanId: planId }).where(eq(profiles.id, userId));
    return updatePlan(tx, userId, now);
  });
}

/** Undefined for an unknown email; else the plan that the account has now. */
export async function setPlanByEmail(typed: string, planId: PlanId, now = clock.now()): Promise<Plan | undefined> {
  const { data: email } = emailSchema.safeParse(typed);
  if (!email) return undefined;
  return inTransaction(async (tx) => {
    const ofEmail = eq(profiles.email, email);
    const [account] = await tx.select({ id: profiles.id }).from(profiles).where(ofEmail).for("update");
    if (!account) return undefined;
    await tx.update(profiles).set({ grantedPlanId: planId }).where(eq(profiles.id, account.id));
    return updatePlan(tx, account.id, now);
  });
}

/**
 * Derives the account's plan from everything granted, bought and refunded: the largest counts, so calls may be repeated
 * and unordered. Before the account is locked `tx` must have read nothing without a lock: its snapshot would be older
 * than an order that was recorded meanwhile.
 */
export async function updatePlan(tx: Transaction, userId: string, now: Date): Promise<Plan> {
  const [profile] = await tx
    .select({ granted: profiles.grantedPlanId, planId: profiles.planId, vaultLimit: profiles.vaultLimit })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  if (!profile) return PLANS[0];
  const owned = await plansOf(tx, userId);
  const plan = [findPlan(profile.granted), ...owned].reduce((a, b) => (b.vaultLimit > a.vaultLimit ? b : a));
  if (profile.planId !== plan.id || profile.vaultLimit !== plan.vaultLimit) {
    await tx
      .update(profiles)
      .set({ planId: plan.id, vaultLimit: plan.vaultLimit, updatedAt: now })
      .where(eq(profiles.id, userId));
  }
  return plan;
}

/** Without locks, which would block orders of other accounts. */
async function plansOf(tx: Transaction, userId: string): Promise<Plan[]> {
  const bought = tx
    .select({ order: orders })
    .from(checkouts)
    .innerJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(and(eq(checkouts.userId, userId), eq(checkouts.isGift, false)));
  const given = tx
    .select({ order: orders })
    .from(gifts)
    .innerJoin(orders, eq(orders.checkoutId, gifts.checkoutId))
    .where(eq(gifts.claimedBy, userId));
  const rows = await unionAll(bought, given);
  return rows.flatMap(({ order }) => (givesPlan(order) ? [findPlan(order.planId ?? "free")] : []));
}
