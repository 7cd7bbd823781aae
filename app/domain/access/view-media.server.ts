import { eq } from "drizzle-orm";
import type { StoredMedia } from "~/domain/media/media.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveries, media, memories } from "~db/schema";
import type { Viewer } from "./can-view";
import { decisionColumns, findView, isNobody } from "./find-view.server";
import { toViewer } from "./viewers-delivery.server";

/**
 * A file of a vault, for whoever may see the content of that vault now; undefined for everybody else. Players ask for
 * one file many times, so this reads no more of the vault than the decision takes.
 */
export async function viewMedia(viewer: Viewer, id: string, now = clock.now()): Promise<StoredMedia | undefined> {
  if (isNobody(viewer)) return undefined;
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
  // The files of a cancelled vault are on their way out.
  if (!row || row.vault.state === "cancelled") return undefined;
  const theirs = rows.flatMap(({ delivery }) => delivery ?? []);
  const found = await findView(row.vault, theirs, viewer, now);
  return found?.seesContent ? row.file : undefined;
}
