import { redirect } from "@remix-run/node";
import { viewDelivery } from "~/domain/access/view-delivery.server";
import { type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import { canShare } from "~/domain/share/shares.server";
import type { RequestContext } from "~/http/request-context.server";
import { requireDelivery } from "./opening-link.server";

export type VaultAccess = {
  viewed: ViewedVault;
  /** The vault's page for this person; its other pages are below this path. */
  path: string;
  zone: string;
};

/** @throws a 404 Response for anyone but its owner and recipients */
export async function accessAs(user: User, id: string): Promise<VaultAccess> {
  const viewed = await viewVault({ user }, id);
  if (!viewed) throw new Response(null, { status: 404 });
  return { viewed, path: `/memories/${id}`, zone: user.timeZone };
}

/**
 * For readers who are signed in or have entered a code.
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

export function shareHrefOf({ viewed, path }: VaultAccess): string | null {
  return canShare(viewed) ? `${path}/share` : null;
}
