import { dateIn } from "~/domain/calendar/delivery-date";
import { DISPLAY_TITLE, type Vault } from "~/domain/vault/vault";
import type { EmailProps } from "~/emails/catalogue";

/** Also used for rehearsals. `url` opens the vault. */
export function deliveryMailOf(
  vault: Pick<Vault, "type" | "title" | "message" | "includesMessage" | "deliveryZone" | "createdAt">,
  {
    recipientName,
    senderName,
    url,
    isGuest,
  }: { recipientName: string; senderName: string; url: string; isGuest?: boolean | undefined },
): EmailProps["delivery"] {
  return {
    recipientName,
    senderName,
    title: vault.title || DISPLAY_TITLE,
    writtenOn: dateIn(vault.deliveryZone, vault.createdAt),
    url,
    ...(isGuest && { isGuest }),
    ...(vault.type === "future-self" && { isToSelf: true }),
    ...(vault.includesMessage && { message: vault.message }),
  };
}
