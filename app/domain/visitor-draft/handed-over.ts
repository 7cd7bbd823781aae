import type { VaultRefusal } from "~/domain/writing/vault-result.server";

export type KeptReason = VaultRefusal | "date" | "last_day" | "incomplete" | "people_limit";

/** What became of a visitor's draft in an account. `isKnown`: the account already had it. */
export type HandedOver =
  | { state: "scheduled"; id: string; isToBeSealed: boolean; isKnown?: true }
  | { state: "draft"; id: string; because?: KeptReason; isKnown?: true };
