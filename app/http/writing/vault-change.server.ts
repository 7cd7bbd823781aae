import { redirect } from "@remix-run/node";
import { z } from "zod";
import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import type { VaultState } from "~/domain/vault/vault";
import { NOT_EDITABLE, NOT_FOUND } from "~/domain/vault/vault-words";
import type { VaultResult } from "~/domain/writing/vault-result.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast, type ToastContent } from "~/http/toast.server";

export const NO_SUCH_VAULT = { title: "Error", description: NOT_FOUND, kind: "error" } as const;
const TOO_LATE = { title: "Error", description: NOT_EDITABLE, kind: "error" } as const;

/** @throws redirects to the dashboard without ownership, and to the vault's page in a state not in `from` */
export async function vaultToChange(
  user: User,
  id: string,
  { from, now }: { from: readonly VaultState[]; now: Date },
): Promise<ViewedVault> {
  const viewed = await viewVault({ user }, id, now, { withPosts: false });
  if (viewed?.view.as !== "owner") throw redirect("/dashboard");
  if (!from.includes(viewed.vault.state)) throw redirect(`/memories/${id}`);
  return viewed;
}

/** `change` moves the vault to `state`. A vault in that state already gets the same response; too late is an error. */
export async function changeVaultByForm(
  request: Request,
  user: User,
  id: string,
  asked: {
    change: (user: User, id: string) => Promise<VaultResult>;
    state: VaultState;
    /** A function is called after the change. */
    toast: ToastContent | (() => Promise<ToastContent>);
    to: string;
  },
): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const { change, state, to } = asked;
  const result = await change(user, id);
  const toast = typeof asked.toast === "function" ? await asked.toast() : asked.toast;
  if (result.ok) return redirectWithToast(to, toast);
  const viewed = await viewVault({ user }, id, undefined, { withPosts: false });
  if (viewed?.view.as !== "owner") return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  return viewed.vault.state === state ? redirectWithToast(to, toast) : redirectWithToast(`/memories/${id}`, TOO_LATE);
}
