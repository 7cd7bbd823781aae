import { and, asc, eq, inArray } from "drizzle-orm";
import type { VaultType } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { MediaMissing, readMedia } from "~/services/media-store.server";
import { media, uploads } from "~db/schema";
import { setAltTexts } from "./form-files.server";
import type { FormFile, MediaKind } from "./media";
import { receiveUpload } from "./receive-upload.server";
import type { RefusedUpload } from "./uploads.server";

type Copying = {
  owner: string;
  formId: string;
  type: VaultType;
  /** The vault whose files are to be sent once more; the caller has checked that this person may read it. */
  vaultId: string;
  /** Which of its files. */
  ids: string[];
  /** What pictures show, by the ids of the originals, where that was written anew. */
  altTexts: Record<string, string>;
};
export type Copied = { ok: true; files: FormFile[] } | (RefusedUpload & { kind: MediaKind });

/**
 * Makes files of a vault uploads of a form, each a file of its own in the store, so that neither vault goes with the
 * other. A file that the form has already is not copied again. Answers the new ones, or why one is not taken.
 */
export async function copyMedia({ owner, formId, type, vaultId, ids, altTexts }: Copying): Promise<Copied> {
  if (ids.length === 0) return { ok: true, files: [] };
  const originals = await db
    .select()
    .from(media)
    .where(and(eq(media.vaultId, vaultId), inArray(media.id, ids)))
    .orderBy(asc(media.position), asc(media.id));
  const files: FormFile[] = [];
  for (const original of originals) {
    if (await isThere(owner, formId, original.sha256)) continue;
    const { storageKey, fileName, bytes } = original;
    const kind = original.kind as MediaKind;
    const content = await readMedia(storageKey, { kind }).catch(unlessMissing);
    if (!content) continue;
    const received = await receiveUpload(owner, { formId, type, kind, fileName, bytes }, content);
    if (!received.ok)
      return (await isThere(owner, formId, original.sha256)) ? { ok: true, files } : { ...received, kind };
    const altText = altTexts[original.id] ?? original.altText;
    await setAltTexts(owner, formId, { [received.file.id]: altText });
    files.push({ ...received.file, altText });
  }
  return { ok: true, files };
}

/** The vault was cancelled while the form was open: its files went with it. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof MediaMissing)) throw error;
}

async function isThere(owner: string, formId: string, sha256: string): Promise<boolean> {
  const same = and(eq(uploads.owner, owner), eq(uploads.formId, formId), eq(uploads.sha256, sha256));
  return (await db.$count(uploads, same)) > 0;
}
