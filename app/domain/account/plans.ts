/** One-time purchases (spec, section 9). Prices in US dollars. */
export const PLANS = [
  { id: "free", name: "Free", vaultLimit: 1, price: 0, description: "The first vault is free." },
  { id: "starter", name: "Starter", vaultLimit: 5, price: 2.5, description: "One for each person at the table." },
  { id: "plus", name: "Plus", vaultLimit: 10, price: 5, description: "A letter a year for ten years." },
  { id: "premium", name: "Premium", vaultLimit: 25, price: 7.5, description: "One for every birthday up to 25." },
  { id: "ultimate", name: "Ultimate", vaultLimit: 50, price: 10, description: "A letter a year for half a century." },
] as const;

export type Plan = (typeof PLANS)[number];
export type PlanId = Plan["id"];

/** The share of used slots that triggers a warning (spec, section 9). */
const WARN_FROM = 0.8;

/** Falls back to the free plan for an unknown id. */
export function findPlan(id: string): Plan {
  return PLANS.find((plan) => plan.id === id) ?? PLANS[0];
}

export function isUpgrade(plan: Plan, vaultLimit: number): boolean {
  return plan.id !== "free" && plan.vaultLimit > vaultLimit;
}

export function isNearlyFull(used: number, limit: number): boolean {
  return used >= limit * WARN_FROM;
}
