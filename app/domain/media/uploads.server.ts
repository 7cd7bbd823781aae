import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Queryable } from "~/services/db.server";
import { uploads } from "~db/schema";
import { deleteDiscarded, discardFiles } from "./discarded-files.server";
import { type RefusedFile, type UploadRefusal, uploadRefusal } from "./refusals";
import { STORAGE_REFUSALS, type StorageRefusal } from "./storage-refusals.server";

export type Upload = typeof uploads.$inferSelect;

/** A keyed digest, which does not reveal the account or visitor. */
export function uploadOwner(by: { userId: string } | { visitorToken: string }): string {
  return keyedDigest("upload-owner", "userId" in by ? `user:${by.userId}` : `visitor:${by.visitorToken}`);
}

export type RefusedUpload = { ok: false; reason: UploadRefusal | StorageRefusal; message: string };

export function uploadRefused(reason: RefusedUpload["reason"], file: RefusedFile): RefusedUpload {
  const message = isAboutStorage(reason)
    ? STORAGE_REFUSALS[reason](file.fileName ? `“${file.fileName}”` : "this file")
    : uploadRefusal(reason, file);
  return { ok: false, reason, message };
}

const isAboutStorage = (reason: RefusedUpload["reason"]): reason is StorageRefusal =>
  Object.hasOwn(STORAGE_REFUSALS, reason);

export const inForm = (owner: string, formId: string) => and(eq(uploads.owner, owner), eq(uploads.formId, formId));
const own = (owner: string, id: string) => and(eq(uploads.owner, owner), eq(uploads.id, id));

export async function listUploads(owner: string, formId: string, queryable: Queryable = db): Promise<Upload[]> {
  return queryable
    .select()
    .from(uploads)
    .where(inForm(owner, formId))
    .orderBy(asc(uploads.position), asc(uploads.createdAt), asc(uploads.id));
}

export async function findUpload(owner: string, id: string): Promise<Upload | undefined> {
  const [row] = await db.select().from(uploads).where(own(owner, id));
  return row;
}

/** `byStorer`: the caller itself stores the file, so nothing more of it can arrive. */
type Removal = { byStorer?: boolean };

/** False when the owner has no such upload. */
export async function removeUpload(owner: string, id: string, options: Removal = {}): Promise<boolean> {
  return (await removeUploads(owner, [id], options)) > 0;
}

/** Ignores unknown ids. Returns how many were removed. */
export async function removeUploads(owner: string, ids: string[], { byStorer = false }: Removal = {}): Promise<number> {
  if (ids.length === 0) return 0;
  const now = clock.now();
  const { keys, count } = await inTransaction(async (tx) => {
    const theirs = and(eq(uploads.owner, owner), inArray(uploads.id, ids));
    const rows = await tx.select().from(uploads).where(theirs).for("update");
    if (rows.length === 0) return { keys: [], count: 0 };
    const keys = await discardFiles(tx, rows, now, byStorer ? {} : { isArriving: true });
    await tx.delete(uploads).where(
      inArray(
        uploads.id,
        rows.map(({ id }) => id),
      ),
    );
    return { keys, count: rows.length };
  });
  await deleteDiscarded(keys);
  return count;
}

/** For a visitor who signs in, or whose cookie was replaced. Returns how many were moved. */
export async function adoptUploads(
  from: string,
  to: string,
  formId: string,
  now = clock.now(),
  on: Queryable = db,
): Promise<number> {
  const adopted = await on.update(uploads).set({ owner: to, updatedAt: now }).where(inForm(from, formId));
  return changedRows(adopted);
}

/** Those of all forms but these. */
export async function adoptAllUploads(from: string, to: string, except: string[], now = clock.now()): Promise<void> {
  const adopted = except.length > 0 ? notInArray(uploads.formId, except) : undefined;
  await db
    .update(uploads)
    .set({ owner: to, updatedAt: now })
    .where(and(eq(uploads.owner, from), adopted));
}
