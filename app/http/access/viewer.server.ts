import type { Viewer } from "~/domain/access/can-view";
import { findReadings } from "~/domain/access/opening.server";
import { findShare } from "~/domain/share/shares.server";
import type { RequestContext } from "~/http/request-context.server";
import { readingsIn } from "./reading-sessions.server";

/** The signed-in user, and what the browser opened with codes and cards. */
export async function viewerOf(request: Request, context: RequestContext): Promise<Viewer> {
  const [user, opened] = await Promise.all([
    context.viewer(),
    readingsIn(request).then((tokens) => findReadings(tokens)),
  ]);
  return { ...(user && { user }), ...opened };
}

/** Identifies the viewer, to count what they do. */
export function personOf({
  user,
  openedDeliveryIds = [],
  claimedDeliveryIds = [],
  openedContactIds = [],
}: Viewer): string {
  return user?.id ?? openedDeliveryIds[0] ?? claimedDeliveryIds[0] ?? openedContactIds[0] ?? "";
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
