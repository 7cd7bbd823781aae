import { and, eq, inArray } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { saveChoices } from "~/domain/board/settings.server";
import { describeMedia } from "~/domain/media/alt-texts.server";
import { deleteDiscarded, discardFiles } from "~/domain/media/discarded-files.server";
import { listSavedFiles } from "~/domain/media/form-files.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { endOutdatedExport } from "~/domain/vault/outdated-export.server";
import { type BoardRecipient, storedType } from "~/domain/vault/vault";
import { decryptContent, encryptContent } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { changedRows, db, inTransaction, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { media, memories, uploads } from "~db/schema";
import { storeCopiesToMake } from "./draft-copies.server";
import { changedElsewhere, draftVersionOf, isStale, saveNameIn } from "./form-version.server";
import { saveFiles, saveRecipients } from "./save-parts.server";
import { type DraftInput, reachColumns, typeColumns } from "./vault-columns.server";
import { formOf } from "./vault-form-values.server";
import { type SaveWith, saveForm, toResult, VaultRefusedError, type VaultResult } from "./vault-result.server";

/**
 * Overwrites what the same form saved before. A draft takes no slot, is never due, cannot be searched for, and may
 * share a title. Refuses with `not_editable` once the form's vault is scheduled, and with `changed_elsewhere` what a
 * form sends that was opened before the draft was changed elsewhere.
 */
export async function saveDraft(
  user: User,
  input: DraftInput,
  now = clock.now(),
  saveWith?: SaveWith,
): Promise<VaultResult> {
  return toResult(user, undefined, () =>
    saveForm(async (tx) => {
      const ofForm = and(eq(memories.userId, user.id), eq(memories.formId, input.formId));
      const [kept] = await tx.select({ id: memories.id, state: memories.state }).from(memories).where(ofForm);
      const id = kept?.id ?? createId();
      const columns = { ...draftColumns(user, id, input), updatedAt: now };
      if (!kept) {
        await tx.insert(memories).values({ id, userId: user.id, state: "draft", ...columns, createdAt: now });
      } else {
        if (input.version !== undefined) {
          const [draft] = await tx.select().from(memories).where(eq(memories.id, id)).for("update");
          if (draft?.state === "draft") await refuseStaleDraft(tx, draft, input.version);
        }
        const isDraft = and(eq(memories.id, id), eq(memories.state, "draft"));
        const updated = await tx.update(memories).set(columns).where(isDraft);
        if (changedRows(updated) === 0) throw new VaultRefusedError("not_editable");
      }
      if (columns.isMemoryBoard) await saveChoices(tx, id, input, now);
      await saveRecipients(tx, id, (input.boardRecipients ?? []).flatMap(asTyped));
      if (input.files) {
        await saveFiles(tx, id, input.files, now);
        await storeCopiesToMake(tx, id);
      }
      if (!input.files && input.altTexts) await describeMedia(tx, await listSavedFiles(id, tx), input.altTexts);
      if (!input.files && input.copies) await storeCopiesToMake(tx, id, input.copies);
      await saveWith?.(tx, id);
      return id;
    }),
  );
}

/** The caller has locked the draft. */
export async function refuseStaleDraft(
  tx: Transaction,
  draft: typeof memories.$inferSelect,
  version: string | undefined,
): Promise<void> {
  if (version === undefined) return;
  const current = draftVersionOf(await formOf({ ...draft, ...decryptContent(draft) }, tx));
  if (isStale(version, current, draft.savedBy)) throw changedElsewhere(current);
}

/** Keeps half-filled rows and drops empty ones. */
function asTyped({ name = "", email = "" }: Partial<BoardRecipient> = {}): BoardRecipient[] {
  return name || email ? [{ name, email }] : [];
}

function draftColumns(user: User, id: string, input: DraftInput) {
  const isToSomeone = !["memory-board", "future-self"].includes(storedType(input.type));
  const typed = (value: string | undefined) => (isToSomeone && value) || null;
  return {
    ...typeColumns(input.type),
    ...encryptContent(id, input.title, input.message),
    recipient: typed(input.recipientName),
    recipientEmail: typed(input.recipientEmail),
    recipientPhone: typed(input.recipientPhone),
    ...reachColumns(storedType(input.type), input),
    includesMessage: input.includesMessage ?? false,
    isToBeSealed: input.isToBeSealed ?? false,
    deliveryDate: input.deliveryDate ?? null,
    ...(input.deliveryHour !== undefined && { deliveryHour: input.deliveryHour }),
    deliveryZone: input.deliveryZone ?? user.timeZone,
    formId: input.formId,
    savedBy: input.savedBy ?? saveNameIn(input.version),
  };
}

/**
 * Returns the vault that a form has made while it can still be edited, since the form may still be open as a new one.
 */
export async function findFormsVault(user: User, formId: string): Promise<string | undefined> {
  const ofForm = and(eq(memories.userId, user.id), eq(memories.formId, formId));
  const [vault] = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(ofForm, inArray(memories.state, ["draft", "scheduled"])));
  return vault?.id;
}

/** Also deletes its files. False when the user has no such draft. */
export async function discardDraft(user: User, id: string, now = clock.now()): Promise<boolean> {
  const keys = await inTransaction(async (tx) => {
    const own = and(eq(memories.id, id), eq(memories.userId, user.id), eq(memories.state, "draft"));
    const [draft] = await tx.select({ formId: memories.formId }).from(memories).where(own).for("update");
    if (!draft) return undefined;
    const saved = eq(media.vaultId, id);
    const waiting = and(eq(uploads.owner, uploadOwner({ userId: user.id })), eq(uploads.formId, draft.formId ?? ""));
    const files = [
      ...(await tx.select().from(media).where(saved).for("update")),
      ...(await tx.select().from(uploads).where(waiting).for("update")),
    ];
    const discarded = await discardFiles(tx, files, now);
    await tx.delete(media).where(saved);
    await tx.delete(uploads).where(waiting);
    await tx.delete(memories).where(eq(memories.id, id));
    await endOutdatedExport(tx, user.id, now);
    return discarded;
  });
  if (keys) await deleteDiscarded(keys);
  return keys !== undefined;
}
