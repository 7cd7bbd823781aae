import { and, eq, inArray } from "drizzle-orm";
import { db } from "~/services/db.server";
import { media } from "~db/schema";
import type { TimelineEntry } from "./timeline.server";

export type Cover = { id: string; altText: string };

/** The first photo of each entry by vault id. None for sealed vaults and for unopened received ones. */
export async function listCovers(entries: TimelineEntry[]): Promise<Map<string, Cover>> {
  const ids = entries.filter(showsContent).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ vaultId: media.vaultId, id: media.id, altText: media.altText })
    .from(media)
    .where(and(inArray(media.vaultId, ids), eq(media.position, 0), eq(media.kind, "photo")));
  return new Map(rows.map(({ vaultId, ...cover }) => [vaultId, cover]));
}

function showsContent({ direction, isOpened, sealedAt, state }: TimelineEntry): boolean {
  return direction === "received" ? isOpened : sealedAt === null || state === "delivered";
}
