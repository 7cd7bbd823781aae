import { addYears } from "date-fns";
import { COUNTED_STATES, type VaultState } from "~/domain/vault/vault";

/** How long what is due can be claimed, in years: as long as it is kept (product decision 22). */
const CLAIM_YEARS = 7;

/** Whether a vault in this state can have a claim card: from when it is scheduled, for as long as it is kept. */
export function canHaveCard(state: VaultState): boolean {
  return COUNTED_STATES.some((counted) => counted === state);
}

/** The instant from which a vault can no longer be claimed that was due, or was delivered, at `since`. */
export function claimEnd(since: Date): Date {
  return addYears(since, CLAIM_YEARS);
}
