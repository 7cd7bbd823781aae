import type { User } from "~/domain/account/account";

/** Plans are bought once: nothing renews and nothing ends. */
export function subscriptionOf({ planId, vaultsUsed, vaultLimit }: User) {
  const subscribed = planId !== "free";
  return {
    planId,
    vaultsUsed,
    vaultLimit,
    nextBillingDate: null,
    subscribed,
    subscription_tier: subscribed ? planId : null,
    subscription_end: null,
  };
}
