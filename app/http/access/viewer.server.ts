import type { Viewer } from "~/domain/access/can-view";
import { findReading } from "~/domain/access/opening.server";
import { findShare } from "~/domain/share/shares.server";
import { readingCookie } from "~/http/cookies.server";
import type { RequestContext } from "~/http/request-context.server";

/** The signed-in user, a reader or legacy contact with a code, both, or neither. */
export async function viewerOf(request: Request, context: RequestContext): Promise<Viewer> {
  const token: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  const [user, opened] = await Promise.all([context.viewer(), typeof token === "string" ? findReading(token) : {}]);
  return { ...(user && { user }), ...opened };
}

/** Identifies the viewer, to count what they do. */
export function personOf({ user, openedDeliveryId, claimedDeliveryId, openedContactId }: Viewer): string {
  return user?.id ?? openedDeliveryId ?? claimedDeliveryId ?? openedContactId ?? "";
}

const SHARE_PARAM = "share";

export function shared(path: string, token: string | null): string {
  return token === null ? path : `${path}?${new URLSearchParams({ [SHARE_PARAM]: token })}`;
}

export function shareTokenOf(request: Request): string | null {
  return new URL(request.url).searchParams.get(SHARE_PARAM);
}

/** A share token counts alone, even for a signed-in user. */
export async function mediaViewerOf(request: Request, context: RequestContext): Promise<Viewer> {
  const token = shareTokenOf(request);
  if (token === null) return viewerOf(request, context);
  const share = await findShare(token);
  return share ? { share } : {};
}
