import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { changedAltTexts } from "~/domain/media/alt-texts.server";
import { listSavedFiles } from "~/domain/media/form-files.server";
import type { FileChanges, FormFile } from "~/domain/media/media";
import { listUploads, removeUploads, uploadOwner } from "~/domain/media/uploads.server";
import { endOutdatedExport } from "~/domain/vault/outdated-export.server";
import type { Vault } from "~/domain/vault/vault";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { createDataKey, decrypt, encrypt, placeOf, unwrapDataKey } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { editDrafts, memories } from "~db/schema";
import type { FormValues } from "./form-values";
import { changedElsewhere, comparable, isStale, saveNameIn, versionOf } from "./form-version.server";
import { formOf } from "./vault-form-values.server";
import { toResult, VaultRefusedError, type VaultResult } from "./vault-result.server";

/** Stored encrypted. */
type Content = { values: FormValues } & FileChanges & {
    /**
     * The name that its form gave to the stored save, and the version of the vault at that time, without the changes.
     */
    save?: { name: string; of: string };
  };
export type EditDraft = Content & { formId: string; savedAt: Date };
type EditDraftInput = { formId: string; values: FormValues; version?: string | undefined } & Partial<FileChanges>;

/**
 * Saves what was typed into the form of a scheduled vault, which stays unchanged. Overwrites earlier changes, and
 * deletes them once they match the vault. Refuses with `not_editable` once the vault is sealed or due, and with
 * `changed_elsewhere` what a form sends that was opened before other changes.
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
      const refusal = await findNewer(tx, readable, version);
      if (refusal) throw refusal;
      const stored = await formOf(readable, tx);
      const hasUploads = (await listUploads(uploadOwner({ userId: user.id }), formId, tx)).length > 0;
      const files = changesOf(await listSavedFiles(vaultId, tx), { altTexts, removed });
      const hasFileChanges = hasUploads || !isDeepStrictEqual(files, NO_CHANGES);
      if (!hasFileChanges && isDeepStrictEqual(comparable(values), comparable(stored))) {
        await forgetEditDraft(tx, vaultId);
        return vaultId;
      }
      const save = { name: saveNameIn(version), of: versionOf(stored) };
      await writeEditDraft(tx, vaultId, { formId, values, ...files, save, savedAt: now });
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

/**
 * The refusal of a form that was opened before the vault or its unsaved changes were saved. The caller has locked the
 * vault.
 */
export async function findNewer(
  tx: Transaction,
  vault: Vault,
  version: string | undefined,
): Promise<VaultRefusedError | undefined> {
  if (version === undefined) return undefined;
  const [row] = await tx.select().from(editDrafts).where(eq(editDrafts.vaultId, vault.id));
  const changes = row && decrypted(row);
  const stored = await formOf(vault, tx);
  const own = changes?.save?.of === versionOf(stored) ? changes.save.name : undefined;
  const versions = versionsOf(stored, changes);
  return isStale(version, versions.at(-1) ?? "", own) ? changedElsewhere(...versions) : undefined;
}

/** The versions that a form may replace if it shows the vault with its unsaved changes. The last one is current. */
export const versionsOf = (stored: FormValues, changes: Content | undefined): string[] =>
  changes ? [versionOf(stored), versionOf(stored, changes)] : [versionOf(stored)];

/** Also deletes the files that were added. False when the user's vault has no such draft. */
export async function discardEditDraft(user: User, vaultId: string, now = clock.now()): Promise<boolean> {
  const formId = await inTransaction(async (tx) => {
    const [row] = await tx
      .select({ formId: editDrafts.formId })
      .from(editDrafts)
      .innerJoin(memories, eq(memories.id, editDrafts.vaultId))
      .where(and(eq(editDrafts.vaultId, vaultId), eq(memories.userId, user.id)))
      .for("update");
    if (!row) return undefined;
    await forgetEditDraft(tx, vaultId);
    await endOutdatedExport(tx, user.id, now);
    return row.formId;
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
