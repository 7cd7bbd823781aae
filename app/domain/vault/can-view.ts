import { isOpenTo, type LegacyWait } from "~/domain/legacy/legacy";
import { OPEN_STATES, type VaultState } from "./vault";

/**
 * What the decision needs to know of a vault. `deliveredTo` are the addresses its deliveries went to; `isUndelivered`
 * says that none of them took it; `legacyWaits` are those of its owner's legacy contacts for this vault.
 */
export type ViewedVault = {
  userId: string;
  state: VaultState;
  sealedAt: Date | null;
  deliveryAt: Date | null;
  deliveredTo: { deliveryId: string; email: string }[];
  isUndelivered: boolean;
  legacyWaits: LegacyWait[];
};

/** Who is looking: an account, a reader of one delivery or a legacy contact who came with a code, both, or nobody. */
export type Viewer = {
  user?: { id: string; email: string; isEmailVerified: boolean };
  openedDeliveryId?: string;
  openedContactId?: string;
};

export type View =
  | { as: "owner"; seesContent: boolean }
  | { as: "recipient"; deliveryId: string }
  | { as: "legacy_contact"; waitId: string };

/**
 * The one decision about who may see a vault (product decision 7). Undefined means that, to this viewer, there is
 * no such vault. An owner always sees that it exists; the content of a sealed one only once it has been delivered.
 */
export function canView(vault: ViewedVault, viewer: Viewer, now: Date): View | undefined {
  const isOpen =
    OPEN_STATES.some((state) => state === vault.state) && vault.deliveryAt !== null && vault.deliveryAt <= now;
  const asRecipient = (isTheirs: (delivery: ViewedVault["deliveredTo"][number]) => boolean): View | undefined => {
    const delivery = isOpen ? vault.deliveredTo.find(isTheirs) : undefined;
    return delivery && { as: "recipient", deliveryId: delivery.deliveryId };
  };

  const asContact = (isTheirs: (wait: LegacyWait) => boolean): View | undefined => {
    const wait = isOpen ? vault.legacyWaits.find((one) => isTheirs(one) && isOpenTo(one, vault, now)) : undefined;
    return wait && { as: "legacy_contact", waitId: wait.id };
  };

  const { user, openedDeliveryId, openedContactId } = viewer;
  const opened = asRecipient(({ deliveryId }) => deliveryId === openedDeliveryId);
  if (opened) return opened;
  const asked = asContact(({ contactId }) => contactId === openedContactId);
  if (!user) return asked;
  if (user.id === vault.userId) {
    return { as: "owner", seesContent: vault.sealedAt === null || vault.state === "delivered" };
  }
  if (!user.isEmailVerified) return asked;
  const received = asRecipient(({ email }) => email === user.email);
  return received ?? asked ?? asContact(({ contactEmail }) => contactEmail === user.email);
}
