import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { deleteDiscarded, discardFiles } from "~/domain/media/discarded-files.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { takeSlot } from "~/domain/vault/tally.server";
import { transitionVaults } from "~/domain/vault/transition.server";
import { type BoardRecipient, storedType, type VaultType } from "~/domain/vault/vault";
import { encryptContent } from "~/domain/vault/vault-content.server";
import { wakeDelivery } from "~/domain/vault/wake-delivery.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction, type Transaction } from "~/services/db.server";
import { media, memories, profiles, uploads } from "~db/schema";
import { completeSchedule, saveFiles, saveRecipients, scheduledColumns } from "./save-parts.server";
import { updateVault } from "./schedule.server";
import { type FormFiles, instantOf, reachColumns, typeColumns, type VaultInput } from "./vault-columns.server";
import { Refused, toResult, type VaultResult } from "./vault-result.server";

export type DraftInput = {
  type: VaultType | "send-to-someone";
  title: string;
  message: string;
  recipientName?: string;
  /** As far as it was typed: nothing is sent to it before it is checked. */
  recipientEmail?: string;
  recipientPhone?: string;
  secondEmail?: string;
  backupName?: string;
  backupEmail?: string;
  boardRecipients?: (Partial<BoardRecipient> | undefined)[];
  includesMessage?: boolean;
  isToBeSealed?: boolean;
  deliveryDate?: string;
  deliveryHour?: number;
  deliveryZone?: string;
  /** The form it is written in: a form has one draft, however often it is saved. */
  formId: string;
  /** Absent where the files stay with the form for now. */
  files?: FormFiles;
};

/**
 * Keeps what somebody has written so far, in the place of what the same form kept before, and answers the draft's id.
 * A draft takes no place of the plan, is due on no day, cannot be searched for, and may have the title of another
 * vault. A form whose vault is scheduled already keeps nothing any more: what comes late is refused.
 */
export async function saveDraft(user: User, input: DraftInput, now = clock.now()): Promise<VaultResult> {
  return toResult(user, undefined, () =>
    inTransaction(async (tx) => {
      // Scheduling locks the same row first, so that the two come one after the other.
      await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, user.id)).for("update");
      const ofForm = and(eq(memories.userId, user.id), eq(memories.formId, input.formId));
      const kept = await tx.select({ id: memories.id, state: memories.state }).from(memories).where(ofForm);
      const draft = kept.find(({ state }) => state === "draft");
      if (kept.length > 0 && !draft) throw new Refused("not_editable");
      const id = draft?.id ?? createId();
      const columns = { ...draftColumns(user, input), updatedAt: now };
      if (draft) await tx.update(memories).set(columns).where(eq(memories.id, id));
      else await tx.insert(memories).values({ id, userId: user.id, state: "draft", ...columns, createdAt: now });
      await saveRecipients(tx, id, (input.boardRecipients ?? []).flatMap(asTyped));
      if (input.files) await saveFiles(tx, id, input.files, now);
      return id;
    }),
  );
}

/** Half a line is kept, an empty one is not. */
function asTyped({ name = "", email = "" }: Partial<BoardRecipient> = {}): BoardRecipient[] {
  return name || email ? [{ name, email }] : [];
}

function draftColumns(user: User, input: DraftInput) {
  const isToSomeone = !["memory-board", "future-self"].includes(storedType(input.type));
  const typed = (value: string | undefined) => (isToSomeone && value) || null;
  return {
    ...typeColumns(input.type),
    ...encryptContent(input.title, input.message),
    recipient: typed(input.recipientName),
    recipientEmail: typed(input.recipientEmail),
    recipientPhone: typed(input.recipientPhone),
    ...reachColumns(storedType(input.type), input),
    includesMessage: input.includesMessage ?? false,
    isToBeSealed: input.isToBeSealed ?? false,
    deliveryDate: input.deliveryDate ?? null,
    ...(input.deliveryHour !== undefined && { deliveryHour: input.deliveryHour }),
    deliveryZone: input.deliveryZone ?? user.timeZone,
    idempotencyKey: input.formId,
    formId: input.formId,
  };
}

/** Changes a scheduled vault of the user's own, or schedules a draft of theirs. */
export async function changeVault(user: User, id: string, input: VaultInput, now = clock.now()): Promise<VaultResult> {
  if ((await stateOf(user, id)) !== "draft") return updateVault(user, id, input, now);
  const finished = await finishDraft(user, id, input, now);
  // The same form, sent twice at once, has scheduled it in the meantime.
  return finished.ok || (await stateOf(user, id)) === "draft" ? finished : updateVault(user, id, input, now);
}

const own = (user: User, id: string) => and(eq(memories.id, id), eq(memories.userId, user.id));

async function stateOf(user: User, id: string): Promise<string | undefined> {
  const [vault] = await db.select({ state: memories.state }).from(memories).where(own(user, id));
  return vault?.state;
}

async function finishDraft(user: User, id: string, input: VaultInput, now: Date): Promise<VaultResult> {
  const finished = await toResult(user, undefined, () =>
    inTransaction(async (tx) => {
      if (!(await takeSlot(tx, user))) throw new Refused("vault_limit");
      const draft = await lockDraft(tx, user, id);
      if (!draft) throw new Refused("not_editable");
      const columns = { ...typeColumns(draft.type), idempotencyKey: draft.idempotencyKey };
      await transitionVaults(tx, [id], "scheduled", now, scheduledColumns(user, columns, input));
      const { isMemoryBoard } = columns;
      await completeSchedule(tx, user, { id, formId: draft.formId ?? id, isMemoryBoard }, input, now);
      return id;
    }),
  );
  if (finished.ok) await wakeDelivery(id, instantOf(input), now);
  return finished;
}

async function lockDraft(tx: Transaction, user: User, id: string) {
  const [vault] = await tx
    .select({
      state: memories.state,
      type: memories.type,
      formId: memories.formId,
      idempotencyKey: memories.idempotencyKey,
    })
    .from(memories)
    .where(own(user, id))
    .for("update");
  return vault?.state === "draft" ? vault : undefined;
}

/** Throws a draft of the user's own away for good, with its files. False when there is none. */
export async function discardDraft(user: User, id: string, now = clock.now()): Promise<boolean> {
  const keys = await inTransaction(async (tx) => {
    const draft = await lockDraft(tx, user, id);
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
    return discarded;
  });
  if (keys) await deleteDiscarded(keys);
  return keys !== undefined;
}
