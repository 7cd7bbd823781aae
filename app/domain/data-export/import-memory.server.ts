import { and, eq, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { WELCOME_MAX_LENGTH } from "~/domain/board/board";
import { saveWelcome } from "~/domain/board/welcome.server";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import { uploadOwner } from "~/domain/media/uploads.server";
import { formKindOf } from "~/domain/vault/vault";
import { saveDraft } from "~/domain/writing/draft.server";
import { saveEditDraft } from "~/domain/writing/edit-draft.server";
import { toFormValues } from "~/domain/writing/form-values";
import { scheduleVault } from "~/domain/writing/schedule.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { draftSchema, vaultSchema } from "~/domain/writing/vault-schema";
import { keyedDigest } from "~/services/cipher.server";
import { db, inTransaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { boardGuests, memories, profiles } from "~db/schema";
import type { Archive } from "./archive.server";
import type { MemoryFile } from "./export-format";
import { importDelivered } from "./import-delivered.server";
import { importFiles } from "./import-files.server";

/**
 * `draft`: it could not be scheduled, for this reason. `left_out`: nothing could be restored, as of a sealed vault.
 * `known`: it was imported before. `failed`: it may be imported again.
 */
export type Imported =
  | { as: "scheduled" | "delivered" | "known"; lost?: string[] }
  | { as: "draft"; because?: "past" | "not_arrived" | "refused"; lost?: string[] }
  | { as: "left_out"; because: "sealed" | "cancelled" }
  | { as: "failed" };

export type ImportedMemory = { archive: Archive; folder: string; memory: MemoryFile };

/** The same for a vault and account on every run. */
const formIdOf = (user: User, { id }: Pick<MemoryFile, "id">) =>
  `i${keyedDigest("import", `${user.id}:${id}`).slice(0, 23)}`;

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
    await importChanges(user, memory, undefined, now);
    return { as: "delivered", ...lost };
  }
  const { because, id } = await schedule(user, memory, input, now);
  if (id) await importWelcome(id, memory);
  await importChanges(user, memory, id, now);
  if (id) return { as: "scheduled", ...lost };
  const draft = draftSchema(formKindOf(memory.type)).parse(asTyped(input));
  const saved = await saveDraft(user, { ...draft, type: input.type, formId, files: input.files }, now);
  if (!saved.ok) throw new Error(`A memory could not be imported: ${saved.reason}`);
  await importWelcome(saved.id, memory);
  return { as: "draft", ...(because !== "draft" && { because }), ...lost };
}

async function importWelcome(vaultId: string, { type, welcome }: MemoryFile): Promise<void> {
  if (type !== "memory-board" || !welcome) return;
  await inTransaction((tx) => saveWelcome(tx, vaultId, welcome.slice(0, WELCOME_MAX_LENGTH)));
}

/** Unsaved changes stay unsaved while their vault is `scheduled`; else they become a draft. */
async function importChanges(user: User, memory: MemoryFile, scheduled: string | undefined, now: Date): Promise<void> {
  if (!memory.changes) return;
  const values = toFormValues({ boardRecipients: memory.recipients, ...onlyKnown(memory.changes.fields) });
  const formId = formIdOf(user, { id: `${memory.id}:changes` });
  const saved = scheduled
    ? await saveEditDraft(user, scheduled, { formId, values }, now)
    : await saveDraft(user, { ...draftSchema(formKindOf(memory.type)).parse(values), type: memory.type, formId }, now);
  if (!saved.ok) throw new Error(`Changes to a memory could not be imported: ${saved.reason}`);
}

/** Checkboxes are `on`. */
function onlyKnown(fields: Record<string, string>): Parameters<typeof toFormValues>[0] {
  const names = Object.keys(toFormValues({}));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

type Input = NewVaultInput & Required<Pick<NewVaultInput, "files">>;

type Scheduled =
  | { id: string; because?: never }
  | { id?: never; because: "draft" | "past" | "not_arrived" | "refused" };

/** Returns the vault's id, or why it has to stay a draft. Vaults whose day has passed are not sent. */
async function schedule(user: User, memory: MemoryFile, input: Input, now: Date): Promise<Scheduled> {
  if (memory.state === "draft") return { because: "draft" };
  if (memory.state === "delivering" || memory.state === "held") return { because: "not_arrived" };
  const { deliveryDate, deliveryHour, deliveryZone } = input;
  if (!deliveryDate || deliveryInstant(deliveryDate, deliveryHour, deliveryZone, memory.minute) <= now)
    return { because: "past" };
  const hasFiles = memory.files.length > 0;
  const checked = vaultSchema(formKindOf(memory.type), now, { hasFiles }).safeParse(asTyped(input));
  if (!checked.success) return { because: "refused" };
  const room = await makeRoom(user);
  const { type, formId, files } = input;
  const scheduled = await scheduleVault(
    user,
    { ...checked.data, type, formId, files, deliveryMinute: memory.minute },
    now,
  );
  if (!scheduled.ok) {
    await db.update(profiles).set({ vaultLimit: room.before }).where(eq(profiles.id, user.id));
    return { because: "refused" };
  }
  await importGuests(scheduled.id, memory, now);
  return { id: scheduled.id };
}

/** Ignores the plan's limit, as all vaults were kept before. */
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

/** As a browser would send the form. */
function asTyped({ includesMessage, isToBeSealed, deliveryDate, ...input }: Input) {
  return {
    ...input,
    ...(deliveryDate && { deliveryDate }),
    ...(includesMessage && { includesMessage: "on" }),
    ...(isToBeSealed && { isToBeSealed: "on" }),
  };
}
