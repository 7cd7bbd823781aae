import { redirect } from "@remix-run/node";
import { viewDelivery } from "~/domain/access/view-delivery.server";
import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { canShare } from "~/domain/share/shares.server";
import type { RequestContext } from "~/http/request-context.server";
import { requireDelivery } from "./opening-link.server";

export type VaultAccess = {
  viewed: ViewedVault;
  /** The path of the vault for this person, above its other pages. */
  path: string;
  zone: string;
};

/**
 * Returns the access of a signed-in owner or recipient.
 * @throws a 404 Response for all others
 */
export async function accessAs(user: User, id: string): Promise<VaultAccess> {
  const viewed = await viewVault({ user }, id);
  if (!viewed) throw new Response(null, { status: 404 });
  return { viewed, path: `/memories/${id}`, zone: user.timeZone };
}

/**
 * Returns the access of a reader who has opened the link of a mail with a code, or is signed in.
 * @throws a redirect to the link, which asks for the code; a 404 Response for an invalid link
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

/** Returns the path of the sharing page, or null if the vault cannot be shared. */
export function shareHrefOf({ viewed, path }: VaultAccess): string | null {
  return canShare(viewed) ? `${path}/share` : null;
}
