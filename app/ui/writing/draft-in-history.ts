import { editVaultHref } from "~/domain/vault/edit-vault-href";

const OF_DRAFT = /^\/(?:create\?edit=true&id=(\w+)|memories\/(\w+)\/rehearsal)$/;

/**
 * Gives a new form, whose text has become a draft, the draft's URL in the browser's history, as autosave does. Back
 * would lead to an empty form.
 * @param response the redirect that answers the form
 */
export function replaceFormByDraft(response: Response): void {
  const [, edited, rehearsed] = OF_DRAFT.exec(response.headers.get("Location") ?? "") ?? [];
  const id = edited ?? rehearsed;
  if (id && location.pathname === "/create") history.replaceState(history.state, "", editVaultHref(id));
}
