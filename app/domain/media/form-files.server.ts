import { and, asc, eq, ne } from "drizzle-orm";
import { db } from "~/services/db.server";
import { receivedBytes } from "~/services/media-store.server";
import { media, memories, uploads } from "~db/schema";
import { cleanAltText, type FormFile, type MediaKind } from "./media";
import { findUpload, listUploads, own } from "./uploads.server";

/** What a form may know of one upload of `owner`, with as many bytes as have come up to now. */
export async function describeUpload(owner: string, id: string): Promise<FormFile | undefined> {
  const upload = await findUpload(owner, id);
  if (!upload || upload.state === "ready") return upload && formFile(upload);
  return formFile({ ...upload, receivedBytes: await receivedBytes(upload.storageKey, upload.kind) });
}

/**
 * The files of a form as it shows them: those already saved with the vault first, then its uploads, in their order.
 * Whether `vaultId` is the owner's the caller has checked.
 */
export async function listFormFiles(owner: string, formId: string, vaultId?: string): Promise<FormFile[]> {
  const saved = vaultId ? await listSavedFiles(vaultId) : [];
  const waiting = await listUploads(owner, formId);
  return [...saved, ...waiting.map(formFile)];
}

/**
 * The files of a vault as a form shows them; those of a cancelled one are gone. Whether its reader may see them the
 * caller has checked.
 */
export async function listSavedFiles(vaultId: string): Promise<FormFile[]> {
  const rows = await db
    .select({ media })
    .from(media)
    .innerJoin(memories, eq(memories.id, media.vaultId))
    .where(and(eq(media.vaultId, vaultId), ne(memories.state, "cancelled")))
    .orderBy(asc(media.position), asc(media.id));
  return rows.map(({ media: row }) => savedFile(row));
}

type SavedFile = Omit<FormFile, "state" | "kind" | "receivedBytes"> & { kind: string };

/** A file of a vault as a form shows it. */
export function savedFile(row: SavedFile): FormFile {
  return formFile({ ...row, state: "saved", receivedBytes: row.bytes, kind: row.kind as MediaKind });
}

/** What a form may know of a file: nothing about where it lies. */
export function formFile(row: FormFile): FormFile {
  const { id, state, kind, fileName, altText, bytes, receivedBytes, contentType, width, height, colour } = row;
  return { id, state, kind, fileName, altText, bytes, receivedBytes, contentType, width, height, colour };
}

/** Keeps what pictures of a form show, by their ids; other ids are passed over. */
export async function setAltTexts(owner: string, formId: string, altTexts: Record<string, string>): Promise<void> {
  for (const [id, given] of Object.entries(altTexts)) {
    const altText = cleanAltText(given);
    await db
      .update(uploads)
      .set({ altText })
      .where(and(own(owner, id), eq(uploads.formId, formId)));
  }
}
