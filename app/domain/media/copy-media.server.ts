import { and, asc, eq, inArray } from "drizzle-orm";
import type { VaultType } from "~/domain/vault/vault";
import { db } from "~/services/db.server";
import { MediaDamaged, MediaMissing, readMedia } from "~/services/media-store.server";
import { media } from "~db/schema";
import { altTextOf } from "./alt-text.server";
import { setAltTexts } from "./alt-texts.server";
import { isSameFile } from "./attach-uploads.server";
import { type Finished, refusedByStore } from "./finish-upload.server";
import type { FormFile, MediaKind } from "./media";
import { receiveUpload } from "./receive-upload.server";
import { COPY_GONE, type RefusedFile } from "./refusals";
import type { Storer } from "./storage-limit.server";
import { ownStorageKey } from "./storage-proof.server";
import { unchanged } from "./unchanged.server";
import { listUploads, type RefusedUpload, uploadRefused } from "./uploads.server";

type Copying = {
  owner: string;
  formId: string;
  type: VaultType;
  /** The caller has checked that the user may read it. */
  vaultId: string;
  ids: string[];
  altTexts: Record<string, string>;
  storer: Storer;
};
/** `kind` is that of the refused file; it is missing when a file is gone. */
export type Copied =
  | { ok: true; files: FormFile[] }
  | (RefusedUpload & { kind: MediaKind })
  | { ok: false; kind?: undefined; message: string };

/**
 * Stores each copy as a new file, so that deleting one vault leaves the other whole. Skips files that the form already
 * has. Nothing is copied if one of the files has left the vault.
 */
export async function copyMedia({ owner, formId, type, vaultId, ids, altTexts, storer }: Copying): Promise<Copied> {
  if (ids.length === 0) return { ok: true, files: [] };
  const originals = await db
    .select()
    .from(media)
    .where(and(eq(media.vaultId, vaultId), inArray(media.id, ids)))
    .orderBy(asc(media.position), asc(media.id));
  if (originals.length < new Set(ids).size) return { ok: false, message: COPY_GONE };
  const files: FormFile[] = [];
  for (const original of originals) {
    if (await isUploaded(owner, formId, original)) continue;
    const { kind } = original;
    const copying = { formId, type, storer };
    const received = await copyFile(owner, copying, original).catch((error: unknown) => refusedCopy(error, original));
    if (!received.ok) {
      if (await isUploaded(owner, formId, original)) continue;
      return { ...received, kind };
    }
    const altText = altTexts[original.id] ?? altTextOf(media, original);
    await setAltTexts(owner, formId, { [received.file.id]: altText });
    files.push({ ...received.file, altText });
  }
  return { ok: true, files };
}

async function copyFile(
  owner: string,
  copying: Pick<Copying, "formId" | "type" | "storer">,
  original: typeof media.$inferSelect,
): Promise<Finished> {
  const { kind, fileName, bytes, sha256 } = original;
  const content = await readMedia(ownStorageKey(original), { kind });
  // A refused upload leaves it unread, and so its file open.
  const file = { ...copying, kind, fileName, bytes };
  return receiveUpload(owner, file, unchanged(content, { sha256 })).finally(() => content.destroy());
}

function refusedCopy(error: unknown, file: RefusedFile): RefusedUpload {
  if (error instanceof MediaMissing) return uploadRefused("lost", file);
  return error instanceof MediaDamaged ? uploadRefused("damaged", file) : refusedByStore(error, file);
}

async function isUploaded(owner: string, formId: string, original: typeof media.$inferSelect): Promise<boolean> {
  return (await listUploads(owner, formId)).some((upload) => isSameFile(upload, original));
}
