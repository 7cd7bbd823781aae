import { addYears } from "date-fns";
import { COUNTED_STATES, type VaultState } from "~/domain/vault/vault";

/** As long as due vaults are kept (product decision 22). */
const CLAIM_YEARS = 7;

/**
 * Returns whether a vault in this state can have a claim card: from when it is scheduled, for as long as it is kept.
 */
export function canHaveCard(state: VaultState): boolean {
  return COUNTED_STATES.some((counted) => counted === state);
}

/** Returns when the claim to a vault that was due or delivered at `since` expires. */
export function claimEnd(since: Date): Date {
  return addYears(since, CLAIM_YEARS);
}
