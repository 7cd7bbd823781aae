import { isOpenTo, type LegacyRequest } from "~/domain/legacy/legacy";
import type { SharedBy } from "~/domain/share/shares.server";
import { OPEN_STATES, type VaultState } from "~/domain/vault/vault";

/**
 * What the decision needs to know of a vault. `deliveredTo` are the addresses its deliveries went to; `isUndelivered`
 * says that none of them took it; `legacyRequests` are those of its owner's legacy contacts for this vault.
 */
export type ViewableVault = {
  id: string;
  userId: string;
  state: VaultState;
  sealedAt: Date | null;
  deliveryAt: Date | null;
  deliveredTo: { deliveryId: string; email: string }[];
  isUndelivered: boolean;
  legacyRequests: LegacyRequest[];
};

/**
 * Who is looking: an account, a reader of one delivery or a legacy contact who came with a code, whoever has a link that
 * shares a vault, several at once, or nobody.
 */
export type Viewer = {
  user?: { id: string; email: string; isEmailVerified: boolean };
  openedDeliveryId?: string;
  openedContactId?: string;
  share?: SharedBy;
};

export type View =
  | { as: "owner"; seesContent: boolean }
  | { as: "recipient"; deliveryId: string }
  | { as: "legacy_contact"; legacyRequestId: string }
  | { as: "share"; shareId: string };

/**
 * The one decision about who may see a vault (product decision 7). Undefined means that, to this viewer, there is
 * no such vault. An owner always sees that it exists; the content of a sealed one only once it has been delivered.
 */
export function canView(vault: ViewableVault, viewer: Viewer, now: Date): View | undefined {
  const isOpen =
    OPEN_STATES.some((state) => state === vault.state) && vault.deliveryAt !== null && vault.deliveryAt <= now;
  const asRecipient = (isTheirs: (delivery: ViewableVault["deliveredTo"][number]) => boolean): View | undefined => {
    const delivery = isOpen ? vault.deliveredTo.find(isTheirs) : undefined;
    return delivery && { as: "recipient", deliveryId: delivery.deliveryId };
  };

  const asContact = (isTheirs: (wait: LegacyRequest) => boolean): View | undefined => {
    const wait = isOpen ? vault.legacyRequests.find((one) => isTheirs(one) && isOpenTo(one, vault, now)) : undefined;
    return wait && { as: "legacy_contact", legacyRequestId: wait.id };
  };

  const { user, openedDeliveryId, openedContactId } = viewer;
  const opened = asRecipient(({ deliveryId }) => deliveryId === openedDeliveryId);
  if (opened) return opened;
  if (user?.id === vault.userId) {
    return { as: "owner", seesContent: vault.sealedAt === null || vault.state === "delivered" };
  }
  const verified = user?.isEmailVerified ? user.email : undefined;
  return (
    asRecipient(({ email }) => email === verified) ??
    asContact(({ contactId }) => contactId === openedContactId) ??
    asContact(({ contactEmail }) => contactEmail === verified) ??
    asShared(vault, viewer.share, now)
  );
}

/** Only what has been delivered is shared: what comes back is closed to everybody again. */
function asShared({ id, state, deliveryAt }: ViewableVault, share: SharedBy | undefined, now: Date): View | undefined {
  const isDelivered = state === "delivered" && deliveryAt !== null && deliveryAt <= now;
  const isLive = share && share.revokedAt === null && (share.endsAt === null || share.endsAt > now);
  return isDelivered && isLive && share.vaultId === id ? { as: "share", shareId: share.shareId } : undefined;
}

/**
 * Whether whoever has this view of a vault may read what was written in the conversation of one of its deliveries: its
 * recipient, once they have opened it, and the vault's owner may, and nobody else.
 */
export function canSeeConversation({ view, seesContent }: { view: View; seesContent: boolean }, deliveryId: string) {
  return view.as === "owner" || (view.as === "recipient" && seesContent && view.deliveryId === deliveryId);
}
