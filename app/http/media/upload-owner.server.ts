import { uploadOwner } from "~/domain/media/uploads.server";
import { readVisitor } from "~/http/csrf.server";
import type { RequestContext } from "~/http/request-context.server";

/**
 * Whose the files are that this browser sends: the signed-in person's, or the visitor's by their cookie. Undefined for
 * a browser without either: no form of ours was shown to it.
 */
export async function uploadOwnerOf(request: Request, context: RequestContext): Promise<string | undefined> {
  const user = await context.viewer();
  return user ? uploadOwner({ userId: user.id }) : visitorOwnerOf(request);
}

/** Whose the files are that this browser sent before it signed in; its cookie is another one afterwards. */
export async function visitorOwnerOf(request: Request): Promise<string | undefined> {
  const visitor = await readVisitor(request);
  return visitor === undefined ? undefined : uploadOwner({ visitorToken: visitor });
}
