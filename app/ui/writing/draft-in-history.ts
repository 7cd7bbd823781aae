import { editVaultHref } from "~/domain/vault/edit-vault-href";

/**
 * Gives a new form the URL of its draft in the browser's history before the rehearsal is shown. Back would lead to an
 * empty form.
 * @param response the redirect that answers the form
 */
export function replaceFormByDraft(response: Response): void {
  const [, id] = /^\/memories\/(\w+)\/rehearsal$/.exec(response.headers.get("Location") ?? "") ?? [];
  if (id && location.pathname === "/create") history.replaceState(history.state, "", editVaultHref(id));
}
