import type { User } from "~/domain/account/account";
import type { VaultState } from "~/domain/vault/vault";
import type { VaultResult } from "~/domain/vault/vault-result.server";
import { viewVault } from "~/domain/vault/view-vault.server";
import { redirectWithToast } from "./toast.server";

const NOT_FOUND = { title: "Error", description: "Memory not found.", kind: "error" } as const;
const TOO_LATE = { title: "Error", description: "This memory cannot be changed any more.", kind: "error" } as const;

/**
 * Answers a form that was to bring a vault into `state`: what it said before when the vault is there already, as after
 * a form that was sent twice, and a sentence when it is too late.
 */
export async function answerVaultChange(
  user: User,
  id: string,
  result: VaultResult,
  { state, toast, to }: { state: VaultState; toast: { title: string; description: string }; to: string },
): Promise<Response> {
  if (result.ok) return redirectWithToast(to, toast);
  const viewed = await viewVault({ user }, id);
  if (viewed?.view.as !== "owner") return redirectWithToast("/dashboard", NOT_FOUND);
  return viewed.vault.state === state ? redirectWithToast(to, toast) : redirectWithToast(`/memories/${id}`, TOO_LATE);
}
