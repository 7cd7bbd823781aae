import { dateIn } from "~/domain/calendar/delivery-date";
import { DISPLAY_TITLE, type Vault } from "~/domain/vault/vault";
import type { EmailProps } from "~/emails/catalogue";

/** Also used for rehearsals, which have no `stopUrl`. `url` opens the vault. */
export function deliveryMailOf(
  vault: Pick<Vault, "type" | "title" | "message" | "includesMessage" | "deliveryZone" | "createdAt">,
  {
    recipientName,
    senderName,
    url,
    stopUrl,
    isGuest,
  }: {
    recipientName: string;
    senderName: string;
    url: string;
    stopUrl?: string | undefined;
    isGuest?: boolean | undefined;
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
    ...(vault.type === "future-self" && { isToSelf: true }),
    ...(vault.includesMessage && { message: vault.message }),
  };
}
