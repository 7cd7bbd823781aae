import { isDeepStrictEqual } from "node:util";
import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { forgetInvited } from "~/domain/board/invitation.server";
import { discardMedia } from "~/domain/media/media.server";
import { wakeSender } from "~/domain/outbox/message.server";
import { certifySeal } from "~/domain/seal/certify-seal.server";
import { recordEvent } from "~/domain/vault/history.server";
import { forgetMessage, forgetVault, ownerOfSent } from "~/domain/vault/search-terms.server";
import { takeSlot, tally } from "~/domain/vault/tally.server";
import { transitionVaults } from "~/domain/vault/transition.server";
import { allows, VAULT_TRANSITIONS, type VaultTransition } from "~/domain/vault/transitions";
import { storedType } from "~/domain/vault/vault";
import { decryptContent, idempotencyKeyOf } from "~/domain/vault/vault-content.server";
import { wakeDelivery } from "~/domain/vault/wake-delivery.server";
import * as clock from "~/services/clock.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { memories } from "~db/schema";
import { completeSchedule, indexSent, saveParts, scheduledColumns } from "./save-parts.server";
import {
  addressColumns,
  contentColumns,
  instantOf,
  type NewVaultInput,
  typeColumns,
  type VaultInput,
} from "./vault-columns.server";
import { Refused, toResult, type VaultResult } from "./vault-result.server";

/**
 * Schedules a vault for its date: `deliveryDate` at `deliveryHour` in `deliveryZone`. It takes one of the places of
 * the user's plan in the same transaction, so that no number of simultaneous submits exceeds the limit.
 * The same form with the same content again answers the vault that it made; a person who went back and changed
 * something sends another one. A draft that the form was kept as becomes the vault.
 */
export async function scheduleVault(user: User, input: NewVaultInput, now = clock.now()): Promise<VaultResult> {
  const idempotencyKey = idempotencyKeyOf(input);
  const columns = { ...typeColumns(input.type), idempotencyKey };
  const scheduled = await toResult(user, idempotencyKey, () =>
    inTransaction(async (tx) => {
      if (!(await takeSlot(tx, user))) throw new Refused("vault_limit");
      const draft = await lockDraftOfForm(tx, user, input.formId);
      const id = draft ?? createId();
      const row = scheduledColumns(user, columns, input);
      if (draft) await transitionVaults(tx, [id], "scheduled", now, row);
      else await insertScheduled(tx, { id, userId: user.id, formId: input.formId, ...row }, now);
      const { isMemoryBoard } = columns;
      await completeSchedule(tx, user, { id, formId: input.formId, isMemoryBoard }, input, now);
      return id;
    }),
  );
  if (scheduled.ok) await wakeDelivery(scheduled.id, instantOf(input), now);
  return scheduled;
}

async function insertScheduled(
  tx: Transaction,
  row: Omit<typeof memories.$inferInsert, "state" | "createdAt" | "updatedAt">,
  now: Date,
): Promise<void> {
  await tx.insert(memories).values({ ...row, state: "scheduled", createdAt: now, updatedAt: now });
  await recordEvent(tx, { vaultId: row.id, kind: "scheduled" }, now);
}

async function lockDraftOfForm(tx: Transaction, user: User, formId: string): Promise<string | undefined> {
  const own = and(eq(memories.userId, user.id), eq(memories.formId, formId), eq(memories.state, "draft"));
  const [draft] = await tx.select({ id: memories.id }).from(memories).where(own).for("update");
  return draft?.id;
}

/** A form offers full hours; whoever leaves the hour as it is means the minute as well. */
function isSameHour(
  vault: typeof memories.$inferSelect,
  { deliveryDate, deliveryHour, deliveryZone }: VaultInput,
): boolean {
  return (
    vault.deliveryDate === deliveryDate && vault.deliveryHour === deliveryHour && vault.deliveryZone === deliveryZone
  );
}

/**
 * Changes a scheduled vault of the user's own. Sealed and delivered vaults cannot be changed. What changes nothing, as a
 * form that arrives twice, is no line on the record.
 */
export async function updateVault(user: User, id: string, input: VaultInput, now = clock.now()): Promise<VaultResult> {
  const updated = await toResult(user, undefined, () =>
    inTransaction(async (tx) => {
      const own = and(eq(memories.id, id), eq(memories.userId, user.id));
      const [vault] = await tx.select().from(memories).where(own).for("update");
      if (!vault) throw new Refused("not_found");
      if (vault.state !== "scheduled") throw new Refused("not_editable");
      const changed = { ...input, deliveryMinute: isSameHour(vault, input) ? vault.deliveryMinute : 0 };
      const columns = {
        ...contentColumns(user, changed),
        ...addressColumns(user, storedType(vault.type), input),
      };
      const hasOtherParts = await saveParts(tx, id, changed, now);
      if (!hasOtherParts && isAsStored(vault, columns, input)) return id;
      await transitionVaults(tx, [id], "changed", now, columns);
      await indexSent(tx, user, id, changed);
      return id;
    }),
  );
  if (updated.ok) await wakeDelivery(id, instantOf(input), now);
  return updated;
}

/** Each encryption differs from the one before; and whether it is to be sealed is only asked when it is made. */
const COMPARED_OTHERWISE = ["wrappedKey", "masterKeyId", "titleEncrypted", "messageEncrypted", "isToBeSealed"];

/** Whether writing these columns would leave the vault as its reader knows it. */
function isAsStored(vault: typeof memories.$inferSelect, columns: object, { title, message }: VaultInput): boolean {
  const stored = vault as Record<string, unknown>;
  const plain = Object.entries(columns).filter(([name]) => !COMPARED_OTHERWISE.includes(name));
  if (!plain.every(([name, value]) => isDeepStrictEqual(stored[name], value))) return false;
  const written = decryptContent(vault);
  return written.title === title && written.message === message;
}

/** Closes the content of a scheduled vault for good, to its creator too, until it is delivered; certified by mail. */
export async function sealVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  let mailId = "";
  const sealed = await changeState(user, id, "sealed", async (tx) => {
    await forgetMessage(tx, id);
    mailId = await certifySeal(tx, user, id, now);
    await transitionVaults(tx, [id], "sealed", now, { sealedAt: now });
  });
  if (sealed.ok) await wakeSender(mailId);
  return sealed;
}

/**
 * Cancels a vault that is not delivered yet and frees its place, its title and its form; its files are deleted, and so
 * are the guests of a board and the link by which they joined.
 */
export async function cancelVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  return changeState(user, id, "cancelled", async (tx) => {
    await tally(tx, user.id, { used: -1 });
    await forgetVault(tx, id, ownerOfSent(user.id));
    await discardMedia(tx, id, now);
    await forgetInvited(tx, id);
    await transitionVaults(tx, [id], "cancelled", now, {
      cancelledAt: now,
      waitingTitle: null,
      idempotencyKey: createId(),
    });
  });
}

async function changeState(
  user: User,
  id: string,
  move: VaultTransition,
  change: (tx: Transaction) => Promise<void>,
): Promise<VaultResult> {
  return toResult(user, undefined, () =>
    inTransaction(async (tx) => {
      const [vault] = await tx
        .select({ state: memories.state })
        .from(memories)
        .where(and(eq(memories.id, id), eq(memories.userId, user.id)))
        .for("update");
      if (!vault) throw new Refused("not_found");
      if (!allows(VAULT_TRANSITIONS[move], vault.state)) throw new Refused("not_editable");
      await change(tx);
      return id;
    }),
  );
}
