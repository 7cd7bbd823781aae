import { type CalendarDate, dateIn } from "~/domain/calendar/delivery-date";
import { ownKindOf } from "~/domain/vault/own-kind";
import { DISPLAY_TITLE, type Vault } from "~/domain/vault/vault";
import type { EmailProps } from "~/emails/catalogue";

type DatedVault = Pick<Vault, "deliveryDate" | "deliveryZone">;

/** The vault's day for a message written at `now`; unset on that day, which the message calls today. */
export function pastDay({ deliveryDate, deliveryZone }: DatedVault, now: Date): { until?: CalendarDate } {
  return deliveryDate && deliveryDate < dateIn(deliveryZone, now) ? { until: deliveryDate } : {};
}

/**
 * Also used for rehearsals. `url` opens the vault. Rehearsals, and mails to the sender's own address, have no
 * `stopUrl`; rehearsals, which show the mail of the day, no `now`.
 */
export function deliveryMailOf(
  vault: DatedVault & Pick<Vault, "type" | "title" | "message" | "includesMessage" | "createdAt">,
  {
    recipientName,
    senderName,
    url,
    stopUrl,
    isGuest,
    isToSelf,
    now,
  }: {
    recipientName: string;
    senderName: string;
    url: string;
    stopUrl?: string | undefined;
    isGuest?: boolean | undefined;
    isToSelf: boolean;
    now?: Date;
  },
): EmailProps["delivery"] {
  return {
    recipientName,
    senderName,
    title: vault.title || DISPLAY_TITLE,
    writtenOn: dateIn(vault.deliveryZone, vault.createdAt),
    url,
    ...(now && pastDay(vault, now)),
    ...(stopUrl && { stopUrl }),
    ...(isGuest && { isGuest }),
    ...(isToSelf && { isToSelf, ownKind: ownKindOf({ ...vault, recipientName, senderName }) }),
    ...(vault.includesMessage && { message: vault.message }),
  };
}
