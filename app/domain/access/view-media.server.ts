import { eq } from "drizzle-orm";
import type { StoredMedia } from "~/domain/media/media.server";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveries, media, memories } from "~db/schema";
import type { View, Viewer } from "./can-view";
import { decisionColumns, findView, isAnonymous } from "./find-view.server";
import { toViewer } from "./viewers-delivery.server";

export type ViewedFile = { view: View; vaultId: string; file: StoredMedia };

/**
 * Undefined unless the viewer may see the content now. Players request a file many times, so this reads only what the
 * decision needs. Callers that send the file call `recordContactReading` first.
 */
export async function viewMedia(viewer: Viewer, id: string, now = clock.now()): Promise<ViewedFile | undefined> {
  if (isAnonymous(viewer)) return undefined;
  const rows = await db
    .select({
      file: media,
      ...decisionColumns,
    })
    .from(media)
    .innerJoin(memories, eq(memories.id, media.vaultId))
    .leftJoin(deliveries, toViewer(viewer))
    .where(eq(media.id, id));
  const [row] = rows;
  // The files of a cancelled vault are being deleted.
  if (!row || row.vault.state === "cancelled") return undefined;
  const theirs = rows.flatMap(({ delivery }) => delivery ?? []);
  const found = await findView(row.vault, theirs, viewer, now);
  if (!found?.seesContent) return undefined;
  return { view: found.view, vaultId: row.vault.id, file: { ...row.file, storageKey: ownStorageKey(row.file) } };
}
