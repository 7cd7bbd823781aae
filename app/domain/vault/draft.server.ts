import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { recordEvent } from "~/domain/delivery/record.server";
import { wakeDelivery } from "~/domain/delivery/wake-delivery.server";
import * as clock from "~/services/clock.server";
import { db, inTransaction } from "~/services/db.server";
import { memories } from "~db/schema";
import { takePlace } from "./tally.server";
import { storedType, type VaultType } from "./vault";
import { indexSent, updateVault } from "./vault.server";
import { addressColumns, contentColumns, instantOf, type VaultInput } from "./vault-columns.server";
import { encryptContent } from "./vault-content.server";
import { Refused, settled, type VaultResult } from "./vault-result.server";

export type DraftInput = {
  type: VaultType | "send-to-someone";
  title: string;
  message: string;
  recipientName?: string;
  recipientEmail?: string;
  submissionId: string;
};

/**
 * Keeps what somebody has written so far and answers the draft's id. A draft takes no place of the plan, is due on no
 * day, cannot be searched for, and may have the title of another vault.
 */
export async function saveDraft(user: User, input: DraftInput, now = clock.now()): Promise<string> {
  const { title, message, recipientName, recipientEmail, submissionId } = input;
  const own = and(eq(memories.userId, user.id), eq(memories.submissionId, submissionId));
  const [saved] = await db.select({ id: memories.id }).from(memories).where(own);
  if (saved) return saved.id;
  const id = createId();
  const type = storedType(input.type);
  await db.insert(memories).values({
    id,
    userId: user.id,
    type,
    state: "draft",
    ...encryptContent(title, message),
    recipient: recipientName || null,
    recipientEmail: recipientEmail || null,
    submissionId,
    isMemoryBoard: type === "memory-board",
    isFutureSelf: type === "future-self",
    deliveryZone: user.timeZone,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** Changes a scheduled vault of the user's own, or schedules a draft of theirs. */
export async function changeVault(user: User, id: string, input: VaultInput, now = clock.now()): Promise<VaultResult> {
  const own = and(eq(memories.id, id), eq(memories.userId, user.id));
  const [vault] = await db.select({ state: memories.state }).from(memories).where(own);
  return vault?.state === "draft" ? finishDraft(user, id, input, now) : updateVault(user, id, input, now);
}

/** Schedules a draft: from now on it is a vault like any other, and takes a place. */
async function finishDraft(user: User, id: string, input: VaultInput, now: Date): Promise<VaultResult> {
  const finished = await settled(user, undefined, () =>
    inTransaction(async (tx) => {
      await takePlace(tx, user);
      const [draft] = await tx
        .select({ state: memories.state, type: memories.type })
        .from(memories)
        .where(and(eq(memories.id, id), eq(memories.userId, user.id)))
        .for("update");
      if (draft?.state !== "draft") throw new Refused("not_editable");
      const address = addressColumns(user, storedType(draft.type), input);
      await tx
        .update(memories)
        .set({ state: "scheduled", ...contentColumns(user, input), ...address, updatedAt: now })
        .where(eq(memories.id, id));
      await indexSent(tx, user, id, input);
      await recordEvent(tx, { memoryId: id, kind: "scheduled" }, now);
      return id;
    }),
  );
  if (finished.ok) await wakeDelivery(id, instantOf(input), now);
  return finished;
}
