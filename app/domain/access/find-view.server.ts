import { eq } from "drizzle-orm";
import { isUndelivered } from "~/domain/legacy/legacy";
import { listLegacyRequests } from "~/domain/legacy/legacy-requests.server";
import { idsIn, movedTo } from "~/domain/recipients/moved-deliveries.server";
import type { VaultState } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { deliveries, memories } from "~db/schema";
import { canView, type View, type ViewableVault, type Viewer } from "./can-view";
import { isOpenedTo } from "./viewers-delivery.server";

type VaultRow = Pick<ViewableVault, "id" | "userId" | "sealedAt" | "deliveryAt"> & { state: VaultState };
type DeliveryRow = {
  id: string;
  recipientEmail: string;
  firstEmail: string | null;
  openedAt: Date | null;
  movedTo: string[] | string | null;
};

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
    movedTo,
  },
};

/** Undefined when the viewer may not know of the vault. `theirs` are the viewer's own deliveries. */
export async function findView(
  vault: VaultRow,
  theirs: DeliveryRow[],
  viewer: Viewer,
  now: Date,
): Promise<{ view: View; seesContent: boolean } | undefined> {
  const deliveredTo = theirs.flatMap(({ id, recipientEmail, firstEmail, ...row }) =>
    [recipientEmail, firstEmail ?? recipientEmail].map((email) => ({
      deliveryId: id,
      email,
      movedTo: idsIn(row.movedTo),
    })),
  );
  const viewable = { ...vault, state: vault.state, deliveredTo };
  // A legacy contact only gains access, so query for it only when nothing else applies.
  const view =
    canView({ ...viewable, isUndelivered: false, legacyRequests: [] }, viewer, now) ??
    canView({ ...viewable, ...(await findForContacts(viewable)) }, viewer, now);
  if (view?.as === "owner") return { view, seesContent: view.seesContent };
  if (view?.as === "recipient") {
    const delivery = theirs.find(({ id }) => id === view.deliveryId);
    return { view, seesContent: delivery !== undefined && isOpenedTo(viewer, delivery) };
  }
  return view && { view, seesContent: true };
}

async function findForContacts({ id, state }: { id: string; state: VaultState }) {
  const [rows, legacyRequests] = await Promise.all([
    db
      .select({ state: deliveries.state, isHostCopy: deliveries.isHostCopy })
      .from(deliveries)
      .where(eq(deliveries.vaultId, id)),
    listLegacyRequests(db, id),
  ]);
  return { isUndelivered: isUndelivered(state, rows), legacyRequests };
}

/** No account, code or share, so no vault is visible. */
export function isAnonymous({ user, share, codesTo: _, ...opened }: Viewer): boolean {
  return !user && !share && Object.values(opened).every((ids) => ids.length === 0);
}
