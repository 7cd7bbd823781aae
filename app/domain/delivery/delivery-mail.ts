import { dateIn } from "~/domain/calendar/delivery-date";
import { ownKindOf } from "~/domain/vault/own-kind";
import { DISPLAY_TITLE, type Vault } from "~/domain/vault/vault";
import type { EmailProps } from "~/emails/catalogue";

/** Also used for rehearsals. `url` opens the vault. Rehearsals, and mails to the sender's own address, have no `stopUrl`. */
export function deliveryMailOf(
  vault: Pick<Vault, "type" | "title" | "message" | "includesMessage" | "deliveryZone" | "createdAt">,
  {
    recipientName,
    senderName,
    url,
    stopUrl,
    isGuest,
    isToSelf,
  }: {
    recipientName: string;
    senderName: string;
    url: string;
    stopUrl?: string | undefined;
    isGuest?: boolean | undefined;
    isToSelf: boolean;
  },
): EmailProps["delivery"] {
  return {
    recipientName,
    senderName,
    title: vault.title || DISPLAY_TITLE,
    writtenOn: dateIn(vault.deliveryZone, vault.createdAt),
    url,
    ...(stopUrl && { stopUrl }),
    ...(isGuest && { isGuest }),
    ...(isToSelf && { isToSelf, ownKind: ownKindOf({ ...vault, recipientName, senderName }) }),
    ...(vault.includesMessage && { message: vault.message }),
  };
}
