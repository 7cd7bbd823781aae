import { daysUntil, timeToDelivery } from "~/domain/calendar/delivery-date";
import {
  DISPLAY_RECIPIENT,
  DISPLAY_TITLE,
  type VaultState,
  type VaultSummary,
  type VaultType,
} from "~/domain/vault/vault";
import type { VaultKind } from "../base/stamp";
import type { VaultCardData } from "./vault-card";

export const KINDS: Record<VaultType, VaultKind> = {
  letter: "letter",
  photo: "photo",
  video: "video",
  audio: "audio",
  "memory-board": "board",
  "future-self": "future",
};

export function vaultCardData(vault: VaultSummary, now: Date): VaultCardData {
  return {
    id: vault.id,
    title: titleOf(vault),
    kind: KINDS[vault.type],
    state: vault.state,
    addressLine: addressLine(vault),
    deliveryDate: vault.deliveryDate,
    badge: badgeOf(vault, now),
  };
}

export function titleOf({ title }: Pick<VaultSummary, "title">): string {
  return title || DISPLAY_TITLE;
}

export function addressLine({
  type,
  recipient,
  recipientEmail,
}: Pick<VaultSummary, "type" | "recipient" | "recipientEmail">): string {
  if (type === "future-self") return "To me";
  if (type === "memory-board") return "Memory Board";
  return recipient || recipientEmail ? `To ${recipient || recipientEmail}` : DISPLAY_RECIPIENT;
}

/** One name for each state, on every screen. */
export const STATE_BADGES: Partial<Record<VaultState, string>> = {
  draft: "Draft",
  sealed: "Sealed",
  delivering: "On its way",
  delivered: "Delivered",
  held: "Waiting for an address",
  cancelled: "Cancelled",
};

export function badgeOf({ state, deliveryDate, deliveryZone }: VaultSummary, now: Date): string {
  const isToday = deliveryDate !== null && daysUntil(deliveryDate, deliveryZone, now) <= 1;
  if (state === "scheduled" || (state === "sealed" && isToday)) {
    return deliveryDate ? timeToDelivery(deliveryDate, deliveryZone, now) : "Scheduled";
  }
  return STATE_BADGES[state] ?? "";
}
