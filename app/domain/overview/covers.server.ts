import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/mysql-core";
import { altTextOf } from "~/domain/media/alt-text.server";
import { db } from "~/services/db.server";
import { media } from "~db/schema";
import type { TimelineEntry } from "./timeline.server";

export type Cover = { id: string; altText: string };

const earlier = alias(media, "earlier");
/** Positions have gaps where files were removed. */
const earlierPhoto = db
  .select({ one: sql`1` })
  .from(earlier)
  .where(and(eq(earlier.vaultId, media.vaultId), eq(earlier.kind, "photo"), lt(earlier.position, media.position)));

/** The first photo of each entry by vault id. None for sealed vaults and for unopened received ones. */
export async function listCovers(entries: TimelineEntry[]): Promise<Map<string, Cover>> {
  const ids = entries.filter(showsContent).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ file: media })
    .from(media)
    .where(and(inArray(media.vaultId, ids), eq(media.kind, "photo"), notExists(earlierPhoto)));
  return new Map(rows.map(({ file }) => [file.vaultId, { id: file.id, altText: altTextOf(media, file) }]));
}

function showsContent({ direction, isOpened, sealedAt, state }: TimelineEntry): boolean {
  return direction === "received" ? isOpened : sealedAt === null || state === "delivered";
}
