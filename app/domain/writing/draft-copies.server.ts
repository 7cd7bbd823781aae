import { and, eq, notExists } from "drizzle-orm";
import { cleanAltText } from "~/domain/media/media";
import { db, type Transaction } from "~/services/db.server";
import { draftCopies, media } from "~db/schema";

/** Files of another vault that are to be copied, by its id and theirs, and their changed alternative texts. */
export type CopiesToMake = { originalId: string; mediaIds: string[]; altTexts: Record<string, string> };

/** Replaces what was stored before. The caller has created the draft, or locked it. */
export async function storeCopiesToMake(tx: Transaction, draftId: string, copies?: CopiesToMake): Promise<void> {
  await tx.delete(draftCopies).where(eq(draftCopies.vaultId, draftId));
  if (!copies || copies.mediaIds.length === 0) return;
  const { originalId, altTexts } = copies;
  const altTextOf = (id: string) => (altTexts[id] === undefined ? null : cleanAltText(altTexts[id]));
  const rows = [...new Set(copies.mediaIds)].map((mediaId) => ({
    vaultId: draftId,
    originalId,
    mediaId,
    altText: altTextOf(mediaId),
  }));
  await tx.insert(draftCopies).values(rows);
}

/** The caller has checked that the draft is the user's, and checks whether they may read the original. */
export async function findCopiesToMake(draftId: string): Promise<CopiesToMake | undefined> {
  const rows = await db.select().from(draftCopies).where(eq(draftCopies.vaultId, draftId));
  const [first] = rows;
  if (!first) return undefined;
  const altTexts = rows.flatMap(({ mediaId, altText }) => (altText === null ? [] : [[mediaId, altText] as const]));
  const mediaIds = rows.map(({ mediaId }) => mediaId);
  return { originalId: first.originalId, mediaIds, altTexts: Object.fromEntries(altTexts) };
}

/** Forgets files that have left the original, once the user knows. */
export async function forgetLostCopies(draftId: string): Promise<void> {
  const { vaultId, originalId, mediaId } = draftCopies;
  const file = db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.vaultId, originalId)));
  await db.delete(draftCopies).where(and(eq(vaultId, draftId), notExists(file)));
}
