import { and, eq, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import { uploadOwner } from "~/domain/media/uploads.server";
import { formKindOf } from "~/domain/vault/vault";
import { saveDraft } from "~/domain/writing/draft.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { draftSchema, vaultSchema } from "~/domain/writing/vault-schema";
import { keyedDigest } from "~/services/cipher.server";
import { db } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { boardGuests, memories, profiles } from "~db/schema";
import type { Archive } from "./archive.server";
import type { MemoryFile } from "./export-format";
import { importDelivered } from "./import-delivered.server";
import { importFiles } from "./import-files.server";

/**
 * `draft`: it could not be scheduled, for this reason. `left_out`: nothing of it could be restored, as of a sealed vault.
 * `known`: it was imported before.
 */
export type Imported =
  | { as: "scheduled" | "delivered" | "known"; lost?: string[] }
  | { as: "draft"; because?: "past" | "not_arrived" | "refused"; lost?: string[] }
  | { as: "left_out"; because: "sealed" | "cancelled" };

export type ImportedMemory = { archive: Archive; folder: string; memory: MemoryFile };

/** The same vault of the same account again. */
const formIdOf = (user: User, { id }: MemoryFile) => `i${keyedDigest("import", `${user.id}:${id}`).slice(0, 23)}`;

export async function importMemory(user: User, imported: ImportedMemory, now: Date): Promise<Imported> {
  const { memory } = imported;
  if (memory.state === "cancelled") return { as: "left_out", because: "cancelled" };
  if (memory.message === null) return { as: "left_out", because: "sealed" };
  const formId = formIdOf(user, memory);
  const ofForm = and(eq(memories.userId, user.id), eq(memories.formId, formId));
  if ((await db.$count(memories, ofForm)) > 0) return { as: "known" };
  const owner = uploadOwner({ userId: user.id });
  const files = await importFiles(imported, { owner, formId });
  const input = { ...formOf(memory, formId), files: { owner, formId } };
  const pieces = memory.pieces > 0 ? [`${memory.pieces} of its guests' pieces`] : [];
  const allLost = [...files.lost, ...pieces];
  const lost = allLost.length > 0 ? { lost: allLost } : {};
  const isOpened = memory.deliveries.some(({ state }) => state === "arrived" || state === "opened");
  if (memory.state === "delivered" || (memory.state === "delivering" && isOpened)) {
    await makeRoom(user);
    await importDelivered(user, input, memory, now);
    return { as: "delivered", ...lost };
  }
  const because = await schedule(user, memory, input, now);
  if (because === undefined) return { as: "scheduled", ...lost };
  const draft = draftSchema(formKindOf(memory.type)).parse(asTyped(input));
  const saved = await saveDraft(user, { ...draft, type: input.type, formId, files: input.files }, now);
  if (!saved.ok) throw new Error(`A memory could not be imported: ${saved.reason}`);
  return { as: "draft", ...(because !== "draft" && { because }), ...lost };
}

type Input = NewVaultInput & Required<Pick<NewVaultInput, "files">>;

/** Why it has to stay a draft; undefined once it is scheduled. Nothing is sent whose day has passed in the meantime. */
async function schedule(user: User, memory: MemoryFile, input: Input, now: Date) {
  if (memory.state === "draft") return "draft" as const;
  if (memory.state === "delivering" || memory.state === "held") return "not_arrived" as const;
  const { deliveryDate, deliveryHour, deliveryZone } = input;
  if (!deliveryDate || deliveryInstant(deliveryDate, deliveryHour, deliveryZone, memory.minute) <= now)
    return "past" as const;
  const hasFiles = memory.files.length > 0;
  const checked = vaultSchema(formKindOf(memory.type), now, { hasFiles }).safeParse(asTyped(input));
  if (!checked.success) return "refused" as const;
  const room = await makeRoom(user);
  const { type, formId, files } = input;
  const scheduled = await scheduleVault(
    user,
    { ...checked.data, type, formId, files, deliveryMinute: memory.minute },
    now,
  );
  if (!scheduled.ok) {
    await db.update(profiles).set({ vaultLimit: room.before }).where(eq(profiles.id, user.id));
    return "refused" as const;
  }
  await importGuests(scheduled.id, memory, now);
  return undefined;
}

/** Whatever the plan: all of it was kept before. */
async function makeRoom(user: User): Promise<{ before: number }> {
  const [profile] = await db.select({ before: profiles.vaultLimit }).from(profiles).where(eq(profiles.id, user.id));
  await db
    .update(profiles)
    .set({ vaultLimit: sql`greatest(${profiles.vaultLimit}, ${profiles.vaultsUsed} + 1)` })
    .where(eq(profiles.id, user.id));
  return profile ?? { before: user.vaultLimit };
}

async function importGuests(vaultId: string, { guests }: MemoryFile, joinedAt: Date): Promise<void> {
  if (guests.length === 0) return;
  await db
    .insert(boardGuests)
    .ignore()
    .values(
      guests.map(({ name, email, isConfirmed }) => ({
        id: createId(),
        vaultId,
        name,
        email: email || null,
        emailConfirmedAt: email && isConfirmed ? joinedAt : null,
        joinedAt,
      })),
    );
}

function formOf(memory: MemoryFile, formId: string) {
  return {
    type: memory.type,
    formId,
    title: memory.title,
    message: memory.message ?? "",
    recipientName: memory.recipient.name,
    recipientEmail: memory.recipient.email,
    recipientPhone: memory.recipient.phone,
    secondEmail: memory.recipient.secondEmail,
    backupName: memory.backupContact.name,
    backupEmail: memory.backupContact.email,
    boardRecipients: memory.recipients,
    deliveryDate: memory.day ?? "",
    deliveryHour: memory.hour,
    deliveryMinute: memory.minute,
    deliveryZone: memory.timeZone,
    includesMessage: memory.includesMessage,
    isToBeSealed: memory.isToBeSealed,
  };
}

/** As a browser would send it. */
function asTyped({ includesMessage, isToBeSealed, deliveryDate, ...input }: Input) {
  return {
    ...input,
    ...(deliveryDate && { deliveryDate }),
    ...(includesMessage && { includesMessage: "on" }),
    ...(isToBeSealed && { isToBeSealed: "on" }),
  };
}
