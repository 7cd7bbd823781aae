import { json, redirect } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import type { FileChanges } from "~/domain/media/media";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import type { VaultType } from "~/domain/vault/vault";
import { saveDraft } from "~/domain/writing/draft.server";
import { saveEditDraft } from "~/domain/writing/edit-draft.server";
import { toFormValues } from "~/domain/writing/form-values";
import type { FormFiles } from "~/domain/writing/vault-columns.server";
import type { VaultRefusal, VaultResult } from "~/domain/writing/vault-result.server";
import {
  type DraftFormValue,
  draftSchema,
  isLastDayOver,
  type VaultFormValue,
  vaultSchema,
} from "~/domain/writing/vault-schema";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast, type ToastContent } from "~/http/toast.server";
import { now } from "~/services/clock.server";
import { createId } from "~/services/id.server";
import { log } from "~/services/log.server";
import { failedToSave } from "./failed-save.server";
import { type FormParams, forwardToTarget, parseFormParams } from "./form-url.server";
import { scheduleForPeople, updateForPeople } from "./people.server";
import { readVaultForm, receiveVaultForm, type SentVaultForm, tickedCopies } from "./read.server";
import { answerToRow, formRefusalOf, LAST_DAY_PASSED, missingFieldToast, notSaved } from "./refusals";
import { sealHref, sentHref } from "./sent-href";
import { rehearsedFields, rehearsedTooOften, sendToTestRecipient } from "./test-recipient.server";

export const CREATED = { title: "Memory Created", description: "Your memory has been scheduled for future delivery." };
const UPDATED = { title: "Memory Updated", description: "Your memory has been updated successfully." };
const KEPT = { title: "Draft saved", description: "You’ll find it on your dashboard." };
const CHANGES_KEPT = { title: "Draft saved", description: "The memory stays as it was until you update it." };

export const UPLOADED = { title: "Upload Complete" };

type FormValue = VaultFormValue | DraftFormValue;
type Edited = SentVaultForm<unknown>["edited"];
type Saving = { user: User; type: VaultType; formId: string; version: string | undefined; files: FormFiles };

export async function saveVaultForm(
  user: User,
  params: FormParams,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const form = await receiveVaultForm<FormValue>(user, params, request, context, (kind, intent, hasFiles) =>
    intent === "schedule" || intent === "test-scheduled"
      ? vaultSchema(kind, now(), { hasFiles })
      : draftSchema.extend(rehearsedFields),
  );
  const elsewhere = forwardToTarget(form.fields, request.url);
  if (elsewhere) return elsewhere;
  if (!form.ok) return withToast(form.response, form);
  const { intent, owner = "", formId = createId(), removed, shown, altTexts, edited, type } = form;
  const version = versionIn(form.fields);
  const saving: Saving = { user, type, formId, version, files: { owner, formId, removed, shown, altTexts } };

  if (intent === "draft" || intent === "rehearse" || intent === "test-recipient") {
    return saveAsDraft(saving, form, intent, context);
  }
  if (intent === "add-recipient") return form.refuse(answerToRow(form.value.boardRecipients));
  const isUpdate = edited !== undefined && edited.state !== "draft";
  const isTest = intent === "test-scheduled" && isUpdate;
  if (intent !== "schedule" && !isTest) {
    return form.refuse({ status: 200, ...(form.hasNewFiles && { toast: UPLOADED }) });
  }
  const refusal = isTest && (await rehearsedTooOften(user, context));
  if (refusal) return form.refuse(refusal);

  try {
    if (!isUpdate && isLastDayOver(form.value as VaultFormValue, now()))
      return form.refuse({ fields: { closesOn: LAST_DAY_PASSED } });
    const saved = await schedule(saving, edited, form.value as VaultFormValue);
    if (saved.ok && isTest) {
      const toast = await sendToTestRecipient(user, saved.id, { ...form.value, formId });
      return redirectWithToast(editVaultHref(saved.id), toast);
    }
    // A draft's form that is sent twice has scheduled the vault the first time.
    const isRepeated = isUpdate && edited.formId === formId;
    if (saved.ok) return answerSaved(saved.id, { ...form.value, isUpdate: isUpdate && !isRepeated });
    if (saved.reason === "people_limit") return form.refuse(saved.refusal);
    if (saved.reason !== "vault_limit") return form.refuse(formRefusalOf(saved));
    if (context.isDataRequest) {
      // The form stays open, and its files stay with it.
      const kept = await saveDraft(user, { ...form.value, type, formId, version, altTexts });
      return form.refuse(formRefusalOf(kept.ok ? saved : kept));
    }
    const kept = await keepDraft(saving, form.value);
    return kept.ok ? redirect(`/create/limit?draft=${kept.id}`, 303) : form.refuse(formRefusalOf(saved));
  } catch (error) {
    log.error({ err: error, requestId: context.requestId }, "could not save a vault");
    return form.refuse(failedToSave(error, isUpdate ? "update" : "save", context.requestId));
  }
}

