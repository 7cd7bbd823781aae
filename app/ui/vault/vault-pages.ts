import { canHaveCard } from "~/domain/claim/card-states";
import { OPEN_STATES, type VaultState } from "~/domain/vault/vault";
import type { VaultKind } from "../base/stamp";

export type VaultPage = {
  /** Path below the vault's own. */
  page: string;
  label: string;
  download?: true;
  isFor: (vault: { state: VaultState; isToCome: boolean; kind: VaultKind; seesContent: boolean }) => boolean;
};

/** Boards have a list of guests, and vaults to oneself use the account's email. */
export const hasOwnAddress = (kind: VaultKind) => kind !== "board" && kind !== "future";
const isOpen = (state: VaultState) => OPEN_STATES.some((open) => open === state);
const isWaiting = (state: VaultState) => state === "scheduled" || state === "sealed";

/** Pages of a vault besides reading and editing, in display order. */
export const VAULT_PAGES: VaultPage[] = [
  {
    page: "rehearsal",
    label: "Show me exactly what they will get",
    isFor: ({ state }) => state === "draft" || state === "scheduled",
  },
  {
    page: "invite",
    label: "Invite guests, and see who has joined",
    isFor: ({ state, kind }) => isWaiting(state) && kind === "board",
  },
  {
    page: "pieces",
    label: "See what guests added",
    isFor: ({ state, kind }) => kind === "board" && (state === "scheduled" || isOpen(state)),
  },
  {
    page: "wall",
    label: "See the wall",
    isFor: ({ state, kind }) => kind === "board" && (state === "scheduled" || isOpen(state)),
  },
  { page: "seal", label: "Seal it", isFor: ({ state }) => state === "scheduled" },
  {
    page: "calendar",
    label: "Add the day to your calendar",
    download: true,
    isFor: ({ state, isToCome }) => isWaiting(state) && isToCome,
  },
  {
    page: "address",
    label: "Change where it goes",
    // A failed delivery has its own button.
    isFor: ({ state }) => isWaiting(state),
  },
  { page: "replies", label: "Replies", isFor: ({ state, kind }) => isOpen(state) && kind !== "future" },
  {
    page: "keepsake",
    label: "Download",
    download: true,
    isFor: ({ state, seesContent }) => seesContent && state !== "cancelled",
  },
  { page: "share", label: "Share", isFor: ({ state }) => state === "delivered" },
  {
    page: "confirmation",
    label: "Ask whether the address is right",
    isFor: ({ state, kind }) => isWaiting(state) && kind !== "future",
  },
  { page: "card", label: "Make a claim card", isFor: ({ state }) => canHaveCard(state) },
  { page: "cancel", label: "Cancel this vault", isFor: ({ state }) => isWaiting(state) || state === "held" },
  { page: "discard", label: "Discard this draft", isFor: ({ state }) => state === "draft" },
];
