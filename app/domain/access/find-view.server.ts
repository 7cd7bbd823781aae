import { eq } from "drizzle-orm";
import { beginContactReading } from "~/domain/legacy/contact-reading.server";
import { isUndelivered } from "~/domain/legacy/legacy";
import { listWaits } from "~/domain/legacy/list-waits.server";
import type { VaultState } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { canView, type View, type ViewedVault, type Viewer } from "./can-view";
import { isOpenedTo } from "./viewers-delivery.server";

type Judged = Pick<ViewedVault, "userId" | "sealedAt" | "deliveryAt"> & { id: string; state: VaultState };
type Theirs = { id: string; recipientEmail: string; firstEmail: string | null; openedAt: Date | null };

/** All that the decision needs of a vault and of the deliveries that went to a viewer, for who asks for nothing more. */
export const decisionColumns = {
  vault: {
    id: memories.id,
    userId: memories.userId,
    state: memories.state,
    sealedAt: memories.sealedAt,
    deliveryAt: memories.deliveryAt,
  },
  delivery: {
    id: deliveries.id,
    recipientEmail: deliveries.recipientEmail,
    firstEmail: deliveries.firstEmail,
    openedAt: deliveries.openedAt,
  },
};

/**
 * How a viewer sees a vault, and whether with its content; undefined when to them there is none. `theirs` are those of
 * its deliveries that went to them. A legacy contact's first look is put on the record.
 */
export async function findView(
  vault: Judged,
  theirs: Theirs[],
  viewer: Viewer,
  now: Date,
): Promise<{ view: View; seesContent: boolean } | undefined> {
  const deliveredTo = theirs.flatMap(({ id, recipientEmail, firstEmail }) =>
    [recipientEmail, firstEmail ?? recipientEmail].map((email) => ({ deliveryId: id, email })),
  );
  const judged = { ...vault, deliveredTo };
  // What legacy contacts may see adds to what others may: only where those see nothing it is asked for.
  const view =
    canView({ ...judged, isUndelivered: false, legacyWaits: [] }, viewer, now) ??
    canView({ ...judged, ...(await listForContacts(judged)) }, viewer, now);
  if (view?.as === "owner") return { view, seesContent: view.seesContent };
  if (view?.as === "recipient") {
    const delivery = theirs.find(({ id }) => id === view.deliveryId);
    return { view, seesContent: delivery !== undefined && isOpenedTo(viewer, delivery) };
  }
  if (view?.as === "share") return { view, seesContent: true };
  const isRead = view !== undefined && (await beginContactReading(view.waitId, vault.id, now));
  return isRead ? { view, seesContent: true } : undefined;
}

async function listForContacts({ id, state }: { id: string; state: VaultState }) {
  const [rows, legacyWaits] = await Promise.all([
    db.select({ state: deliveries.state }).from(deliveries).where(eq(deliveries.vaultId, id)),
    listWaits(db, id),
  ]);
  const states = rows.map((row) => row.state);
  return { isUndelivered: isUndelivered(state, states), legacyWaits };
}

/** Whether this viewer is nobody that we know: to them there is no vault at all. */
export function isNobody({ user, openedDeliveryId, openedContactId, share }: Viewer): boolean {
  return !user && openedDeliveryId === undefined && openedContactId === undefined && !share;
}
