import { findPlan, PAID_PLAN_IDS, type PaidPlanId, type Plan } from "~/domain/account/plans";
import { shop } from "~/services/shop.server";

const configured = shop?.variants;
const variants = new Map(configured && PAID_PLAN_IDS.map((planId) => [planId, variantIn(configured, planId)]));

/** Read at the start. @throws Error for a plan without a variant, which could not be bought */
function variantIn(configured: Record<string, string>, planId: PaidPlanId): string {
  const variant = configured[planId];
  if (variant) return variant;
  throw new Error(`LEMON_SQUEEZY_VARIANTS names no variant for the plan ${planId}`);
}

export function variantOf(planId: PaidPlanId): string {
  return variants.get(planId) ?? "";
}

export function planOfVariant(variantId: string): Plan | undefined {
  const planId = PAID_PLAN_IDS.find((id) => variants.get(id) === variantId);
  return planId && findPlan(planId);
}
