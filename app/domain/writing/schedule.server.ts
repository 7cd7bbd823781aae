import { isDeepStrictEqual } from "node:util";
import { addMinutes } from "date-fns";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { pauseOfNewVault } from "~/domain/account/erasure-request.server";
import { reloadUser } from "~/domain/account/session.server";
import { inviteToNewBoard } from "~/domain/board/invitation.server";
import { findChangedChoices, saveChoices, writeSettings } from "~/domain/board/settings.server";
import { formatDate, zoneInWords } from "~/domain/calendar/delivery-date";
import { ianaSpelling } from "~/domain/calendar/zone-spelling";
import { recordEvent } from "~/domain/vault/history.server";
import { makeRoom, takeSlot } from "~/domain/vault/tally.server";
import { transitionVaults } from "~/domain/vault/transition.server";
import { storedType, type VaultState } from "~/domain/vault/vault";
import { decryptContent, idempotencyKeyOf } from "~/domain/vault/vault-content.server";
import * as clock from "~/services/clock.server";
import { inTransaction, lookAfterCommit, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { memories, profiles } from "~db/schema";
import { refuseStaleDraft } from "./draft.server";
import { storeCopiesToMake } from "./draft-copies.server";
import { findNewer, forgetEditDraft } from "./edit-draft.server";
import { CONFIRM_MINUTES } from "./form-values";
import { indexSent, saveParts } from "./save-parts.server";
import { closeVault } from "./seal-or-cancel.server";
import {
  addressColumns,
  contentColumns,
  instantOf,
  type NewVaultInput,
  typeColumns,
  type VaultInput,
} from "./vault-columns.server";
import {
  findByIdempotencyKey,
  type SaveWith,
  saveForm,
  toResult,
  VaultRefusedError,
  type VaultResult,
} from "./vault-result.server";

/**
 * Schedules a form, a draft or a visitor's draft. The same input again returns the same vault; changed input makes
 * another, unless `draftId` names the one to update. Refuses forms that were opened before their draft was changed
 * elsewhere. Takes a slot of the plan in the same transaction, so that concurrent requests cannot exceed the limit;
 * `makesRoom` raises the limit if necessary.
 */
export async function scheduleVault(
  user: User,
  input: NewVaultInput,
  now = clock.now(),
  { makesRoom = false, saveWith }: { makesRoom?: boolean; saveWith?: SaveWith } = {},
): Promise<VaultResult> {
  const { draftId, version, ...form } = input;
  const idempotencyKey = idempotencyKeyOf(form);
  const scheduled = await toResult(user, idempotencyKey, () =>
    saveForm(async (tx) => {
      if (makesRoom) await makeRoom(tx, user.id);
      const hasSlot = await takeSlot(tx, user);
      const kept = await lockForm(tx, user, input);
      if (!hasSlot) throw new VaultRefusedError("vault_limit");
      if (kept?.state === "draft") await refuseStaleDraft(tx, kept, version);
      const id = kept?.state === "draft" ? kept.id : createId();
      // The form's id stays with its first vault.
      const formId = kept ? null : input.formId;
      // Under the lock of `takeSlot`, as the email may be changed or verified at this moment.
      const owner = await reloadUser(tx, user);
      const columns = {
        ...typeColumns(input.type),
        ...addressColumns(owner, storedType(input.type), input),
        ...contentColumns(owner, id, input),
      };
      const deliveryRetryAt = await pauseOfNewVault(tx, user.id, now);
      const written = { ...columns, idempotencyKey, isSenderVerified: owner.isEmailVerified, deliveryRetryAt };
      if (kept?.state === "draft") await transitionVaults(tx, [id], "scheduled", now, written);
      else await insertScheduled(tx, { id, userId: user.id, formId, ...written }, now);
      await saveParts(tx, id, input, now);
      if (kept?.state === "draft") await storeCopiesToMake(tx, id);
      await indexSent(tx, user, id, input);
      if (columns.isMemoryBoard) {
        await saveChoices(tx, id, input, now);
        await inviteToNewBoard(tx, id, kept?.formId ?? input.formId, now);
      }
      await saveWith?.(tx, id);
      if (input.isToBeSealed && instantOf(input) <= addMinutes(now, CONFIRM_MINUTES))
        await closeVault(tx, owner, id, now);
      lookAfterCommit(tx, "deliver_due");
      return id;
    }),
  );
  // Another request scheduled the draft first.
  if (!scheduled.ok && scheduled.reason === "not_editable" && draftId) return updateVault(user, draftId, input, now);
  return scheduled;
}

/** The vault that the same input has made, also by a request that is under way: it holds the lock of `takeSlot`. */
export function findScheduled(
  user: User,
  { draftId: _, version: __, ...form }: NewVaultInput,
): Promise<string | undefined> {
  return inTransaction(async (tx) => {
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, user.id)).for("update");
    return findByIdempotencyKey(tx, user, idempotencyKeyOf(form));
  });
}

