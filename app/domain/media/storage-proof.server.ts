import { keyedDigest } from "~/services/cipher.server";
import { MediaDamaged } from "~/services/media-store.server";
import { isSameSecret } from "~/services/secret-token.server";

type FileRow = { id: string; storageKey: string } & ({ vaultId: string } | { replyId: string } | { formId: string });

/**
 * Binds a stored file to its row and to the row's vault, reply or form, so that write access to the database alone does not
 * let anyone read the file through another row.
 */
export function storageProof(row: FileRow): string {
  const parent = "vaultId" in row ? ["vault", row.vaultId] : "replyId" in row ? ["reply", row.replyId] : formOf(row);
  return keyedDigest("storage-proof", JSON.stringify([...parent, row.id, row.storageKey]));
}

const formOf = ({ formId }: { formId: string }) => ["form", formId];

/** @throws MediaDamaged when the row names a file that is not its own */
export function ownStorageKey(row: FileRow & { storageProof: string }): string {
  if (!isSameSecret(row.storageProof, storageProof(row))) throw new MediaDamaged();
  return row.storageKey;
}
