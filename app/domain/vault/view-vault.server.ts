import { asc, eq, exists, sql } from "drizzle-orm";
import type { DeliveryState } from "~/domain/delivery/delivery";
import { recordOpening, recordSendersReading, sendersReading } from "~/domain/delivery/opening.server";
import { beginContactReading } from "~/domain/legacy/contact-reading.server";
import { isUndelivered } from "~/domain/legacy/legacy";
import { listWaits } from "~/domain/legacy/list-waits.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { certificates, deliveries, media, memories, profiles } from "~db/schema";
import { canView, type View, type Viewer } from "./can-view";
import type { Vault, VaultState, VaultType } from "./vault";
import { decryptContent } from "./vault-content.server";

export type ViewedMedia = {
  id: string;
  kind: string;
  contentType: string;
  fileName: string;
  altText: string;
  width: number | null;
  height: number | null;
  /** `#rrggbb`, shown until a photo has loaded. */
  colour: string | null;
};

/** `manifest` is what the vault's seal certificate says, or null where there is none. */
export type ViewedVault = {
  view: View;
  vault: Vault;
  senderName: string;
  media: ViewedMedia[];
  manifest: string | null;
};

/**
 * A vault as `viewer` may see it, or undefined when to this viewer there is no such vault. The content of a sealed
 * vault is left empty for its owner. The first look of a recipient or a legacy contact is put on the record, and so is
 * an owner's into what had been sealed.
 */
export async function viewVault(viewer: Viewer, id: string, now = clock.now()): Promise<ViewedVault | undefined> {
  const [row] = await db
    .select({
      vault: memories,
      senderName: profiles.fullName,
      manifest: certificates.manifest,
      isReadBySender: sql`${exists(sendersReading(memories.id))}`.mapWith(Boolean),
    })
    .from(memories)
    .innerJoin(profiles, eq(profiles.id, memories.userId))
    .leftJoin(certificates, eq(certificates.memoryId, memories.id))
    .where(eq(memories.id, id));
  if (!row) return undefined;
  // Its owner needs no delivery to see it; this saves the page a query.
  const isOwnerOnly = viewer.user?.id === row.vault.userId && viewer.openedDeliveryId === undefined;
  const deliveredTo = isOwnerOnly ? [] : await listDeliveredTo(id);
  const state = row.vault.state as VaultState;
  const isFailed = isUndelivered(
    state,
    deliveredTo.map((delivery) => delivery.state as DeliveryState),
  );
  const judged = { ...row.vault, state, deliveredTo, isUndelivered: isFailed };
  // What legacy contacts may see adds to what others may: only where those see nothing it is asked for.
  const view =
    canView({ ...judged, legacyWaits: [] }, viewer, now) ??
    canView({ ...judged, legacyWaits: await listWaits(db, id) }, viewer, now);
  if (!view) return undefined;
  if (view.as === "legacy_contact" && !(await beginContactReading(view.waitId, id, now))) return undefined;

  if (view.as === "recipient" && !deliveredTo.find((delivery) => delivery.deliveryId === view.deliveryId)?.openedAt) {
    await inTransaction((tx) => recordOpening(tx, { id: view.deliveryId, memoryId: id }, now));
  }
  const seesContent = view.as !== "owner" || view.seesContent;
  if (view.as === "owner" && seesContent && row.vault.sealedAt && !row.isReadBySender) {
    await recordSendersReading(id, now);
  }
  const content = decryptContent(row.vault);
  return {
    view,
    senderName: row.senderName,
    manifest: row.manifest,
    vault: {
      ...row.vault,
      type: row.vault.type as VaultType,
      state: row.vault.state as VaultState,
      title: content.title,
      message: seesContent ? content.message : "",
    },
    // Its files went when it was cancelled.
    media: seesContent && row.vault.state !== "cancelled" ? await listMedia(id) : [],
  };
}

function listDeliveredTo(memoryId: string) {
  return db
    .select({
      deliveryId: deliveries.id,
      email: deliveries.recipientEmail,
      state: deliveries.state,
      openedAt: deliveries.openedAt,
    })
    .from(deliveries)
    .where(eq(deliveries.memoryId, memoryId));
}

function listMedia(memoryId: string): Promise<ViewedMedia[]> {
  return db
    .select({
      id: media.id,
      kind: media.kind,
      contentType: media.contentType,
      fileName: media.fileName,
      altText: media.altText,
      width: media.width,
      height: media.height,
      colour: media.colour,
    })
    .from(media)
    .where(eq(media.memoryId, memoryId))
    .orderBy(asc(media.position));
}