async function lockForm(tx: Transaction, user: User, { draftId, formId }: NewVaultInput) {
  const [kept] = await tx
    .select()
    .from(memories)
    .where(and(eq(memories.userId, user.id), draftId ? eq(memories.id, draftId) : eq(memories.formId, formId)))
    .for("update");
  if (draftId && kept?.state !== "draft") throw new VaultRefusedError("not_editable");
  return kept;
}

async function insertScheduled(
  tx: Transaction,
  row: Omit<typeof memories.$inferInsert, "state" | "createdAt" | "updatedAt">,
  now: Date,
): Promise<void> {
  await tx.insert(memories).values({ ...row, state: "scheduled", createdAt: now, updatedAt: now });
  await recordEvent(tx, { vaultId: row.id, kind: "scheduled" }, now);
}

/** The states of a vault whose last update made it due. */
const BEGUN: readonly VaultState[] = ["delivering", "delivered"];

/**
 * Refuses sealed and delivered vaults, and forms that were opened before the vault was changed elsewhere. An update
 * without changes, such as a form sent twice, is not recorded, and not refused if it is too late.
 */
export async function updateVault(user: User, id: string, input: VaultInput, now = clock.now()): Promise<VaultResult> {
  return toResult(user, undefined, () =>
    inTransaction(async (tx) => {
      const own = and(eq(memories.id, id), eq(memories.userId, user.id));
      const [vault] = await tx.select().from(memories).where(own).for("update");
      if (!vault) throw new VaultRefusedError("not_found");
      const hasBegun = BEGUN.includes(vault.state);
      if (vault.state !== "scheduled" && !hasBegun) throw new VaultRefusedError("not_editable");
      const changed = { ...input, deliveryMinute: isSameTime(vault, input) ? vault.deliveryMinute : 0 };
      const columns = {
        ...contentColumns(user, id, changed),
        ...addressColumns(await reloadUser(tx, user), storedType(vault.type), input),
      };
      // Before the parts are saved, as it reads what is stored.
      const refusal = hasBegun
        ? new VaultRefusedError("not_editable")
        : await findNewer(tx, { ...vault, ...decryptContent(vault) }, input.version);
      const hasOtherParts = await saveParts(tx, id, changed, now);
      const isUnchanged = !hasOtherParts && isAsStored(vault, columns, input);
      const choices = vault.isMemoryBoard ? await findChangedChoices(tx, id, input) : {};
      const hasChosen = Object.keys(choices).length > 0;
      if (refusal && (!isUnchanged || hasChosen)) throw refusal;
      await writeSettings(tx, id, choices, now);
      // An old page that changes nothing leaves the unsaved changes of another one.
      if (!refusal) await forgetEditDraft(tx, id);
      if (isUnchanged) return id;
      // Without a failure it is paused while its owner's account ends.
      const again = vault.deliveryFailures > 0 && { deliveryRetryAt: null, deliveryFailures: 0 };
      await transitionVaults(tx, [id], "changed", now, { ...columns, ...again });
      const { deliveryDate } = input;
      if (deliveryDate !== vault.deliveryDate)
        await recordEvent(tx, { vaultId: id, kind: "day_changed", detail: formatDate(deliveryDate) }, now);
      if (!isSameHour(vault, changed))
        await recordEvent(tx, { vaultId: id, kind: "hour_changed", detail: hourInWords(changed) }, now);
      lookAfterCommit(tx, "deliver_due");
      await indexSent(tx, user, id, changed);
      return id;
    }),
  );
}

/** Forms offer full hours: the stored minute is kept unless the hour changes. */
function isSameTime(vault: typeof memories.$inferSelect, input: VaultInput): boolean {
  const { deliveryMinute } = vault;
  return vault.deliveryDate === input.deliveryDate && isSameHour(vault, { ...input, deliveryMinute });
}

type Hour = Pick<VaultInput, "deliveryHour" | "deliveryZone"> & { deliveryMinute: number };

function isSameHour(vault: Hour, { deliveryHour, deliveryMinute, deliveryZone }: Hour): boolean {
  return (
    vault.deliveryHour === deliveryHour &&
    vault.deliveryMinute === deliveryMinute &&
    ianaSpelling(vault.deliveryZone) === deliveryZone
  );
}

/** For example "09:00 in Berlin". */
function hourInWords({ deliveryHour, deliveryMinute, deliveryZone }: Hour): string {
  const [hours, minutes] = [deliveryHour, deliveryMinute].map((part) => String(part).padStart(2, "0"));
  return `${hours}:${minutes} ${zoneInWords(deliveryZone)}`;
}

/** Ciphertexts differ with every encryption, and `isToBeSealed` only matters when a vault is scheduled. */
const NOT_COMPARED = ["wrappedKey", "masterKeyId", "titleEncrypted", "messageEncrypted", "isToBeSealed"];

function isAsStored(vault: typeof memories.$inferSelect, columns: object, { title, message }: VaultInput): boolean {
  const stored = vault as Record<string, unknown>;
  const plain = Object.entries(columns).filter(([name]) => !NOT_COMPARED.includes(name));
  if (!plain.every(([name, value]) => isDeepStrictEqual(stored[name], value))) return false;
  const written = decryptContent(vault);
  return written.title === title && written.message === message;
}
