import { createId } from "@paralleldrive/cuid2";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { recordEvent } from "~/domain/delivery/record.server";
import { wakeDelivery } from "~/domain/delivery/wake-delivery.server";
import * as clock from "~/services/clock.server";
import { inTransaction, type Transaction } from "~/services/db.server";
import { memories, recipients } from "~db/schema";
import { forgetMessage, forgetVault, indexVault, ownerOfSent } from "./search-terms.server";
import { takePlace, tally } from "./tally.server";
import { storedType } from "./vault";
import { addressColumns, contentColumns, instantOf, type NewVaultInput, type VaultInput } from "./vault-columns.server";
import { submissionOf } from "./vault-content.server";
import { Refused, settled, type VaultResult } from "./vault-result.server";

/**
 * Schedules a vault for its date: `deliveryDate` at `deliveryHour` in `deliveryZone`. It takes one of the places of
 * the user's plan in the same transaction, so that no number of simultaneous submits exceeds the limit.
 * The same form with the same content again answers the vault that it made; a person who went back and changed
 * something sends another one.
 */
export async function scheduleVault(user: User, input: NewVaultInput, now = clock.now()): Promise<VaultResult> {
  const id = createId();
  const scheduled = await settled(user, submissionOf(input), () =>
    inTransaction(async (tx) => {
      await takePlace(tx, user);
      await insertVault(tx, user, id, input, now);
      await indexSent(tx, user, id, input);
      await recordEvent(tx, { memoryId: id, kind: "scheduled" }, now);
      return id;
    }),
  );
  if (scheduled.ok) await wakeDelivery(scheduled.id, instantOf(input), now);
  return scheduled;
}

async function insertVault(tx: Transaction, user: User, id: string, input: NewVaultInput, now: Date): Promise<void> {
  const type = storedType(input.type);
  await tx.insert(memories).values({
    id,
    userId: user.id,
    type,
    state: "scheduled",
    ...contentColumns(user, input),
    ...addressColumns(user, type, input),
    submissionId: submissionOf(input),
    isMemoryBoard: type === "memory-board",
    isFutureSelf: type === "future-self",
    createdAt: now,
    updatedAt: now,
  });
  const listed = input.boardRecipients ?? [];
  if (listed.length > 0) {
    await tx.insert(recipients).values(listed.map((person, position) => ({ memoryId: id, position, ...person })));
  }
}

const whenColumns = {
  deliveryDate: memories.deliveryDate,
  deliveryHour: memories.deliveryHour,
  deliveryMinute: memories.deliveryMinute,
  deliveryZone: memories.deliveryZone,
};

/** A form offers full hours; whoever leaves the hour as it is means the minute as well. */
function isSameHour(
  vault: Pick<typeof memories.$inferSelect, keyof typeof whenColumns>,
  { deliveryDate, deliveryHour, deliveryZone }: VaultInput,
): boolean {
  return (
    vault.deliveryDate === deliveryDate && vault.deliveryHour === deliveryHour && vault.deliveryZone === deliveryZone
  );
}

/** Changes a scheduled vault of the user's own. Sealed and delivered vaults cannot be changed. */
export async function updateVault(user: User, id: string, input: VaultInput, now = clock.now()): Promise<VaultResult> {
  const updated = await settled(user, undefined, () =>
    inTransaction(async (tx) => {
      const [vault] = await tx
        .select({ state: memories.state, type: memories.type, ...whenColumns })
        .from(memories)
        .where(and(eq(memories.id, id), eq(memories.userId, user.id)))
        .for("update");
      if (!vault) throw new Refused("not_found");
      if (vault.state !== "scheduled") throw new Refused("not_editable");
      const changed = { ...input, deliveryMinute: isSameHour(vault, input) ? vault.deliveryMinute : 0 };
      await tx
        .update(memories)
        .set({
          ...contentColumns(user, changed),
          ...addressColumns(user, storedType(vault.type), input),
          updatedAt: now,
        })
        .where(eq(memories.id, id));
      await indexSent(tx, user, id, changed);
      await recordEvent(tx, { memoryId: id, kind: "changed" }, now);
      return id;
    }),
  );
  if (updated.ok) await wakeDelivery(id, instantOf(input), now);
  return updated;
}

/** What its owner can search for in a vault: the words of its title, its recipient and its message. */
export function indexSent(tx: Transaction, user: User, memoryId: string, input: VaultInput): Promise<void> {
  return indexVault(tx, {
    memoryId,
    owner: ownerOfSent(user.id),
    deliveryAt: instantOf(input),
    heading: `${input.title} ${input.recipientName ?? ""} ${input.recipientEmail ?? ""}`,
    message: input.message,
  });
}

/** Closes the content of a scheduled vault for good, to its creator too, until it is delivered. */
export async function sealVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  return changeState(user, id, ["scheduled"], { state: "sealed", sealedAt: now }, now, (tx) => forgetMessage(tx, id));
}

/** Cancels a vault that is not delivered yet and frees its place, its title and its form. */
export async function cancelVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  const change = { state: "cancelled", cancelledAt: now, waitingTitle: null, submissionId: createId() } as const;
  return changeState(user, id, ["scheduled", "sealed"], change, now, async (tx) => {
    await tally(tx, user.id, { used: -1 });
    await forgetVault(tx, id, ownerOfSent(user.id));
  });
}

async function changeState(
  user: User,
  id: string,
  from: string[],
  change: Partial<typeof memories.$inferInsert> & { state: "sealed" | "cancelled" },
  now: Date,
  consequences: (tx: Transaction) => Promise<void>,
): Promise<VaultResult> {
  return settled(user, undefined, () =>
    inTransaction(async (tx) => {
      const [vault] = await tx
        .select({ state: memories.state })
        .from(memories)
        .where(and(eq(memories.id, id), eq(memories.userId, user.id)))
        .for("update");
      if (!vault) throw new Refused("not_found");
      if (!from.includes(vault.state)) throw new Refused("not_editable");
      await consequences(tx);
      await tx
        .update(memories)
        .set({ ...change, updatedAt: now })
        .where(eq(memories.id, id));
      await recordEvent(tx, { memoryId: id, kind: change.state }, now);
      return id;
    }),
  );
}
