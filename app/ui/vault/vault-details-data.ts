import { mediaItem } from "~/domain/access/media-item";
import type { ViewedVault } from "~/domain/access/view-vault.server";
import { type AddressStatus, isConcern } from "~/domain/address-health/address-status";
import { dateIn, distanceInWords, formatDate, formatInstant, formatTime } from "~/domain/calendar/delivery-date";
import { DISPLAY_RECIPIENT, type VaultState } from "~/domain/vault/vault";
import { addressLine, KINDS, titleOf } from "./vault-card-data";

/** For the owner. */
export function vaultDetails({ vault, seesContent, media }: ViewedVault, now: Date) {
  const { deliveryDate: date, deliveryZone: zone } = vault;
  const on = (instant: Date) => formatDate(dateIn(zone, instant));
  return {
    id: vault.id,
    title: titleOf(vault),
    kind: KINDS[vault.type],
    state: vault.state,
    line: addressLine(vault),
    deliveryDate: date,
    heldUntil: vault.heldUntil ? on(vault.heldUntil) : "",
    backupName: vault.backupName || vault.backupEmail || "",
    isToCome: vault.deliveryAt !== null && vault.deliveryAt > now,
    seesContent: seesContent && vault.state !== "cancelled",
    message: vault.message,
    media: media.map(mediaItem),
    concern: concernOf(vault),
    facts: [
      ...addressFacts(vault, now),
      ...(isWaiting(vault.state) && vault.addressStatus === "confirmed"
        ? [{ label: "Address", value: "Confirmed by whoever reads there" }]
        : []),
      { label: "Created", value: on(vault.createdAt) },
      ...(vault.sealedAt ? [{ label: "Sealed", value: on(vault.sealedAt) }] : []),
      ...(vault.deliveredAt ? [{ label: "Delivered", value: formatInstant(vault.deliveredAt, zone) }] : []),
    ],
  };
}

export function addressFacts(vault: ViewedVault["vault"], now: Date) {
  const { deliveryDate: date, deliveryZone: zone } = vault;
  return [
    { label: "Recipient", value: recipientLine(vault) },
    { label: "Delivery date", value: date ? `${formatDate(date)}, ${hourOf(vault)}` : "No day chosen yet" },
    ...(date && isWaiting(vault.state) ? [{ label: "Arrives", value: distanceInWords(date, zone, now) }] : []),
  ];
}

/** Null unless a waiting vault has an address problem. */
function concernOf({ state, addressStatus }: ViewedVault["vault"]): AddressStatus | null {
  return isWaiting(state) && isConcern(addressStatus) ? addressStatus : null;
}

export type VaultDetailsData = ReturnType<typeof vaultDetails>;

const isWaiting = (state: VaultState) => state === "scheduled" || state === "sealed";

/** For example "09:00 in Berlin". */
export function hourOf({ deliveryAt, deliveryHour, deliveryZone }: ViewedVault["vault"]): string {
  const city = deliveryZone.split("/").at(-1)?.replaceAll("_", " ");
  const time = deliveryAt ? formatTime(deliveryAt, deliveryZone) : `${String(deliveryHour).padStart(2, "0")}:00`;
  return `${time} ${city === "UTC" ? "UTC" : `in ${city}`}`;
}

function recipientLine({ type, recipient, recipientEmail }: ViewedVault["vault"]): string {
  if (type === "memory-board") return "Everyone on its list";
  if (recipient && recipientEmail) return `${recipient} (${recipientEmail})`;
  return recipient ?? recipientEmail ?? DISPLAY_RECIPIENT;
}
