import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { changedAltTexts } from "~/domain/media/alt-texts.server";
import { listSavedFiles } from "~/domain/media/form-files.server";
import type { FileChanges, FormFile } from "~/domain/media/media";
import { listUploads, removeUploads, uploadOwner } from "~/domain/media/uploads.server";
import type { Vault } from "~/domain/vault/vault";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { editDrafts, memories } from "~db/schema";
import type { FormValues } from "./form-values";
import { comparable, versionOf } from "./form-version.server";
import { formOf } from "./vault-form-values.server";
import { toResult, VaultRefusedError, type VaultResult } from "./vault-result.server";

/** Stored encrypted. */
type Content = { values: FormValues } & FileChanges;
export type EditDraft = Content & { formId: string; savedAt: Date };
type EditDraftInput = { formId: string; values: FormValues; version?: string | undefined } & Partial<FileChanges>;

/**
 * Saves what was typed into the form of a scheduled vault, which stays unchanged. Overwrites earlier changes, and
 * deletes them once they match the vault. Refuses with `not_editable` once the vault is sealed or due, and with
 * `changed_elsewhere` for a form of an earlier `version`.
 */
export async function saveEditDraft(
  user: User,
  vaultId: string,
  { formId, values, version, altTexts = {}, removed = [] }: EditDraftInput,
  now = clock.now(),
): Promise<VaultResult> {
  return toResult(user, undefined, () =>
    inTransaction(async (tx) => {
      const own = and(eq(memories.id, vaultId), eq(memories.userId, user.id));
      const [vault] = await tx.select().from(memories).where(own).for("update");
      if (!vault) throw new VaultRefusedError("not_found");
      if (vault.state !== "scheduled") throw new VaultRefusedError("not_editable");
      const readable = { ...vault, ...decryptContent(vault) };
      await refuseStale(tx, readable, { formId, version });
      const stored = await formOf(readable);
      const hasUploads = (await listUploads(uploadOwner({ userId: user.id }), formId)).length > 0;
      const files = changesOf(await listSavedFiles(vaultId), { altTexts, removed });
      const hasFileChanges = hasUploads || !isDeepStrictEqual(files, NO_CHANGES);
      if (!hasFileChanges && isDeepStrictEqual(comparable(values), comparable(stored))) {
        await forgetEditDraft(tx, vaultId);
        return vaultId;
      }
      await writeEditDraft(tx, vaultId, { formId, values, ...files, savedAt: now });
      return vaultId;
    }),
  );
}

/** The caller has created the vault, or locked it. */
export async function writeEditDraft(
  tx: Transaction,
  vaultId: string,
  { formId, savedAt, ...content }: EditDraft,
): Promise<void> {
  const columns = { formId, ...encrypted(vaultId, content), savedAt };
  await tx
    .insert(editDrafts)
    .values({ vaultId, ...columns })
    .onDuplicateKeyUpdate({ set: columns });
}

/** The caller has checked that the vault is the user's. */
export async function findEditDraft(vaultId: string): Promise<EditDraft | undefined> {
  const [row] = await db.select().from(editDrafts).where(eq(editDrafts.vaultId, vaultId));
  return row && { formId: row.formId, ...decrypted(row), savedAt: row.savedAt };
}

export const NO_CHANGES: FileChanges = { altTexts: {}, removed: [] };

function changesOf(saved: FormFile[], { altTexts, removed }: FileChanges): FileChanges {
  const described = changedAltTexts(saved, altTexts).map(({ id, altText }) => [id, altText]);
  const leaving = saved.filter(({ id }) => removed.includes(id));
  return { altTexts: Object.fromEntries(described), removed: leaving.map(({ id }) => id) };
}

/** Call it in the transaction that saves or closes the vault. Uploads of its form are attached, or purged later. */
export async function forgetEditDraft(tx: Transaction, vaultId: string): Promise<void> {
  await tx.delete(editDrafts).where(eq(editDrafts.vaultId, vaultId));
}

/** The caller has locked the vault. */
export async function refuseStale(
  tx: Transaction,
  vault: Vault,
  { formId = "", version }: { formId?: string | undefined; version?: string | undefined },
): Promise<void> {
  if (version === undefined) return;
  const ofVault = eq(editDrafts.vaultId, vault.id);
  const [changes] = await tx.select({ formId: editDrafts.formId }).from(editDrafts).where(ofVault);
  const current = versionOf(await formOf(vault), formId, changes);
  if (version !== current) throw new VaultRefusedError("changed_elsewhere", { version: current });
}

/** Also deletes the files that were added. False when the user's vault has no such draft. */
export async function discardEditDraft(user: User, vaultId: string): Promise<boolean> {
  const formId = await inTransaction(async (tx) => {
    const [row] = await tx
      .select({ formId: editDrafts.formId })
      .from(editDrafts)
      .innerJoin(memories, eq(memories.id, editDrafts.vaultId))
      .where(and(eq(editDrafts.vaultId, vaultId), eq(memories.userId, user.id)))
      .for("update");
    if (row) await forgetEditDraft(tx, vaultId);
    return row?.formId;
  });
  if (formId === undefined) return false;
  const owner = uploadOwner({ userId: user.id });
  const files = await listUploads(owner, formId);
  await removeUploads(
    owner,
    files.map(({ id }) => id),
  );
  return true;
}

function encrypted(vaultId: string, content: Content) {
  const { key, ...wrapped } = createDataKey(placeOf(editDrafts.wrappedKey, vaultId));
  const place = placeOf(editDrafts.contentEncrypted, vaultId);
  return { contentEncrypted: encrypt(key, JSON.stringify(content), place), ...wrapped };
}

function decrypted({ vaultId, contentEncrypted, ...wrapped }: typeof editDrafts.$inferSelect): Content {
  const key = unwrapDataKey(wrapped, placeOf(editDrafts.wrappedKey, vaultId));
  return JSON.parse(decrypt(key, contentEncrypted, placeOf(editDrafts.contentEncrypted, vaultId)).toString("utf8"));
}
