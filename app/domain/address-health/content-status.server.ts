import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { decryptContent, type EncryptedContent } from "~/domain/vault/vault-content.server";
import { db } from "~/services/db.server";
import { log } from "~/services/log.server";
import { MediaDamaged, MediaMissing, readMedia } from "~/services/media-store.server";
import { media } from "~db/schema";

type FileState = "intact" | "damaged" | "not_checked";

/** What looking at a vault's content came to: its letter, and its files by what became of each. */
export type ContentReport = { isTextIntact: boolean; files: FileState[] };

/**
 * Reads a vault's letter and each of its files, and compares the files with the SHA-256 that was taken when they came.
 * Nothing is kept of what is read. A store that cannot be reached from here says nothing about a file.
 */
export async function lookAtContent(vault: EncryptedContent & { id: string }): Promise<ContentReport> {
  const rows = await db.select().from(media).where(eq(media.vaultId, vault.id)).orderBy(asc(media.position));
  const files: FileState[] = [];
  for (const row of rows) files.push(await lookAtFile(row));
  const isTextIntact = isLegible(vault);
  if (!isTextIntact || files.includes("damaged")) log.error({ vaultId: vault.id, files }, "a waiting vault is damaged");
  return { isTextIntact, files };
}

async function lookAtFile({ storageKey, kind, sha256 }: typeof media.$inferSelect): Promise<FileState> {
  try {
    const hash = createHash("sha256");
    for await (const piece of await readMedia(storageKey, { kind })) hash.update(piece);
    return hash.digest("hex") === sha256 ? "intact" : "damaged";
  } catch (error) {
    if (error instanceof MediaMissing || error instanceof MediaDamaged) return "damaged";
    log.warn({ err: error }, "a file could not be compared");
    return "not_checked";
  }
}

function isLegible(vault: EncryptedContent): boolean {
  try {
    decryptContent(vault);
    return true;
  } catch {
    return false;
  }
}
