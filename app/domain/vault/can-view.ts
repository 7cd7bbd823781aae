import { OPEN_STATES, type VaultState } from "./vault";

/** What the decision needs to know of a vault. `deliveredTo` are the addresses its deliveries went to. */
export type ViewedVault = {
  userId: string;
  state: VaultState;
  sealedAt: Date | null;
  deliveryAt: Date | null;
  deliveredTo: { deliveryId: string; email: string }[];
};

/** Who is looking: an account, a reader who opened one delivery with a code, both, or nobody. */
export type Viewer = {
  user?: { id: string; email: string; isEmailVerified: boolean };
  openedDeliveryId?: string;
};

export type View = { as: "owner"; seesContent: boolean } | { as: "recipient"; deliveryId: string };

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

  const { user, openedDeliveryId } = viewer;
  const opened = asRecipient(({ deliveryId }) => deliveryId === openedDeliveryId);
  if (opened) return opened;
  if (!user) return undefined;
  if (user.id === vault.userId) {
    return { as: "owner", seesContent: vault.sealedAt === null || vault.state === "delivered" };
  }
  return user.isEmailVerified ? asRecipient(({ email }) => email === user.email) : undefined;
}
