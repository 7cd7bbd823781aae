import { redirect } from "@remix-run/node";
import { viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { listFormFiles } from "~/domain/media/form-files.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { editVaultHref } from "~/domain/vault/edit-vault-href";
import { findFormsVault } from "~/domain/writing/draft.server";
import { findEditDraft } from "~/domain/writing/edit-draft.server";
import { keepLateChanges } from "~/domain/writing/late-changes.server";
import { redirectWithToast } from "~/http/toast.server";

const KEPT = { title: "Draft saved", description: "What you changed is now the draft of a new memory." };

/** Redirects to the vault's page when there are none. */
export async function requireLateChanges(user: User, id: string) {
  const viewed = await viewVault({ user }, id, undefined, { withPosts: false });
  if (viewed?.view.as !== "owner") return redirect("/dashboard");
  const changes = viewed.hasEditDraft && viewed.vault.state !== "scheduled" ? await findEditDraft(id) : undefined;
  if (!changes) return redirect(`/memories/${id}`);
  const files = await listFormFiles(uploadOwner({ userId: user.id }), changes.formId);
  return {
    id,
    formId: changes.formId,
    title: viewed.vault.title,
    changed: { title: changes.values.title, message: changes.values.message },
    files: files.map(({ fileName }) => fileName),
  };
}

/** Sent twice, it makes one draft, and leads there by the id of the draft's form. */
export async function keepChanges(user: User, id: string, formId: string): Promise<Response> {
  const viewed = await viewVault({ user }, id, undefined, { withPosts: false });
  if (viewed?.view.as !== "owner") return redirect("/dashboard", 303);
  const isLate = viewed.hasEditDraft && viewed.vault.state !== "scheduled";
  const draftId = (isLate && (await keepLateChanges(user, viewed.vault))) || (await findFormsVault(user, formId));
  return draftId ? redirectWithToast(editVaultHref(draftId), KEPT) : redirect(`/memories/${id}`, 303);
}
