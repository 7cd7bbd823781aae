import { createId } from "@paralleldrive/cuid2";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { recordEvent } from "~/domain/delivery/record.server";
import { wakeDelivery } from "~/domain/delivery/wake-delivery.server";
import * as clock from "~/services/clock.server";
import { changedRows, inTransaction, isDuplicate, type Transaction } from "~/services/db.server";
import { memories, profiles, recipients } from "~db/schema";
import { deliveryInstant } from "./delivery-date";
import { COUNTED_STATES, storedType, type VaultType } from "./vault";
import { encryptContent, submissionOf, waitingTitleOf } from "./vault-content.server";

export type VaultInput = {
  title: string;
  message: string;
  recipientName?: string;
  recipientEmail?: string;
  recipientPhone?: string;
  includesMessage?: boolean;
  deliveryDate: string;
  deliveryHour: number;
  /** Forms offer full hours; 0 unless given. */
  deliveryMinute?: number;
  deliveryZone: string;
};

export type NewVaultInput = VaultInput & {
  type: VaultType | "send-to-someone";
  /** Made with the form, so that the same form submitted twice is one vault. */
  submissionId: string;
  /** The people a memory board goes to, besides its creator. */
  boardRecipients?: { name: string; email: string }[];
};

export type VaultRefusal = "duplicate_title" | "vault_limit" | "not_found" | "not_editable";
export type VaultResult = { ok: true; id: string } | { ok: false; reason: VaultRefusal };

/** Thrown inside a transaction to roll it back and answer with a refusal. */
class Refused extends Error {
  constructor(readonly reason: VaultRefusal) {
    super(reason);
  }
}

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

/**
 * The conditional update is the whole check: of 1,000 at once exactly as many pass as there are places. It comes first
 * in its transaction: inserting a vault first would share a lock on the profile that no two could then upgrade.
 */
async function takePlace(tx: Transaction, user: User): Promise<void> {
  const result = await tx
    .update(profiles)
    .set({ vaultsUsed: sql`${profiles.vaultsUsed} + 1` })
    .where(and(eq(profiles.id, user.id), lt(profiles.vaultsUsed, profiles.vaultLimit)));
  if (changedRows(result) === 0) throw new Refused("vault_limit");
}

/** Changes a scheduled vault of the user's own. Sealed and delivered vaults cannot be changed. */
export async function updateVault(user: User, id: string, input: VaultInput, now = clock.now()): Promise<VaultResult> {
  const updated = await settled(user, undefined, () =>
    inTransaction(async (tx) => {
      const [vault] = await tx
        .select({ state: memories.state, type: memories.type })
        .from(memories)
        .where(and(eq(memories.id, id), eq(memories.userId, user.id)))
        .for("update");
      if (!vault) throw new Refused("not_found");
      if (vault.state !== "scheduled") throw new Refused("not_editable");
      await tx
        .update(memories)
        .set({ ...contentColumns(user, input), ...addressColumns(user, storedType(vault.type), input), updatedAt: now })
        .where(eq(memories.id, id));
      await recordEvent(tx, { memoryId: id, kind: "changed" }, now);
      return id;
    }),
  );
  if (updated.ok) await wakeDelivery(id, instantOf(input), now);
  return updated;
}

/** Closes the content of a scheduled vault for good, to its creator too, until it is delivered. */
export async function sealVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  return changeState(user, id, "sealed", ["scheduled"], { sealedAt: now }, now);
}

/** Cancels a vault that is not delivered yet and frees its place. */
export async function cancelVault(user: User, id: string, now = clock.now()): Promise<VaultResult> {
  return changeState(
    user,
    id,
    "cancelled",
    ["scheduled", "sealed"],
    { cancelledAt: now, waitingTitle: null, submissionId: createId() },
    now,
  );
}

async function changeState(
  user: User,
  id: string,
  state: "sealed" | "cancelled",
  from: string[],
  columns: Partial<typeof memories.$inferInsert>,
  now: Date,
): Promise<VaultResult> {
  return settled(user, undefined, () =>
    inTransaction(async (tx) => {
      const result = await tx
        .update(memories)
        .set({ state, ...columns, updatedAt: now })
        .where(and(eq(memories.id, id), eq(memories.userId, user.id), inArray(memories.state, from)));
      if (changedRows(result) === 0) throw new Refused((await isOwn(tx, user, id)) ? "not_editable" : "not_found");
      if (state === "cancelled") {
        await tx
          .update(profiles)
          .set({ vaultsUsed: sql`${profiles.vaultsUsed} - 1` })
          .where(eq(profiles.id, user.id));
      }
      await recordEvent(tx, { memoryId: id, kind: state }, now);
      return id;
    }),
  );
}

async function isOwn(tx: Transaction, user: User, id: string): Promise<boolean> {
  return (await tx.$count(memories, and(eq(memories.id, id), eq(memories.userId, user.id)))) > 0;
}

/** Turns refusals and broken uniqueness into values; everything else is a fault and is thrown on. */
async function settled(
  user: User,
  submissionId: string | undefined,
  work: () => Promise<string>,
): Promise<VaultResult> {
  try {
    return { ok: true, id: await work() };
  } catch (error) {
    const reason = refusalIn(error);
    if (!reason) throw error;
    const existing = submissionId && (await findBySubmission(user, submissionId));
    return existing ? { ok: true, id: existing } : { ok: false, reason };
  }
}

function refusalIn(error: unknown): VaultRefusal | undefined {
  if (error instanceof Refused) return error.reason;
  const isRepeat = isDuplicate(error, "memories_submission") || isDuplicate(error, "memories_waiting_title");
  return isRepeat ? "duplicate_title" : undefined;
}

async function findBySubmission(user: User, submissionId: string): Promise<string | undefined> {
  return inTransaction(async (tx) => {
    const [row] = await tx
      .select({ id: memories.id })
      .from(memories)
      .where(and(eq(memories.userId, user.id), eq(memories.submissionId, submissionId)));
    return row?.id;
  });
}

function instantOf({ deliveryDate, deliveryHour, deliveryZone, deliveryMinute }: VaultInput): Date {
  return deliveryInstant(deliveryDate, deliveryHour, deliveryZone, deliveryMinute);
}

function contentColumns(user: User, input: VaultInput) {
  return {
    ...encryptContent(input.title, input.message),
    waitingTitle: waitingTitleOf(user.id, input.title),
    includesMessage: input.includesMessage ?? false,
    deliveryDate: input.deliveryDate,
    deliveryHour: input.deliveryHour,
    deliveryMinute: input.deliveryMinute ?? 0,
    deliveryZone: input.deliveryZone,
    deliveryAt: instantOf(input),
  };
}

/** A message to the future self goes to the creator, whatever was typed (spec, section 4). */
function addressColumns(user: User, type: VaultType, input: VaultInput) {
  if (type === "future-self") {
    return { recipient: user.name || "Me", recipientEmail: user.email, recipientPhone: user.phone };
  }
  if (type === "memory-board") return { recipient: null, recipientEmail: null, recipientPhone: null };
  return {
    recipient: input.recipientName || null,
    recipientEmail: input.recipientEmail || null,
    recipientPhone: input.recipientPhone || null,
  };
}

/** How many of the user's vaults take a place of the plan, counted afresh. The running figure is `profiles.vaults_used`. */
export async function countVaultsUsed(tx: Transaction, userId: string): Promise<number> {
  return tx.$count(memories, and(eq(memories.userId, userId), inArray(memories.state, [...COUNTED_STATES])));
}
