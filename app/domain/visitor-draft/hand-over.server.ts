import { isDeepStrictEqual } from "node:util";
import { and, eq, max, sql } from "drizzle-orm";
import type { User } from "~/domain/account/account";
import { toUser } from "~/domain/account/session.server";
import { listFormFiles } from "~/domain/media/form-files.server";
import { adoptUploads, uploadOwner } from "~/domain/media/uploads.server";
import { formKindOf, type VaultType } from "~/domain/vault/vault";
import { decryptContent } from "~/domain/vault/vault-content.server";
import { saveDraft } from "~/domain/writing/draft.server";
import type { FormValues } from "~/domain/writing/form-values";
import { comparable } from "~/domain/writing/form-version.server";
import { scheduleVault } from "~/domain/writing/schedule.server";
import type { FormFiles } from "~/domain/writing/vault-columns.server";
import { formOf } from "~/domain/writing/vault-form-values.server";
import { draftSchema, isLastDayOver, type VaultFormValue, vaultSchema } from "~/domain/writing/vault-schema";
import { keyedDigest } from "~/services/cipher.server";
import * as clock from "~/services/clock.server";
import { db } from "~/services/db.server";
import { deliveryEvents, memories, profiles } from "~db/schema";
import type { HandedOver, KeptReason } from "./handed-over";
import { oneAtATime } from "./one-at-a-time.server";
import { claimVisitorDraft, closeClaim, type VisitorDraft } from "./visitor-draft.server";

export type SubmittedMemory = Pick<VisitorDraft, "type" | "values" | "formId" | "savedAt"> & {
  isSubmitted: boolean;
  /** The account has no copy of it yet, unless an earlier hand-over was interrupted. */
  isOnlyCopy?: boolean;
  /** The owner of the form's uploads until then, if it is not the account. */
  uploadOwner: string | undefined;
  /** How many files the writer saw. If one is missing, the vault becomes a draft. */
  fileCount?: number;
  savedBy?: string;
};

/** Counts a vault's addressees. Call `refund` if it isn't scheduled. */
export type CountPeople = (
  user: User,
  type: VaultType,
  value: VaultFormValue,
) => Promise<{ refusal?: object | undefined; refund: () => Promise<void> }>;

/**
 * Schedules submitted drafts where possible; others become the account's drafts. Idempotent, even in parallel: repeated
 * within a minute, it returns the same.
 */
export async function handOverDrafts(
  userId: string,
  tokens: string[],
  countPeople: CountPeople,
  now = clock.now(),
): Promise<HandedOver[]> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile) throw new Error("There is no such account.");
  const handedOver: HandedOver[] = [];
  for (const token of tokens) {
    const draft = await claimVisitorDraft(token, userId, now);
    if (!draft) continue;
    const result = await oneAtATime(draft.formId, () => handOverClaimed(toUser(profile), token, countPeople, now));
    if (result) handedOver.push(result);
  }
  return handedOver;
}

/** Claims the draft again, as another window may have handed it over while this one waited. */
async function handOverClaimed(
  user: User,
  token: string,
  countPeople: CountPeople,
  now: Date,
): Promise<HandedOver | undefined> {
  const draft = await claimVisitorDraft(token, user.id, now);
  if (!draft || draft.handedOver) return draft?.handedOver;
  const memory = { ...draft, isSubmitted: draft.submittedAt !== null, isOnlyCopy: true };
  const result = await handOverAlone(user, memory, countPeople, now);
  await closeClaim(draft, result, now);
  return result;
}

/** Undefined if the form belongs to another account, which already has everything. */
export function handOver(
  user: User,
  memory: SubmittedMemory,
  countPeople: CountPeople,
  now = clock.now(),
): Promise<HandedOver | undefined> {
  return oneAtATime(memory.formId, () => handOverAlone(user, memory, countPeople, now));
}

async function handOverAlone(
  user: User,
  memory: SubmittedMemory,
  countPeople: CountPeople,
  now: Date,
): Promise<HandedOver | undefined> {
  const { type, values, savedAt, savedBy } = memory;
  const { formId, known } = await formFor(user, memory);
  if (known && (known.state !== "draft" || known.updatedAt >= savedAt)) return stateFor(user, known);
  const owner = uploadOwner({ userId: user.id });
  if (memory.uploadOwner) await adoptUploads(memory.uploadOwner, owner, memory.formId, now);
  const files = { owner, formId: memory.formId, isUnlimited: true };
  const typed = asSent(values);

  const isSubmitted = memory.isSubmitted && formId === memory.formId;
  const scheduling = { typed, files, draftId: known?.id, countPeople, now };
  const scheduled = isSubmitted ? await schedule(user, memory, scheduling) : undefined;
  if (scheduled?.ok) return { state: "scheduled", id: scheduled.id, isToBeSealed: scheduled.isToBeSealed };
  // A copy from elsewhere may be newer: it is compared with the time at which this one was written.
  const draft = { ...draftSchema.parse(typed), type, formId, savedBy };
  const saved = await saveDraft(user, { ...draft, files }, savedAt);
  // With more files than its type may have, as after a change of type, they stay beside the draft.
  const isOver = !saved.ok && saved.reason === "file_limit";
  const kept = isOver ? await saveDraft(user, draft, savedAt) : saved;
  if (kept.ok) return { state: "draft", id: kept.id, ...(scheduled && { because: scheduled.because }) };
  const other = await findByForm(formId);
  if (!other) throw new Error(`Could not save a visitor's draft: ${kept.reason}`);
  return stateFor(user, other);
}

