import { isDeepStrictEqual } from "node:util";
import { addMilliseconds } from "date-fns";
import { and, eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { WELCOME_MAX_LENGTH } from "~/domain/board/board";
import { writeSettings } from "~/domain/board/settings.server";
import { saveWelcome } from "~/domain/board/welcome.server";
import { deliveryInstant } from "~/domain/calendar/delivery-date";
import { ianaSpelling } from "~/domain/calendar/zone-spelling";
import { uploadOwner } from "~/domain/media/uploads.server";
import { formKindOf } from "~/domain/vault/vault";
import { saveDraft } from "~/domain/writing/draft.server";
import { NO_CHANGES, writeEditDraft } from "~/domain/writing/edit-draft.server";
import { type FormValues, toFormValues } from "~/domain/writing/form-values";
import { comparable } from "~/domain/writing/form-version.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import type { NewVaultInput } from "~/domain/writing/vault-columns.server";
import { draftSchema, vaultSchema } from "~/domain/writing/vault-schema";
import { keyedDigest } from "~/services/cipher.server";
import { db, type Transaction } from "~/services/db.server";
import { createId } from "~/services/id.server";
import { boardGuests, memories } from "~db/schema";
import type { Archive } from "./archive.server";
import type { MemoryFile } from "./export-format";
import { importDelivered } from "./import-delivered.server";
import { importFiles } from "./import-files.server";
import { refuseErased } from "./refuse-erased.server";

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
  const input = { ...formOf(memory, formId), files: { owner, formId, isUnlimited: true } };
  const pieces = memory.pieces > 0 ? [`${memory.pieces} of its guests' pieces`] : [];
  const lost = [...files.lost, ...pieces, ...(memory.unreadable ?? [])];
  // Only a board that is scheduled gets them.
  const guests = memory.guests.length > 0 ? [`its guests: ${memory.guests.map(({ name }) => name).join(", ")}`] : [];
  const isOpened = memory.deliveries.some(({ state }) => state === "arrived" || state === "opened");
  const changes = changesOf(user, memory, input);
  if (memory.state === "delivered" || (memory.state === "delivering" && isOpened)) {
    await importAsDraft(user, memory, changes, now);
    await importDelivered(user, input, memory, now);
    return { as: "delivered", ...withLost([...lost, ...guests]) };
  }
  const refused = await schedule(user, memory, { input, changes }, now);
  if (!refused) return { as: "scheduled", ...withLost(lost) };
  await importAsDraft(user, memory, changes, now);
  const draft = draftSchema.parse(asTyped(input));
  const saved = await saveDraft(
    user,
    { ...draft, type: input.type, formId, files: input.files },
    now,
    async (tx, id) => {
      await refuseErased(tx, user);
      await importRest(tx, id, memory, now);
    },
  );
  if (!saved.ok) throw new Error(`A memory could not be imported: ${saved.reason}`);
  return { as: "draft", ...(refused !== "draft" && { because: refused }), ...withLost([...lost, ...guests]) };
}

const withLost = (lost: string[]) => (lost.length > 0 ? { lost } : {});

/** When it was written, which its readers learn, and what a board's host chose for its guests. */
async function importRest(
  tx: Transaction,
  vaultId: string,
  { type, createdAt, welcome, settings }: MemoryFile,
  now: Date,
): Promise<void> {
  // The other installation sent the yearly mails until now.
  const columns = { createdAt: new Date(createdAt), nextCheckAt: now };
  await tx.update(memories).set(columns).where(eq(memories.id, vaultId));
  if (type !== "memory-board") return;
  if (welcome) await saveWelcome(tx, vaultId, welcome.slice(0, WELCOME_MAX_LENGTH));
  if (settings) await writeSettings(tx, vaultId, settings, now);
}

type Changes = { formId: string; values: FormValues };

/** Undefined without any, and for changes of files alone, which an archive lacks. */
function changesOf(user: User, memory: MemoryFile, input: Input): Changes | undefined {
  if (!memory.changes) return undefined;
  const values = toFormValues({ boardRecipients: memory.recipients, ...knownFieldsOf(memory.changes.fields) });
  if (isDeepStrictEqual(comparable(values), comparable(toFormValues(input)))) return undefined;
  return { formId: formIdOf(user, { id: `${memory.id}:changes` }), values };
}

/** Before their vault is imported, as nothing is added to a vault that is there. May be repeated. */
async function importAsDraft(user: User, { type }: MemoryFile, changes: Changes | undefined, now: Date): Promise<void> {
  if (!changes) return;
  const { formId, values } = changes;
  const saved = await saveDraft(user, { ...draftSchema.parse(values), type, formId }, now, (tx) =>
    refuseErased(tx, user),
  );
  // An interrupted import made the draft before, and it has been scheduled since.
  if (!saved.ok && saved.reason !== "not_editable")
    throw new Error(`Changes to a memory could not be imported: ${saved.reason}`);
}

/** Checkboxes are `on`. */
function knownFieldsOf(fields: Record<string, string>): Parameters<typeof toFormValues>[0] {
  const names = Object.keys(toFormValues({}));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

type Input = NewVaultInput & Required<Pick<NewVaultInput, "files">>;

/**
 * Returns why it has to stay a draft. Vaults whose day has passed are not sent. Unsaved changes stay unsaved, and are
 * saved in the vault's transaction, as are its guests, its welcome and its settings.
 */
async function schedule(
  user: User,
  memory: MemoryFile,
  { input, changes }: { input: Input; changes: Changes | undefined },
  now: Date,
): Promise<"draft" | "past" | "not_arrived" | "refused" | undefined> {
  if (memory.state === "draft") return "draft";
  if (memory.state === "delivering" || memory.state === "held") return "not_arrived";
  // Its owner decides whether to send the rest.
  if (memory.unreadable?.includes("message")) return "refused";
  const { deliveryDate, deliveryHour, deliveryZone } = input;
  if (!deliveryDate || deliveryInstant(deliveryDate, deliveryHour, deliveryZone, memory.minute) <= now) return "past";
  const hasFiles = memory.files.length > 0;
  const checked = vaultSchema(formKindOf(memory.type), now, { hasFiles }).safeParse(asTyped(input));
  if (!checked.success) return "refused";
  const { type, formId, files } = input;
  const scheduled = await scheduleVault(
    user,
    { ...checked.data, type, formId, files, deliveryMinute: memory.minute },
    now,
    {
      makesRoom: true,
      saveWith: async (tx, id) => {
        await refuseErased(tx, user);
        await importGuests(tx, id, memory, now);
        await importRest(tx, id, memory, now);
        if (changes) await writeEditDraft(tx, id, { ...changes, ...NO_CHANGES, savedAt: now });
      },
    },
  );
  return scheduled.ok ? undefined : "refused";
}

async function importGuests(tx: Transaction, vaultId: string, { guests }: MemoryFile, joinedAt: Date): Promise<void> {
  if (guests.length === 0) return;
  await tx
    .insert(boardGuests)
    .ignore()
    .values(
      guests.map(({ name, email, isConfirmed }, index) => ({
        id: createId(),
        vaultId,
        name,
        email: email || null,
        emailConfirmedAt: email && isConfirmed ? joinedAt : null,
        // Guests are listed in this order.
        joinedAt: addMilliseconds(joinedAt, index),
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
    deliveryZone: ianaSpelling(memory.timeZone),
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
