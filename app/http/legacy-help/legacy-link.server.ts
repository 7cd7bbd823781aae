import { redirect } from "@remix-run/node";
import { findInvitation, type Invitation } from "~/domain/legacy/invitation.server";
import { findHelperByLink, findHelperByReplacedLink, type Helper, isHelper } from "~/domain/legacy-help/help.server";
import { findLegacyRequestByLink, type StoppableRequest } from "~/domain/legacy-help/stop-legacy-request.server";
import { viewerOf } from "~/http/access/viewer.server";
import type { RequestContext } from "~/http/request-context.server";

const notFound = () => new Response(null, { status: 404 });

/** @throws a 404 Response for forged links, and once the contact was removed */
export async function requireContactInvitation(link: string | undefined): Promise<Invitation> {
  const invitation = await findInvitation(link ?? "");
  if (!invitation) throw notFound();
  return invitation;
}

/**
 * @throws a 404 Response for forged links, and once the contact was removed, and a redirect for links that were
 * replaced
 */
export async function requireHelperLink(link: string | undefined): Promise<Helper> {
  const helper = await findHelperByLink(link ?? "");
  if (helper) return helper;
  if (link && (await findHelperByReplacedLink(link))) throw redirect(`/legacy/${link}/replaced`, 303);
  throw notFound();
}

/** @throws a 404 Response for links that were not replaced after too many wrong codes */
export async function requireReplacedHelpLink(link: string | undefined): Promise<Helper> {
  const helper = await findHelperByReplacedLink(link ?? "");
  if (!helper) throw notFound();
  return helper;
}

/** Also accepts a link that was replaced, whose reading sessions continue. @throws like `requireHelperLink` */
export async function requireHelperOrReplacedLink(link: string | undefined): Promise<Helper> {
  return (await findHelperByReplacedLink(link ?? "")) ?? requireHelperLink(link);
}

/** @throws like `requireHelperLink`, and a redirect to the link for a contact who has not entered a code */
export async function requireHelper(
  request: Request,
  link: string | undefined,
  context: RequestContext,
): Promise<Helper> {
  const helper = await requireHelperLink(link);
  if (isHelper(await viewerOf(request, context), helper)) return helper;
  throw redirect(`/legacy/${link}`, 303);
}

/** The waiting period that the owner can stop. @throws a 404 Response for forged links, and once it is over */
export async function requireStoppableRequest(link: string | undefined): Promise<StoppableRequest> {
  const wait = await findLegacyRequestByLink(link ?? "");
  if (!wait) throw notFound();
  return wait;
}