/**
 * Returns the form id under which to save a memory, and the vault that already has it. The memory gets a new form id,
 * and so becomes a draft of its own, if it was written after the form's vault was scheduled or went to another account,
 * or if the account never had it and has saved the form elsewhere since.
 */
async function formFor(
  user: User,
  memory: Pick<SubmittedMemory, "formId" | "savedAt" | "isOnlyCopy" | "values" | "uploadOwner">,
): Promise<{ formId: string; known: Known | undefined }> {
  const { formId, savedAt, isOnlyCopy = false } = memory;
  const known = await findByForm(formId);
  if (!known) return { formId, known };
  const isOwnDraft = known.userId === user.id && known.state === "draft";
  const isOfThis = isOwnDraft
    ? !isOnlyCopy || known.updatedAt <= savedAt
    : lastOf(known, isOnlyCopy) >= savedAt || (await isCopyOf(user, known, memory));
  if (isOfThis) return { formId, known };
  return formFor(user, { ...memory, formId: `c${keyedDigest("next-form", formId).slice(0, 23)}` });
}

/** For a text that the account never had, changes after the scheduling do not count. */
const lastOf = ({ scheduledAt, updatedAt }: Known, isOnlyCopy: boolean) =>
  isOnlyCopy ? (scheduledAt ?? updatedAt) : updatedAt;

/**
 * A copy's age does not include the time that its request took, so one sent while its form was being scheduled may look
 * newer.
 */
async function isCopyOf(
  user: User,
  { id, userId, state }: Known,
  { formId, values, uploadOwner: before }: Pick<SubmittedMemory, "formId" | "values" | "uploadOwner">,
): Promise<boolean> {
  if (userId !== user.id || state === "cancelled") return false;
  const [vault] = await db.select().from(memories).where(eq(memories.id, id));
  if (!vault) return false;
  const scheduled = await formOf({ ...vault, ...decryptContent(vault) });
  if (!isDeepStrictEqual(comparable(scheduled), comparable(values))) return false;
  const owners = [uploadOwner({ userId: user.id }), ...(before ? [before] : [])];
  const waiting = await Promise.all(owners.map((owner) => listFormFiles(owner, formId)));
  return waiting.flat().length === 0;
}

type Scheduling = {
  typed: Record<string, unknown>;
  files: FormFiles;
  /** The account's draft of this form. */
  draftId: string | undefined;
  countPeople: CountPeople;
  now: Date;
};
type Scheduled = { ok: true; id: string; isToBeSealed: boolean } | { ok: false; because: KeptReason };

async function schedule(
  user: User,
  { formId, type, fileCount = 0 }: SubmittedMemory,
  { typed, files, draftId, countPeople, now }: Scheduling,
): Promise<Scheduled> {
  const there = await listFormFiles(files.owner, formId, async () => draftId);
  const isPartial = there.some(({ state }) => state === "receiving");
  if (isPartial || there.length < fileCount) return { ok: false, because: "incomplete" };
  const checked = vaultSchema(formKindOf(type), now, { hasFiles: there.length > 0 }).safeParse(typed);
  if (!checked.success) {
    const isDate = checked.error.issues.some(({ path }) => path[0] === "deliveryDate");
    return { ok: false, because: isDate ? "date" : "incomplete" };
  }
  if (isLastDayOver(checked.data, now)) return { ok: false, because: "last_day" };
  const people = await countPeople(user, type, checked.data);
  if (people.refusal) return { ok: false, because: "people_limit" };
  const scheduled = await scheduleVault(user, { ...checked.data, type, formId, files }, now);
  if (scheduled.ok) return { ok: true, id: scheduled.id, isToBeSealed: checked.data.isToBeSealed };
  await people.refund();
  return { ok: false, because: scheduled.reason };
}

type Known = {
  id: string;
  userId: string;
  state: string;
  isToBeSealed: boolean;
  updatedAt: Date;
  /** Null for a draft. */
  scheduledAt: Date | null;
};

const lastScheduling = db
  .select({ at: max(deliveryEvents.at) })
  .from(deliveryEvents)
  .where(and(eq(deliveryEvents.vaultId, memories.id), eq(deliveryEvents.kind, "scheduled")));

async function findByForm(formId: string): Promise<Known | undefined> {
  const { id, userId, state, isToBeSealed, updatedAt } = memories;
  const scheduledAt = sql`(${lastScheduling})`.mapWith(deliveryEvents.at);
  const columns = { id, userId, state, isToBeSealed, updatedAt, scheduledAt };
  const [row] = await db.select(columns).from(memories).where(eq(memories.formId, formId));
  return row;
}

function stateFor(user: User, { id, userId, state, isToBeSealed }: Known): HandedOver | undefined {
  if (userId !== user.id) return undefined;
  return state === "draft" ? { state, id, isKnown: true } : { state: "scheduled", id, isToBeSealed, isKnown: true };
}

/** As a form sends them, without empty fields. */
function asSent(values: FormValues): Record<string, unknown> {
  const boardRecipients = values.boardRecipients.map(withoutEmpty);
  return { ...withoutEmpty(values), boardRecipients };
}

function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
