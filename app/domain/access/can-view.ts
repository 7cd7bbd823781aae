import { isOpenTo, type LegacyRequest } from "~/domain/legacy/legacy";
import type { SharedBy } from "~/domain/share/shares.server";
import { isOpen, type VaultState } from "~/domain/vault/vault";

/** `deliveredTo` lists each email of each delivery, with the accounts that it moved with. */
export type ViewableVault = {
  id: string;
  userId: string;
  state: VaultState;
  sealedAt: Date | null;
  deliveryAt: Date | null;
  deliveredTo: { deliveryId: string; email: string; movedTo?: string[] }[];
  isUndelivered: boolean;
  legacyRequests: LegacyRequest[];
};

/** Any combination of an account, redeemed codes, claim cards and a share. */
export type Viewer = {
  user?: { id: string; email: string; isEmailVerified: boolean };
  openedDeliveryIds?: string[];
  claimedDeliveryIds?: string[];
  openedContactIds?: string[];
  /** The email or phone number that got the code of an opened delivery, by the delivery's id. */
  codesTo?: Record<string, string>;
  share?: SharedBy;
};

export type View =
  | { as: "owner"; seesContent: boolean }
  | { as: "recipient"; deliveryId: string }
  /** Anyone may hold the card, so it shows the vault and nothing that others wrote about it. */
  | { as: "card_holder"; deliveryId: string }
  | { as: "legacy_contact"; legacyRequestId: string; contactId: string; linkVersion: number }
  | { as: "share"; shareId: string };

/**
 * Decides who may see a vault (product decision 7); undefined hides that it exists. Owners always see that it exists,
 * and the content of a sealed one only after its delivery, or once it went to themselves as well.
 */
export function canView(vault: ViewableVault, viewer: Viewer, now: Date): View | undefined {
  const isOpenNow = isOpen(vault) && vault.deliveryAt !== null && vault.deliveryAt <= now;
  const deliveryWhere = (isTheirs: (delivery: ViewableVault["deliveredTo"][number]) => boolean) =>
    isOpenNow ? vault.deliveredTo.find(isTheirs) : undefined;
  const asRecipient = (isTheirs: Parameters<typeof deliveryWhere>[0]): View | undefined => {
    const delivery = deliveryWhere(isTheirs);
    return delivery && { as: "recipient", deliveryId: delivery.deliveryId };
  };

  const asContact = (isTheirs: (request: LegacyRequest) => boolean): View | undefined => {
    const request = isOpenNow
      ? vault.legacyRequests.find((one) => isTheirs(one) && isOpenTo(one, vault, now))
      : undefined;
    if (!request) return undefined;
    const { id: legacyRequestId, contactId, linkVersion } = request;
    return { as: "legacy_contact", legacyRequestId, contactId, linkVersion };
  };

  const { user, openedDeliveryIds = [], claimedDeliveryIds = [], openedContactIds = [] } = viewer;
  const opened = asRecipient(({ deliveryId }) => openedDeliveryIds.includes(deliveryId));
  if (opened) return opened;
  const claimed = deliveryWhere(({ deliveryId }) => claimedDeliveryIds.includes(deliveryId));
  if (claimed) return { as: "card_holder", deliveryId: claimed.deliveryId };
  if (user?.id === vault.userId) {
    const isAlsoRecipient = user.isEmailVerified && deliveryWhere(wentTo(user)) !== undefined;
    return { as: "owner", seesContent: vault.sealedAt === null || vault.state === "delivered" || isAlsoRecipient };
  }
  const verified = user?.isEmailVerified ? user : undefined;
  return (
    (verified && asRecipient(wentTo(verified))) ??
    asContact(({ contactId }) => openedContactIds.includes(contactId)) ??
    asContact(({ contactEmail }) => contactEmail === verified?.email) ??
    asShared(vault, viewer.share, now)
  );
}

const wentTo =
  ({ id, email: own }: NonNullable<Viewer["user"]>) =>
  ({ email, movedTo }: ViewableVault["deliveredTo"][number]) =>
    email === own || movedTo?.includes(id) === true;

/** A delivery that comes back closes the share again. */
function asShared({ id, state, deliveryAt }: ViewableVault, share: SharedBy | undefined, now: Date): View | undefined {
  const isDelivered = state === "delivered" && deliveryAt !== null && deliveryAt <= now;
  const isLive = share && share.revokedAt === null && (share.endsAt === null || share.endsAt > now);
  return isDelivered && isLive && share.vaultId === id ? { as: "share", shareId: share.shareId } : undefined;
}

export function canSeeConversation({ view, seesContent }: { view: View; seesContent: boolean }, deliveryId: string) {
  return view.as === "owner" || (view.as === "recipient" && seesContent && view.deliveryId === deliveryId);
}
