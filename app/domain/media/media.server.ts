import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { putMedia } from "~/services/media-store.server";
import { media } from "~db/schema";
import { encryptAltText, withAltText } from "./alt-text.server";
import { discardFiles } from "./discarded-files.server";
import { fileNameFor } from "./file-name";
import { inspectFile } from "./inspection/inspect-file.server";
import { storeCopies } from "./inspection/photo-copies.server";
import { fileInMemory } from "./inspection/stored-file.server";
import type { MediaKind } from "./media";
import { storageProof } from "./storage-proof.server";

export type NewMedia = { kind: MediaKind; fileName: string; altText?: string; content: Buffer };

/**
 * Stores the file before its row, so that every row has its file.
 * @throws Error when the file would be refused as an upload
 */
export async function addMedia(vaultId: string, position: number, file: NewMedia, now = clock.now()): Promise<string> {
  const { kind, altText = "", content } = file;
  const result = await inspectFile(fileInMemory(kind, content));
  if (!result.ok) throw new Error(`${file.fileName} cannot be added: ${result.reason}`);
  const { contentType, width = null, height = null, colour = null } = result;
  const fileName = fileNameFor(file.fileName, contentType);
  const id = createId();
  const storageKey = `${vaultId}/${id}`;
  await putMedia(storageKey, content, { kind, contentType });
  await storeCopies(storageKey, result);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const about = { kind, fileName, bytes: content.length, contentType, sha256, width, height, colour };
  const stored = { storageKey, storageProof: storageProof({ id, vaultId, storageKey }) };
  await db.insert(media).values({
    id,
    vaultId,
    position,
    ...stored,
    ...about,
    ...encryptAltText(media, id, altText),
    createdAt: now,
  });
  return id;
}

/** Deletes the names and descriptions of a vault's files, and the files once `tx` commits. */
export async function discardMedia(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  const ofVault = eq(media.vaultId, vaultId);
  await discardFiles(tx, await tx.select().from(media).where(ofVault), now);
  await tx.delete(media).where(ofVault);
}

export type StoredMedia = {
  vaultId: string;
  kind: MediaKind;
  storageKey: string;
  contentType: string;
  fileName: string;
  bytes: number;
  sha256: string;
  /** Upright, in pixels. */
  width: number | null;
};

/** In order. The caller has checked access. */
export async function listMedia(vaultId: string) {
  const rows = await db
    .select()
    .from(media)
    .where(eq(media.vaultId, vaultId))
    .orderBy(asc(media.position), asc(media.id));
  return rows.map((row) => withAltText(media, row));
}
