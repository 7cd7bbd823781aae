import { COUNTED_STATES, type VaultState } from "~/domain/vault/vault";

export function canHaveCard(state: VaultState): boolean {
  return COUNTED_STATES.some((counted) => counted === state);
}
