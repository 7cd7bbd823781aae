import { createHash } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import * as clock from "~/services/clock.server";
import { db, type Transaction } from "~/services/db.server";
import { putMedia } from "~/services/media-store.server";
import { media } from "~db/schema";
import { discardFiles } from "./discarded-files.server";
import { judgeFile } from "./judging/judge-file.server";
import { storeCopies } from "./judging/store-copies.server";
import { heldFile } from "./judging/stored-file.server";
import type { MediaKind } from "./media";

export type NewMedia = { kind: MediaKind; fileName: string; altText?: string; content: Buffer };

/**
 * Keeps a file with a vault, judged and with its copies as if somebody had sent it: first in the store, then on record,
 * so that no row points at nothing.
 * @throws Error when it is no file that people may send
 */
export async function addMedia(vaultId: string, position: number, file: NewMedia, now = clock.now()): Promise<string> {
  const { kind, fileName, altText = "", content } = file;
  const verdict = await judgeFile(heldFile(kind, content));
  if (!verdict.ok) throw new Error(`${fileName} cannot be kept: ${verdict.reason}`);
  const { contentType, width = null, height = null, colour = null } = verdict;
  const id = createId();
  const storageKey = `${vaultId}/${id}`;
  await putMedia(storageKey, content, { kind, contentType });
  await storeCopies(storageKey, verdict);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const about = { kind, fileName, altText, bytes: content.length, contentType, sha256, width, height, colour };
  await db.insert(media).values({ id, vaultId, position, storageKey, ...about, createdAt: now });
  return id;
}

/** Deletes the files of a vault once `tx` is through. What they were stays on record: a certificate may name them. */
export async function discardMedia(tx: Transaction, vaultId: string, now: Date): Promise<void> {
  await discardFiles(tx, await tx.select().from(media).where(eq(media.vaultId, vaultId)), now);
}

export type StoredMedia = {
  vaultId: string;
  kind: MediaKind;
  storageKey: string;
  contentType: string;
  fileName: string;
  bytes: number;
  sha256: string;
  /** Of the upright picture, in pixels; null for what is none. */
  width: number | null;
};

/** Where a file lies, whoever asks; `viewMedia` knows who may have it. */
export async function findMedia(id: string): Promise<StoredMedia | undefined> {
  const [row] = await db.select().from(media).where(eq(media.id, id));
  return row && { ...row, kind: row.kind as MediaKind };
}
