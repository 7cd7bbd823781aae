import { and, asc, eq } from "drizzle-orm";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction } from "~/services/db.server";
import { uploads } from "~db/schema";
import { deleteDiscarded, discardFiles } from "./discarded-files.server";
import type { MediaKind } from "./media";
import { type UploadRefusal, uploadRefusal } from "./refusals";

export type Upload = typeof uploads.$inferSelect & { kind: MediaKind; state: "receiving" | "ready" };

/** A keyed digest, which does not reveal the account or visitor. */
export function uploadOwner(by: { userId: string } | { visitorToken: string }): string {
  return keyedDigest("upload-owner", "userId" in by ? `user:${by.userId}` : `visitor:${by.visitorToken}`);
}

export type RefusedUpload = { ok: false; reason: UploadRefusal; message: string };

export function refused(reason: UploadRefusal, file: Parameters<typeof uploadRefusal>[1]): RefusedUpload {
  return { ok: false, reason, message: uploadRefusal(reason, file) };
}

export const inForm = (owner: string, formId: string) => and(eq(uploads.owner, owner), eq(uploads.formId, formId));
export const own = (owner: string, id: string) => and(eq(uploads.owner, owner), eq(uploads.id, id));

export async function listUploads(owner: string, formId: string): Promise<Upload[]> {
  const rows = await db
    .select()
    .from(uploads)
    .where(inForm(owner, formId))
    .orderBy(asc(uploads.position), asc(uploads.createdAt), asc(uploads.id));
  return rows as Upload[];
}

export async function findUpload(owner: string, id: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(own(owner, id));
  return row as Upload | undefined;
}

/** False when the owner has no such upload. */
export async function removeUpload(owner: string, id: string, now = clock.now()): Promise<boolean> {
  const keys = await inTransaction(async (tx) => {
    const [row] = await tx.select().from(uploads).where(own(owner, id)).for("update");
    if (!row) return undefined;
    const discarded = await discardFiles(tx, [row], now);
    await tx.delete(uploads).where(eq(uploads.id, id));
    return discarded;
  });
  if (keys) await deleteDiscarded(keys);
  return keys !== undefined;
}

/** For a guest who signs in. Returns how many were moved. */
export async function adoptUploads(from: string, to: string, formId: string, now = clock.now()): Promise<number> {
  const adopted = await db.update(uploads).set({ owner: to, updatedAt: now }).where(inForm(from, formId));
  return changedRows(adopted);
}
