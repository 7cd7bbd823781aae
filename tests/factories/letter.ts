import { createId } from "@paralleldrive/cuid2";
import { eq } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { deliverVault } from "~/domain/delivery/deliver-vault.server";
import { handleProviderEvent, saveProviderEvent } from "~/domain/delivery/provider-event.server";
import { listEvents } from "~/domain/vault/history.server";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { saveDraft } from "~/domain/writing/draft.server";
import { saveEditDraft } from "~/domain/writing/edit-draft.server";
import type { FormValues } from "~/domain/writing/form-values";
import { scheduleVault } from "~/domain/writing/schedule.server";
import type { DraftInput, NewVaultInput } from "~/domain/writing/vault-columns.server";
import { formOf } from "~/domain/writing/vault-form-values.server";
import { db } from "~/services/db.server";
import { deliveries, memories, providerEvents } from "~db/schema";
import type { ProviderEventKind } from "~db/schema/states";

/** When letters of tests are due, and when they were written. */
export const DUE_DATE = "2031-06-14";
export const DUE_AT = new Date("2031-06-14T09:00:00Z");
export const WRITTEN_AT = new Date("2030-01-05T12:00:00Z");

export function letterInput(overrides: Partial<NewVaultInput> = {}): NewVaultInput {
  return {
    type: "send-to-someone",
    title: `Letter ${createId()}`,
    message: "Dear Mia, by now you can read this yourself.",
    recipientName: "Mia",
    recipientEmail: `${createId()}@example.net`,
    deliveryDate: DUE_DATE,
    deliveryHour: 9,
    deliveryZone: "UTC",
    formId: createId(),
    ...overrides,
  };
}

/** Schedules a letter. Returns its id. */
export async function createLetter(
  user: User,
  overrides: Partial<NewVaultInput> = {},
  now = WRITTEN_AT,
): Promise<string> {
  const scheduled = await scheduleVault(user, letterInput(overrides), now);
  if (!scheduled.ok) throw new Error(scheduled.reason);
  return scheduled.id;
}

export function draftInput(overrides: Partial<DraftInput> = {}): DraftInput {
  return { type: "letter", title: "Half a letter", message: "Dear", formId: createId(), ...overrides };
}

/** Saves a draft. Returns its id. */
export async function createDraft(user: User, overrides: Partial<DraftInput> = {}, now = WRITTEN_AT): Promise<string> {
  const saved = await saveDraft(user, draftInput(overrides), now);
  if (!saved.ok) throw new Error(saved.reason);
  return saved.id;
}

/** Changes a scheduled letter in its form without saving it. */
export async function changeLetter(user: User, id: string, typed: Partial<FormValues>): Promise<void> {
  const vault = await storedVault(id);
  const values = { ...(await formOf({ ...vault, ...decryptContent(vault) })), ...typed };
  const saved = await saveEditDraft(user, id, { formId: createId(), values }, WRITTEN_AT);
  if (!saved.ok) throw new Error(saved.reason);
}

export async function storedVault(id: string): Promise<typeof memories.$inferSelect> {
  const [row] = await db.select().from(memories).where(eq(memories.id, id));
  if (!row) throw new Error("No such vault.");
  return row;
}

/** The kinds of a vault's events, oldest first. */
export async function recordOf(vaultId: string): Promise<string[]> {
  return (await listEvents(vaultId)).map(({ kind }) => kind);
}

export function deliveriesOf(vaultId: string): Promise<(typeof deliveries.$inferSelect)[]> {
  return db.select().from(deliveries).where(eq(deliveries.vaultId, vaultId));
}

/** Creates a vault that is due, with its delivery and a mail in the outbox. */
export async function createDueLetter(user: User, overrides: Partial<NewVaultInput> = {}) {
  const id = await createLetter(user, overrides);
  await deliverVault(id, DUE_AT);
  const [delivery] = await deliveriesOf(id);
  if (!delivery) throw new Error("The vault was not delivered.");
  return { id, delivery };
}

/** Creates a vault that is held because its only mail bounced. */
export async function createFailedLetter(user: User, overrides: Partial<NewVaultInput> = {}) {
  const { id, delivery } = await createDueLetter(user, overrides);
  await reportEvent(delivery.messageId, "bounced", "550 5.1.1 No such user here");
  return { id, delivery };
}

/** Saves and handles an event of the mail provider. */
export async function reportEvent(
  messageId: string | null,
  kind: ProviderEventKind,
  detail = "",
  eventId = createId(),
) {
  const token = createId().repeat(2);
  const name = kind;
  const report = { provider: "mailgun", eventId, token, kind, name, detail, at: DUE_AT } as const;
  const saved = await saveProviderEvent({ ...report, ...(messageId && { messageId }) });
  const [event] = await db.select().from(providerEvents).where(eq(providerEvents.eventId, eventId));
  if (!event) throw new Error("The event was not saved.");
  await handleProviderEvent(event.id, DUE_AT);
  return saved;
}
