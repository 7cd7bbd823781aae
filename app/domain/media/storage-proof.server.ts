import { keyedDigest } from "~/services/cipher.server";
import { MediaDamaged } from "~/services/media-store.server";
import { isSameSecret } from "~/services/secret-token.server";

type FileRow = { id: string; storageKey: string } & ({ vaultId: string } | { replyId: string } | { formId: string });

/**
 * Ties a file of the store to its row, and to the vault, reply or form of the row. So with write access to the database
 * alone, nobody can read a file through a row of their own.
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
