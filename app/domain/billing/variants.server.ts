import { findPlan, PAID_PLAN_IDS, type PaidPlanId, type Plan } from "~/domain/account/plans";
import { shop } from "~/services/shop.server";

export function variantOf(planId: PaidPlanId): string {
  return shop?.variants[planId] ?? "";
}

export function planOfVariant(variantId: string): Plan | undefined {
  const planId = PAID_PLAN_IDS.find((id) => shop?.variants[id] === variantId);
  return planId && findPlan(planId);
}
