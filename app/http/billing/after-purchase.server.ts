import type { User } from "~/domain/account/account";
import { findPlan, type PlanId } from "~/domain/account/plans";
import { listDrafts } from "~/domain/overview/list-drafts.server";
import { redirectWithToast } from "~/http/toast.server";

/**
 * Redirects to the letter that was begun, if there is one. The plan of `user` may have been read before the purchase.
 */
export async function redirectAfterPurchase(user: User, planId: PlanId): Promise<Response> {
  const [draft] = (await listDrafts(user)).drafts;
  const { name, vaultLimit } = findPlan(planId);
  const to = draft ? `/create?${new URLSearchParams({ edit: "true", id: draft.id })}` : "/create";
  return redirectWithToast(to, {
    title: "Plan upgraded!",
    description: `You now have the ${name} plan, with room for ${vaultLimit} vaults.`,
  });
}
