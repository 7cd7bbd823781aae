import type { Viewer } from "~/domain/access/can-view";
import { findReading } from "~/domain/access/opening.server";
import { findShare } from "~/domain/share/shares.server";
import { readingCookie } from "~/http/cookies.server";
import type { RequestContext } from "~/http/request-context.server";

/** Who is looking: the signed-in person, a reader or a legacy contact who came with a code, both, or nobody. */
export async function viewerOf(request: Request, context: RequestContext): Promise<Viewer> {
  const token: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  const [user, opened] = await Promise.all([context.viewer(), typeof token === "string" ? findReading(token) : {}]);
  return { ...(user && { user }), ...opened };
}

/** The name under which an address carries the token of a share. */
const SHARE_PARAM = "share";

/** An address for those who see what lies there by a share; as it is where there is no share. */
export function shared(path: string, token: string | null): string {
  return token === null ? path : `${path}?${new URLSearchParams({ [SHARE_PARAM]: token })}`;
}

/** The token of the share by which an address is asked for. */
export function shareToken(request: Request): string | null {
  return new URL(request.url).searchParams.get(SHARE_PARAM);
}

/** Who is looking at a file: whoever follows a shared link sees what it shares and nothing else, whoever they are. */
export async function mediaViewerOf(request: Request, context: RequestContext): Promise<Viewer> {
  const token = shareToken(request);
  if (token === null) return viewerOf(request, context);
  const share = await findShare(token);
  return share ? { share } : {};
}
