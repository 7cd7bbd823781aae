import { findInvitation, type Invitation } from "~/domain/legacy/invitation.server";
import { findHelperByLink, type Helper, isHelper } from "~/domain/legacy-help/help.server";
import { findLegacyRequestByLink, type StoppableRequest } from "~/domain/legacy-help/stop-legacy-request.server";
import { viewerOf } from "~/http/access/viewer.server";
import type { RequestContext } from "~/http/request-context.server";

const notFound = () => new Response(null, { status: 404 });

/**
 * Returns the invitation of a legacy contact behind the link of a mail.
 * @throws a 404 Response for forged links, and once the contact was removed
 */
export async function requireContactInvitation(link: string | undefined): Promise<Invitation> {
  const invitation = await findInvitation(link ?? "");
  if (!invitation) throw notFound();
  return invitation;
}

/**
 * Returns the legacy contact and the vault behind the link of a mail.
 * @throws a 404 Response for forged links, and once the contact was removed
 */
export async function requireHelperLink(link: string | undefined): Promise<Helper> {
  const helper = await findHelperByLink(link ?? "");
  if (!helper) throw notFound();
  return helper;
}

/**
 * As `requireHelperLink`, for a contact who has entered a code.
 * @throws a redirect to the link, which asks for the code, and a 404 Response as above
 */
export async function requireHelper(
  request: Request,
  link: string | undefined,
  context: RequestContext,
): Promise<Helper> {
  const helper = await requireHelperLink(link);
  if (isHelper(await viewerOf(request, context), helper)) return helper;
  throw new Response(null, { status: 303, headers: { Location: `/legacy/${link}` } });
}

/**
 * Returns the waiting period that a vault's owner can stop with the link of a mail.
 * @throws a 404 Response for forged links, and once the period is over
 */
export async function requireWait(link: string | undefined): Promise<StoppableRequest> {
  const wait = await findLegacyRequestByLink(link ?? "");
  if (!wait) throw notFound();
  return wait;
}
