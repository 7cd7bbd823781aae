import { redirect } from "@remix-run/node";
import { viewDelivery } from "~/domain/access/view-delivery.server";
import { type ViewedPosts, type ViewedVault, viewVault } from "~/domain/access/view-vault.server";
import type { User } from "~/domain/account/account";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { canShare } from "~/domain/share/shares.server";
import type { RequestContext } from "~/http/request-context.server";
import { requireDelivery } from "./opening-link.server";

export type VaultAccess = {
  viewed: ViewedVault;
  /** The vault's page for this person; its other pages are below this path. */
  path: string;
  zone: string;
};

/** @throws a 404 Response for anyone but its owner, its recipients and legacy contacts who may view it */
export async function accessByAccount(user: User, id: string, posts: ViewedPosts = {}): Promise<VaultAccess> {
  const viewed = await viewVault({ user }, id, undefined, posts);
  if (!viewed) throw new Response(null, { status: 404 });
  return { viewed, path: `/memories/${id}`, zone: user.timeZone };
}

/** Undefined for readers who are neither signed in nor have entered a code. */
export async function accessByLink(
  context: RequestContext,
  delivery: DeliveryByLink,
  link: string | undefined,
  posts: ViewedPosts = {},
): Promise<VaultAccess | undefined> {
  const user = await context.viewer();
  const viewed = await viewDelivery(user, delivery, posts);
  return viewed && { viewed, path: `/open/${link}`, zone: user?.timeZone ?? delivery.zone };
}

/**
 * For readers who are signed in or have entered a code.
 * @throws a redirect to the link, which asks for the code; a 404 Response for an invalid link
 */
export async function requireAccessByLink(
  request: Request,
  context: RequestContext,
  link: string | undefined,
  posts: ViewedPosts = {},
): Promise<VaultAccess> {
  const access = await accessByLink(context, await requireDelivery(link, request), link, posts);
  if (!access) throw redirect(`/open/${link}`, 303);
  return access;
}

export function shareHrefOf({ viewed, path }: VaultAccess): string | null {
  return canShare(viewed) ? `${path}/share` : null;
}
