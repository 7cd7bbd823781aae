import { findReading } from "~/domain/delivery/opening.server";
import type { Viewer } from "~/domain/vault/can-view";
import { readingCookie } from "./cookies.server";
import type { RequestContext } from "./request-context.server";

/** Who is looking: the signed-in person, a reader or a legacy contact who came with a code, both, or nobody. */
export async function viewerOf(request: Request, context: RequestContext): Promise<Viewer> {
  const token: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  const [user, opened] = await Promise.all([context.viewer(), typeof token === "string" ? findReading(token) : {}]);
  return { ...(user && { user }), ...opened };
}
