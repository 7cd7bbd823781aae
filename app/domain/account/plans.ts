/** One-time purchases (spec, section 9). Prices in US dollars. */
export const PLANS = [
  plan("free", "Free", 1, 0, "The first vault is free."),
  plan("starter", "Starter", 5, 2.5, "One for each person at the table."),
  plan("plus", "Plus", 10, 5, "A letter a year for ten years."),
  plan("premium", "Premium", 25, 7.5, "One for every birthday up to 25."),
  plan("ultimate", "Ultimate", 50, 10, "A letter a year for half a century."),
] as const;

function plan<const Id extends string>(id: Id, name: string, vaultLimit: number, price: number, description: string) {
  return { id, name, vaultLimit, price, isRecurring: false, description } as const;
}

export type Plan = (typeof PLANS)[number];
export type PlanId = Plan["id"];

/** The share of used slots that triggers a warning (spec, section 9). */
const WARN_FROM = 0.8;

export function findPlan(id: string): Plan {
  return PLANS.find((plan) => plan.id === id) ?? PLANS[0];
}

export type PaidPlan = Exclude<Plan, { id: "free" }>;
export type PaidPlanId = PaidPlan["id"];

export const PAID_PLANS = PLANS.filter((plan): plan is PaidPlan => plan.id !== "free");
export const PAID_PLAN_IDS = PAID_PLANS.map(({ id }) => id) as [PaidPlanId, ...PaidPlanId[]];

export function isUpgrade(plan: Plan, vaultLimit: number): boolean {
  return plan.id !== "free" && plan.vaultLimit > vaultLimit;
}

/** Some shops add a tax to the price, which depends on the buyer’s country. */
export const SHOWN_AT_CHECKOUT = "The checkout shows the total, with any tax, before you pay.";

/** For an account with more vaults than its plan has room for, as after a refund. Those that wait can be cancelled. */
export function beyondPlan(used: number, limit: number, isWaiting: boolean): string {
  const hasLarger = PLANS.some((plan) => isUpgrade(plan, used));
  if (!isWaiting) {
    const makesRoom = hasLarger ? `only a plan for more than ${used} makes room` : "no plan makes room";
    return `You have ${used} vaults, and what’s on its way or delivered keeps its place. So ${makesRoom}.`;
  }
  const larger = hasLarger ? `; a plan for more than ${used} does` : "";
  return `You have ${used} vaults, and your plan has room for ${limit}. So cancelling one doesn’t make room yet${larger}.`;
}

export function priceInCents(plan: Plan): number {
  return Math.round(plan.price * 100);
}

export function formatPrice(dollars: number): string {
  return `$${dollars.toFixed(2)}`;
}

export function isNearlyFull(used: number, limit: number): boolean {
  return used >= limit * WARN_FROM;
}
