import { redirect } from "@remix-run/node";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { listFormFiles } from "~/domain/media/form-files.server";
import { arrivedInPart } from "~/domain/media/refusals";
import { uploadOwner } from "~/domain/media/uploads.server";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { formKindOf } from "~/domain/vault/vault";
import { NO_CONTENT, summaryOf } from "~/domain/vault/vault-words";
import { findCopiesToMake, forgetLostCopies } from "~/domain/writing/draft-copies.server";
import { formOf } from "~/domain/writing/vault-form-values.server";
import { isLastDayOver, vaultSchema } from "~/domain/writing/vault-schema";
import type { FormRefusal } from "~/http/form.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { createKeyQueue } from "~/services/key-queue.server";
import { scheduleForPeople } from "./people.server";
import { makeCopies } from "./read.server";
import { formRefusalOf, missingFieldToast } from "./refusals";
import { answerSaved } from "./save.server";
import { NO_SUCH_VAULT } from "./vault-change.server";

const BOARD_OVER = "The last day to add something has passed. Please choose a later one, or leave it empty.";

const presses = createKeyQueue();

/** A second press waits for the first, whose copies would look like files that have arrived only in part. */
export function finishDraft(user: User, id: string, context: RequestContext, now: Date): Promise<Response> {
  return presses.run(id, () => finishOnce(user, id, context, now));
}

async function finishOnce(user: User, id: string, context: RequestContext, now: Date): Promise<Response> {
  const viewed = await viewVault({ user }, id, now, { withPosts: false });
  const vault = viewed?.view.as === "owner" ? viewed.vault : undefined;
  if (!vault) return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  // The form's page says so.
  if (vault.state === "cancelled") return redirect(editVaultHref(id), 303);
  // The request was sent twice.
  if (vault.state !== "draft") return answerSaved(id, { isUpdate: false, isToBeSealed: false });

  const owner = uploadOwner({ userId: user.id });
  const formId = vault.formId ?? id;
  const copies = await findCopiesToMake(id);
  const files = await listFormFiles(owner, formId, async () => id);
  const hasFiles = files.length > 0 || (copies?.mediaIds ?? []).length > 0;
  const rules = vaultSchema(formKindOf(vault.type), now, { hasFiles });
  const written = rules.safeParse(await formOf(vault));
  if (!written.success) return notReady(id, written.error.issues);
  if (isLastDayOver(written.data, now)) return notFinished(id, BOARD_OVER);
  const copied = copies && (await makeCopies(user, copies, { owner, formId, type: vault.type }, context));
  if (copied?.ok === false) {
    await forgetLostCopies(id);
    return notFinished(id, sentenceOf(copied.refusal));
  }
  // Copies replace what is left of an attempt that was interrupted.
  const all = copied ? await listFormFiles(owner, formId, async () => id) : files;
  const part = all.find(({ state }) => state === "receiving");
  if (part) return notFinished(id, arrivedInPart(part.fileName));

  const input = { ...written.data, type: vault.type, formId, draftId: id, files: { owner, formId } };
  const saved = await scheduleForPeople(user, input, now);
  if (saved.ok) return answerSaved(id, { isUpdate: false, isToBeSealed: written.data.isToBeSealed });
  if (saved.reason === "vault_limit") return redirect(`/create/limit?draft=${id}`, 303);
  return notFinished(id, sentenceOf(saved.reason === "people_limit" ? saved.refusal : formRefusalOf(saved)));
}

const sentenceOf = ({ form, fields }: FormRefusal): string => form ?? Object.values(fields ?? {})[0] ?? "";

function notFinished(id: string, description: string): Promise<Response> {
  return redirectWithToast(editVaultHref(id), { title: "Failed to Save Memory", description, kind: "error" });
}

/** Names what is missing, or else the first thing that is wrong. */
function notReady(id: string, issues: { message: string }[]): Promise<Response> {
  const errors = issues.map(({ message }) => message);
  const fieldToast = missingFieldToast(errors);
  if (fieldToast) return redirectWithToast(editVaultHref(id), fieldToast);
  const noContent = errors.includes(NO_CONTENT) ? summaryOf([NO_CONTENT]) : undefined;
  if (noContent) return redirectWithToast(editVaultHref(id), { ...noContent, kind: "error" });
  return notFinished(id, errors[0] ?? "");
}
