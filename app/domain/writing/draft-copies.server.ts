import { and, eq, inArray, ne, notExists, or } from "drizzle-orm";
import { altTextOf, encryptAltText } from "~/domain/media/alt-text.server";
import { cleanAltText } from "~/domain/media/media";
import { db, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { draftCopies, media, memories } from "~db/schema";

/** Files of another vault that are to be copied, by its id and theirs, and their changed alternative texts. */
export type CopiesToMake = { originalId: string; mediaIds: string[]; altTexts: Record<string, string> };

/**
 * Replaces what was stored before; without `copies`, none are to be made. Files that are no longer among `copies` stay
 * on the list, unticked. The caller has created the draft, or locked it.
 */
export async function storeCopiesToMake(tx: Transaction, draftId: string, copies?: CopiesToMake): Promise<void> {
  const { vaultId, originalId, mediaId } = draftCopies;
  const ofDraft = eq(vaultId, draftId);
  if (!copies) {
    await tx.delete(draftCopies).where(ofDraft);
    return;
  }
  const ids = [...new Set(copies.mediaIds)];
  const isReplaced = or(ne(originalId, copies.originalId), inArray(mediaId, ids));
  await tx.delete(draftCopies).where(and(ofDraft, isReplaced));
  await tx.update(draftCopies).set({ isTicked: false }).where(ofDraft);
  if (ids.length === 0) return;
  const ticked = { vaultId: draftId, originalId: copies.originalId, isTicked: true };
  await tx.insert(draftCopies).values(
    ids.map((mediaId) => {
      const id = createId();
      const altText = copies.altTexts[mediaId];
      return {
        id,
        ...ticked,
        mediaId,
        ...(altText !== undefined && encryptAltText(draftCopies, id, cleanAltText(altText))),
      };
    }),
  );
}

/** The caller has checked that the draft is the user's, and checks whether they may read the original. */
export async function findCopiesToMake(draftId: string): Promise<CopiesToMake | undefined> {
  const rows = await db.select().from(draftCopies).where(eq(draftCopies.vaultId, draftId));
  const [first] = rows;
  if (!first) return undefined;
  const altTexts = rows.flatMap(({ mediaId, altTextEncrypted, ...row }) =>
    altTextEncrypted === null
      ? []
      : [[mediaId, altTextOf(draftCopies, { ...row, fileName: mediaId, altTextEncrypted })] as const],
  );
  const mediaIds = rows.filter(({ isTicked }) => isTicked).map(({ mediaId }) => mediaId);
  return { originalId: first.originalId, mediaIds, altTexts: Object.fromEntries(altTexts) };
}

/** Forgets files that have left the original, or were sealed with it, once the user knows. */
export async function forgetLostCopies(draftId: string): Promise<void> {
  const { vaultId, originalId, mediaId } = draftCopies;
  const file = db
    .select({ id: media.id })
    .from(media)
    .innerJoin(memories, eq(memories.id, media.vaultId))
    .where(and(eq(media.id, mediaId), eq(media.vaultId, originalId), ne(memories.state, "sealed")));
  await db.delete(draftCopies).where(and(eq(vaultId, draftId), notExists(file)));
}
