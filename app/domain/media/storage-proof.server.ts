import { keyedDigest } from "~/services/cipher.server";
import { MediaDamaged } from "~/services/media-store.server";
import { isSameSecret } from "~/services/secret-token.server";

type Parent = { vaultId: string } | { replyId: string } | { postId: string } | { formId: string };
type FileRow = { id: string; storageKey: string } & Parent;

/**
 * Binds a stored file to its row and to the row's vault, reply, post or form, so that no one can read it through
 * another row with write access to the database alone.
 */
export function storageProof(row: FileRow): string {
  return keyedDigest("storage-proof", JSON.stringify([...parentOf(row), row.id, row.storageKey]));
}

function parentOf(row: Parent): [kind: string, id: string] {
  if ("vaultId" in row) return ["vault", row.vaultId];
  if ("replyId" in row) return ["reply", row.replyId];
  return "postId" in row ? ["post", row.postId] : ["form", row.formId];
}

/** @throws MediaDamaged when the row names a file that is not its own */
export function ownStorageKey(row: FileRow & { storageProof: string }): string {
  if (!isSameSecret(row.storageProof, storageProof(row))) throw new MediaDamaged();
  return row.storageKey;
}
