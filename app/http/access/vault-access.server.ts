import { redirect } from "@remix-run/node";
import { viewDelivery } from "~/domain/access/view-delivery.server";
import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { canShare } from "~/domain/share/shares.server";
import type { RequestContext } from "~/http/request-context.server";
import { requireDelivery } from "./opening-link.server";

/** From where somebody takes part in a vault: what they see of it, and by which calendar. */
export type VaultAccess = {
  viewed: ViewedVault;
  /** The address of the vault for this person: its pages lie below it. */
  path: string;
  zone: string;
};

/**
 * The access of somebody with an account, their own or one who received the vault.
 * @throws a 404 Response where to this person there is no such vault
 */
export async function accessAs(user: User, id: string): Promise<VaultAccess> {
  const viewed = await viewVault({ user }, id);
  if (!viewed) throw new Response(null, { status: 404 });
  return { viewed, path: `/memories/${id}`, zone: user.timeZone };
}

/**
 * The access of whoever came by the link of a mail and has opened the vault with a code, or is signed in.
 * @throws a redirect to the link, where a code is asked for; a 404 Response where it leads nowhere
 */
export async function requireAccessByLink(
  request: Request,
  context: RequestContext,
  link: string | undefined,
): Promise<VaultAccess> {
  const delivery = await requireDelivery(link, request);
  const user = await context.viewer();
  const viewed = await viewDelivery(user, delivery);
  if (!viewed) throw redirect(`/open/${link}`, 303);
  return { viewed, path: `/open/${link}`, zone: user?.timeZone ?? delivery.zone };
}

/** Where the vault of this access can be shared; null where it cannot. */
export function shareHrefOf({ viewed, path }: VaultAccess): string | null {
  return canShare(viewed) ? `${path}/share` : null;
}
