import { and, asc, eq, ne } from "drizzle-orm";
import { db, type Queryable } from "~/services/db.server";
import { receivedBytes } from "~/services/media-store.server";
import { media, memories, uploads } from "~db/schema";
import { withAltText } from "./alt-text.server";
import { isSameFile } from "./attach-uploads.server";
import { isOfSameName } from "./file-name";
import type { FormFile } from "./media";
import { findUpload, listUploads, type Upload } from "./uploads.server";

export async function describeUpload(owner: string, id: string): Promise<FormFile | undefined> {
  const upload = await findUpload(owner, id);
  if (!upload || upload.state === "ready") return upload && uploadedFile(upload);
  return uploadedFile({ ...upload, receivedBytes: await receivedBytes(upload.storageKey, upload.kind) });
}

/**
 * Saved files first, then uploads, `withoutRepeated`. `vaultOf` returns the form's vault once the caller has checked
 * that it is the owner's. Uploads are read before the vault, so that files which are saved meanwhile are not missed.
 * Those that the vault has already are left out, as saving would drop them.
 */
export async function listFormFiles(
  owner: string,
  formId: string,
  vaultOf?: () => Promise<string | undefined>,
): Promise<FormFile[]> {
  const uploaded = await listUploads(owner, formId);
  const vaultId = await vaultOf?.();
  const saved = vaultId ? await findSavedFiles(vaultId) : [];
  const isSaved = (upload: Upload) => saved.some((file) => file.id === upload.id || isSameFile(file, upload));
  const waiting = uploaded.filter((upload) => !isSaved(upload));
  return withoutRepeated([...saved.map(savedFile), ...waiting.map(uploadedFile)]);
}

/**
 * Leaves out a file that is still being inspected if the form has the same one already, as when it is sent twice at
 * once.
 */
function withoutRepeated(files: FormFile[]): FormFile[] {
  const isInspected = (file: FormFile) => file.state === "receiving" && file.receivedBytes === file.bytes;
  const isThere = (file: FormFile) =>
    files.some((other) => other.state !== "receiving" && other.bytes === file.bytes && isOfSameName(other, file));
  return files.filter((file) => !isInspected(file) || !isThere(file));
}

/** Empty for a cancelled vault. The caller has checked that the user may see the files. */
export async function listSavedFiles(vaultId: string, queryable: Queryable = db): Promise<FormFile[]> {
  return (await findSavedFiles(vaultId, queryable)).map(savedFile);
}

async function findSavedFiles(vaultId: string, queryable: Queryable = db) {
  const rows = await queryable
    .select({ media })
    .from(media)
    .innerJoin(memories, eq(memories.id, media.vaultId))
    .where(and(eq(media.vaultId, vaultId), ne(memories.state, "cancelled")))
    .orderBy(asc(media.position), asc(media.id));
  return rows.map((row) => withAltText(media, row.media));
}

type SavedFile = Omit<FormFile, "state" | "receivedBytes">;

export function savedFile(row: SavedFile): FormFile {
  return formFile({ ...row, state: "saved", receivedBytes: row.bytes });
}

export function uploadedFile(upload: Upload): FormFile {
  return formFile(withAltText(uploads, upload));
}

/** Leaves out the storage key. */
function formFile(row: FormFile): FormFile {
  const { id, state, kind, fileName, altText, bytes, receivedBytes, contentType, width, height, colour } = row;
  return { id, state, kind, fileName, altText, bytes, receivedBytes, contentType, width, height, colour };
}
