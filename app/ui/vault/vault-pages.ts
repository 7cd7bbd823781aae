import type { AddressActions } from "~/domain/address-health/addresses.server";
import { canHaveCard } from "~/domain/claim/card-states";
import { isDeliverable, isOpen, type VaultState } from "~/domain/vault/vault";
import type { VaultKind } from "../base/stamp";
import type { ActionName } from "./action-icon";

/** `end` is a group of its own. */
export const PAGE_GROUPS = { now: "", address: "Address", keep: "Keep", end: "" };
export type PageGroup = keyof typeof PAGE_GROUPS;

export type VaultPage = {
  /** Path below the vault's own. */
  page: string;
  label: string;
  group: PageGroup;
  icon: ActionName;
  download?: true;
  isFor: (
    vault: { state: VaultState; isToCome: boolean; kind: VaultKind; seesContent: boolean } & AddressActions,
  ) => boolean;
};

/** Boards have a list of guests, and vaults to oneself use the account's email. */
export const hasOwnAddress = (kind: VaultKind) => kind !== "board" && kind !== "future";

/** Pages of a vault besides reading and editing, in display order. */
export const VAULT_PAGES: VaultPage[] = [
  {
    page: "rehearsal",
    label: "Show me exactly what they will get",
    group: "now",
    icon: "preview",
    isFor: ({ state }) => state === "draft" || state === "scheduled",
  },
  {
    page: "invite",
    label: "Invite guests, and see who has joined",
    group: "now",
    icon: "guests",
    isFor: ({ state, kind }) => isDeliverable({ state }) && kind === "board",
  },
  {
    page: "pieces",
    label: "See what guests added",
    group: "now",
    icon: "pieces",
    isFor: ({ state, kind }) => kind === "board" && (state === "scheduled" || isOpen({ state })),
  },
  {
    page: "wall",
    label: "See the wall",
    group: "now",
    icon: "pieces",
    isFor: ({ state, kind }) => kind === "board" && (state === "scheduled" || isOpen({ state })),
  },
  { page: "seal", label: "Seal it", group: "now", icon: "seal", isFor: ({ state }) => state === "scheduled" },
  {
    page: "calendar",
    label: "Add the day to your calendar",
    group: "keep",
    icon: "calendar",
    download: true,
    isFor: ({ state, isToCome }) => isDeliverable({ state }) && isToCome,
  },
  {
    page: "address",
    label: "Change where it goes",
    group: "address",
    icon: "address",
    // A failed delivery has its own button.
    isFor: ({ state, mayChange }) => isDeliverable({ state }) && mayChange,
  },
  {
    page: "replies",
    label: "Replies",
    group: "now",
    icon: "reply",
    isFor: ({ state, kind }) => isOpen({ state }) && state !== "held" && kind !== "future",
  },
  {
    page: "keepsake",
    label: "Download",
    group: "keep",
    icon: "download",
    download: true,
    isFor: ({ state, seesContent }) => seesContent && state !== "cancelled",
  },
  { page: "share", label: "Share", group: "keep", icon: "share", isFor: ({ state }) => state === "delivered" },
  {
    page: "confirmation",
    label: "Ask whether the address is right",
    group: "address",
    icon: "check",
    isFor: ({ state, mayAsk }) => isDeliverable({ state }) && mayAsk,
  },
  {
    page: "card",
    label: "Make a claim card",
    group: "address",
    icon: "card",
    isFor: ({ state }) => canHaveCard(state),
  },
  {
    page: "cancel",
    label: "Cancel this vault",
    group: "end",
    icon: "check",
    isFor: ({ state }) => isDeliverable({ state }) || state === "held",
  },
  {
    page: "discard",
    label: "Discard this draft",
    group: "end",
    icon: "check",
    isFor: ({ state }) => state === "draft",
  },
];
