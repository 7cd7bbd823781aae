import { mediaItem } from "~/domain/access/media-item";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { type AddressStatus, isAddressConcern } from "~/domain/address-health/address-status";
import type { AddressActions } from "~/domain/address-health/addresses.server";
import { stepsBetween } from "~/domain/address-health/check-dates";
import {
  dateIn,
  distanceInWords,
  formatDate,
  formatInstant,
  formatTime,
  zoneInWords,
} from "~/domain/calendar/delivery-date";
import { DISPLAY_RECIPIENT, isDeliverable } from "~/domain/vault/vault";
import { KINDS, STATE_BADGES, titleOf } from "./vault-card-data";
import { hasOwnAddress } from "./vault-pages";

/** For the owner. What happened is dated in `ownZone`, as in the record. */
export function vaultDetails(
  { vault, seesContent, hasEditDraft, media }: ViewedVault,
  addressActions: AddressActions,
  ownZone: string,
  now: Date,
) {
  const { deliveryDate: date, deliveryZone: zone } = vault;
  const on = (instant: Date) => formatDate(dateIn(ownZone, instant));
  return {
    id: vault.id,
    title: titleOf(vault),
    kind: KINDS[vault.type],
    state: vault.state,
    to: KINDS[vault.type] === "board" ? titleOf(vault) : vault.recipient || vault.recipientEmail || withoutName(vault),
    toEmail: KINDS[vault.type] === "board" ? "Everyone on its list" : (vault.recipient && vault.recipientEmail) || "",
    badge: isDeliverable(vault) && vault.state !== "sealed" ? "Waiting" : (STATE_BADGES[vault.state] ?? ""),
    when: date ? { day: formatDate(date), hour: hourOf(vault), distance: distanceOf(vault, now) } : null,
    sealedOn: vault.sealedAt ? on(vault.sealedAt) : "",
    coming: upcomingEntries(vault, ownZone, now),
    deliveryDate: date,
    heldUntil: vault.heldUntil ? formatDate(dateIn(zone, vault.heldUntil)) : "",
    backupName: vault.backupName || vault.backupEmail || "",
    isToCome: vault.deliveryAt !== null && vault.deliveryAt > now,
    seesContent: seesContent && vault.state !== "cancelled",
    message: vault.message,
    media: media.map(mediaItem),
    concern: addressConcernOf(vault),
    hasEditDraft,
    ...addressActions,
    facts: [
      ...(isDeliverable(vault) && vault.addressStatus === "confirmed"
        ? [{ label: "Address", value: "Confirmed" }]
        : []),
      { label: "Created", value: on(vault.createdAt) },
      ...(vault.sealedAt ? [{ label: "Sealed", value: on(vault.sealedAt) }] : []),
      ...(vault.deliveredAt ? [{ label: "Delivered", value: formatInstant(vault.deliveredAt, ownZone) }] : []),
    ],
  };
}

/** What is still to come, for the record, whose other times are in `ownZone`. */
function upcomingEntries(vault: ViewedVault["vault"], ownZone: string, now: Date) {
  const { deliveryAt, deliveryZone: zone, createdAt } = vault;
  if (!isDeliverable(vault) || deliveryAt === null || deliveryAt <= now) return [];
  const isBoard = KINDS[vault.type] === "board";
  const whom = isBoard ? "everyone on its list" : vault.recipient || vault.recipientEmail || "you";
  const check = stepsBetween({ createdAt, deliveryAt, senderSince: createdAt, isSenderVerified: true }, now, deliveryAt)
    .filter(({ kind }) => kind === "check")
    .sort((a, b) => a.at.getTime() - b.at.getTime())[0];
  const at = formatInstant(deliveryAt, zone);
  return [
    ...(check && hasOwnAddress(KINDS[vault.type])
      ? [{ at: formatDate(dateIn(zone, check.at)), text: "We check its address once more.", tone: "coming" as const }]
      : []),
    { at: zone === ownZone ? at : `${at} ${zoneInWords(zone)}`, text: `It goes to ${whom}.`, tone: "coming" as const },
  ];
}

const distanceOf = (vault: ViewedVault["vault"], now: Date) =>
  vault.deliveryDate && isDeliverable(vault) ? distanceInWords(vault.deliveryDate, vault.deliveryZone, now) : "";

export function addressFacts(vault: ViewedVault["vault"], now: Date) {
  const { deliveryDate: date, deliveryZone: zone } = vault;
  return [
    { label: "Recipient", value: recipientLine(vault) },
    { label: "Delivery date", value: date ? `${formatDate(date)}, ${hourOf(vault)}` : "No day chosen yet" },
    ...(date && isDeliverable(vault) ? [{ label: "Arrives", value: distanceInWords(date, zone, now) }] : []),
  ];
}

/** Null unless a waiting vault has an address problem. */
function addressConcernOf(vault: ViewedVault["vault"]): AddressStatus | null {
  return isDeliverable(vault) && isAddressConcern(vault.addressStatus) ? vault.addressStatus : null;
}

export type VaultDetailsData = ReturnType<typeof vaultDetails>;

/** For example "09:00 in Berlin". */
export function hourOf({ deliveryAt, deliveryHour, deliveryZone }: ViewedVault["vault"]): string {
  const time = deliveryAt ? formatTime(deliveryAt, deliveryZone) : `${String(deliveryHour).padStart(2, "0")}:00`;
  return `${time} ${zoneInWords(deliveryZone)}`;
}

export function recipientLine({ type, recipient, recipientEmail }: ViewedVault["vault"]): string {
  if (type === "memory-board") return "Everyone on its list";
  if (recipient && recipientEmail) return `${recipient} (${recipientEmail})`;
  return recipient ?? recipientEmail ?? withoutName({ type });
}

/** A draft to oneself gets its address when it is scheduled. */
function withoutName({ type }: Pick<ViewedVault["vault"], "type">): string {
  return type === "future-self" ? "Me" : DISPLAY_RECIPIENT;
}
