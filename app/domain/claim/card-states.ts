import { addYears } from "date-fns";
import { COUNTED_STATES, type VaultState } from "~/domain/vault/vault";

/** As long as delivered vaults are kept (product decision 22). */
const CLAIM_YEARS = 7;

export function canHaveCard(state: VaultState): boolean {
  return COUNTED_STATES.some((counted) => counted === state);
}

export function claimEnd(since: Date): Date {
  return addYears(since, CLAIM_YEARS);
}
