import { redirect } from "@remix-run/node";
import { z } from "zod";
import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import type { VaultState } from "~/domain/vault/vault";
import type { VaultResult } from "~/domain/writing/vault-result.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";

const NOT_FOUND = { title: "Error", description: "Memory not found.", kind: "error" } as const;
const TOO_LATE = { title: "Error", description: "This memory cannot be changed any more.", kind: "error" } as const;

/**
 * The vault that a page asks about before it is changed for good. Whoever does not own it is sent to the dashboard, and
 * to the vault's page where it is in none of these states.
 */
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

/**
 * Reads the form of such a page and does what it asks for with `change`, which brings the vault into `state`. Answers
 * what it said before when the vault is there already, as after a form that was sent twice, and a sentence when it is
 * too late.
 */
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
