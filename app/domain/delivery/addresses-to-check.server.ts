import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { type DeliveryEvent, failedIn } from "~/domain/vault/events";
import type { Vault } from "~/domain/vault/vault";
import { proposalLink } from "./proposed-address-link.server";

export type AddressToCheck = {
  /** Of the page that stops it. */
  href: string;
  recipientName: string;
  email: string;
  contactName: string;
  isLegacy: boolean;
  /** Nothing is sent there before this day, in words. */
  opensOn: string;
};

/** The addresses from contacts that can still be stopped. For the owner, who has a mail with the same about each. */
export function addressesToCheck(
  { deliveryZone, backupName, backupEmail }: Pick<Vault, "deliveryZone" | "backupName" | "backupEmail">,
  events: DeliveryEvent[],
): AddressToCheck[] {
  return failedIn(events).flatMap(({ name, proposal }) => {
    if (!proposal?.opensAt) return [];
    const { id, email, contactId, contactName, opensAt } = proposal;
    return {
      href: `/address-stop/${proposalLink(id)}`,
      recipientName: name,
      email,
      contactName: contactId ? contactName : backupName || backupEmail || "",
      isLegacy: contactId !== null,
      opensOn: formatDate(dateIn(deliveryZone, opensAt)),
    };
  });
}
