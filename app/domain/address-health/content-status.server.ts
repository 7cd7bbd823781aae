import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { ownStorageKey } from "~/domain/media/storage-proof.server";
import { decryptContent, type EncryptedContent } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { MediaDamaged, MediaMissing, readMedia } from "~/services/media-store.server";
import { media } from "~db/schema";

type FileState = "intact" | "damaged" | "not_checked";

/** A damaged text counts as one. */
export type ContentReport = { hasText: boolean; isTextIntact: boolean; files: FileState[] };

/** Compares files with their SHA-256. No content is stored or logged. */
export async function checkContent(vault: EncryptedContent & { id: string }): Promise<ContentReport> {
  const rows = await db.select().from(media).where(eq(media.vaultId, vault.id)).orderBy(asc(media.position));
  const files: FileState[] = [];
  for (const row of rows) files.push(await checkFile(row));
  const text = readText(vault);
  const isTextIntact = text !== undefined;
  if (!isTextIntact || files.includes("damaged")) log.error({ vaultId: vault.id, files }, "a waiting vault is damaged");
  return { hasText: text !== "", isTextIntact, files };
}

async function checkFile(row: typeof media.$inferSelect): Promise<FileState> {
  try {
    const hash = createHash("sha256");
    for await (const piece of await readMedia(ownStorageKey(row), { kind: row.kind })) hash.update(piece);
    return hash.digest("hex") === row.sha256 ? "intact" : "damaged";
  } catch (error) {
    if (error instanceof MediaMissing || error instanceof MediaDamaged) return "damaged";
    log.warn({ err: error }, "a file could not be compared");
    return "not_checked";
  }
}

/** Undefined if it is damaged. */
function readText(vault: EncryptedContent & { id: string }): string | undefined {
  try {
    return decryptContent(vault).message;
  } catch {
    return undefined;
  }
}