async function saveAsDraft(
  saving: Saving,
  form: Extract<SentVaultForm<FormValue>, { ok: true }>,
  intent: "draft" | "rehearse" | "test-recipient",
  context: RequestContext,
): Promise<Response> {
  const { user } = saving;
  const { edited } = form;
  const refusal = intent === "test-recipient" && (await rehearsedTooOften(user, context));
  if (refusal) return form.refuse(refusal);
  const isOfScheduled = intent === "draft" && edited?.state === "scheduled";
  const keeping = isOfScheduled ? keepChanges(saving, edited.id, form.value) : keepDraft(saving, form.value);
  const kept = await keeping.catch((error: unknown) => {
    log.error({ err: error, requestId: context.requestId }, "could not save a draft");
    return undefined;
  });
  if (!kept) return form.refuse(notSaved("submit"));
  if (!kept.ok) return form.refuse(formRefusalOf(kept));
  if (intent === "rehearse") return redirect(`/memories/${kept.id}/rehearsal`, 303);
  if (isOfScheduled) return redirectWithToast(editVaultHref(kept.id), CHANGES_KEPT);
  const toast = intent === "draft" ? KEPT : await sendToTestRecipient(user, kept.id, form.value);
  return redirectWithToast(editVaultHref(kept.id), toast);
}

/** Adds a toast that says what is missing, or that files have arrived. */
async function withToast(
  response: Response,
  { intent, hasNewFiles, edited }: SentVaultForm<unknown>,
): Promise<Response> {
  const answer = (await response.json()) as { error?: Record<string, string[] | null>; toast?: ToastContent };
  const errors = Object.values(answer.error ?? {}).flatMap((messages) => messages ?? []);
  const isMissing = intent === "schedule" && response.status === 400;
  const isUpdate = edited !== undefined && edited.state !== "draft";
  const fieldToast = isMissing ? missingFieldToast(errors, { isUpdate }) : undefined;
  const toast = answer.toast ?? fieldToast ?? (hasNewFiles ? UPLOADED : undefined);
  return json({ ...answer, ...(toast && { toast }) }, { status: response.status, headers: response.headers });
}

/** Leaves the form's files unattached, and those that are sent again uncopied. Returns the path of the draft's form. */
export async function saveForLater(
  user: User,
  form: string,
  request: Request,
  context: RequestContext,
): Promise<Response> {
  const params = parseFormParams(form);
  const sent = await readVaultForm(user, params, request, context, () => draftSchema);
  if (!sent.ok) return json({ ok: false }, { status: sent.response.status });
  const { formId, type, edited, value, altTexts } = sent;
  if (!formId || (edited && !["draft", "scheduled"].includes(edited.state)))
    return json({ ok: false }, { status: 409 });
  const version = versionIn(sent.fields);
  const kept =
    edited?.state === "scheduled"
      ? await keepChanges({ user, formId, version, files: sent }, edited.id, value)
      : await saveDraft(user, { ...value, type, formId, version, altTexts, copies: await tickedCopies(params, sent) });
  return kept.ok ? json({ ok: true, form: editVaultHref(kept.id) }) : notKept(kept.reason);
}

/** The answer to an autosave. */
export const notKept = (reason: VaultRefusal | undefined) =>
  json({ ok: false, isStale: reason === "changed_elsewhere" }, { status: 409 });

export const versionIn = (fields: URLSearchParams) => fields.get("version") ?? undefined;

function schedule({ user, type, formId, version, files }: Saving, edited: Edited, value: VaultFormValue) {
  if (edited && edited.state !== "draft") return updateForPeople(user, type, edited.id, { ...value, version, files });
  return scheduleForPeople(user, { ...value, type, formId, version, files, draftId: edited?.id });
}

function keepDraft({ user, type, formId, version, files }: Saving, value: FormValue): Promise<VaultResult> {
  // A draft is saved with what is left of its files.
  return saveDraft(user, { ...value, type, formId, version, files: { ...files, shown: [] } });
}

type Changing = Pick<Saving, "user" | "formId" | "version"> & { files: Partial<FileChanges> };

function keepChanges({ user, formId, version, files }: Changing, id: string, value: FormValue) {
  const values = toFormValues({ ...value, deliveryZone: value.deliveryZone ?? user.timeZone });
  const { altTexts, removed } = files;
  return saveEditDraft(user, id, { formId, values, version, altTexts, removed });
}

/** Sealing is confirmed on a page of its own. */
export function answerSaved(id: string, { isUpdate, isToBeSealed }: { isUpdate: boolean; isToBeSealed: boolean }) {
  if (isUpdate) return redirectWithToast("/dashboard", UPDATED);
  return redirectWithToast(isToBeSealed ? sealHref(id) : sentHref(id), CREATED);
}
