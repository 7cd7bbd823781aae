/** What can be bought, once and for good (spec, section 9). Prices in US dollars. */
export const PLANS = [
  { id: "free", name: "Free", vaultLimit: 1, price: 0 },
  { id: "starter", name: "Starter", vaultLimit: 5, price: 2.5 },
  { id: "plus", name: "Plus", vaultLimit: 10, price: 5 },
  { id: "premium", name: "Premium", vaultLimit: 25, price: 7.5 },
  { id: "ultimate", name: "Ultimate", vaultLimit: 50, price: 10 },
] as const;

export type PlanId = (typeof PLANS)[number]["id"];
