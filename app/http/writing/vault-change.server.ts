import { redirect } from "@remix-run/node";
import { z } from "zod";
import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import type { VaultState } from "~/domain/vault/vault";
import type { VaultResult } from "~/domain/writing/vault-result.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";

const NOT_FOUND = { title: "Error", description: "Memory not found.", kind: "error" } as const;
const TOO_LATE = { title: "Error", description: "This memory can’t be changed any more.", kind: "error" } as const;

/** @throws redirects to the dashboard without ownership, and to the vault's page in a state not in `from` */
export async function vaultToChange(
  user: User,
  id: string,
  { from, now }: { from: readonly VaultState[]; now: Date },
): Promise<ViewedVault> {
  const viewed = await viewVault({ user }, id, now);
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
    toast: { title: string; description: string };
    to: string;
  },
): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const { change, state, toast, to } = asked;
  const result = await change(user, id);
  if (result.ok) return redirectWithToast(to, toast);
  const viewed = await viewVault({ user }, id);
  if (viewed?.view.as !== "owner") return redirectWithToast("/dashboard", NOT_FOUND);
  return viewed.vault.state === state ? redirectWithToast(to, toast) : redirectWithToast(`/memories/${id}`, TOO_LATE);
}
