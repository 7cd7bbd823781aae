import { uploadOwner } from "~/domain/media/uploads.server";
import { readVisitor } from "~/http/csrf.server";
import type { RequestContext } from "~/http/request-context.server";

/**
 * Returns the owner of this browser's uploads: the signed-in user, or the visitor by their cookie. Undefined for a browser
 * without either, which was not shown a form.
 */
export async function uploadOwnerOf(request: Request, context: RequestContext): Promise<string | undefined> {
  const user = await context.viewer();
  return user ? uploadOwner({ userId: user.id }) : visitorOwnerOf(request);
}

/** Returns the owner of what this browser uploaded before signing in, which replaces its cookie. */
export async function visitorOwnerOf(request: Request): Promise<string | undefined> {
  const visitor = await readVisitor(request);
  return visitor === undefined ? undefined : uploadOwner({ visitorToken: visitor });
}
