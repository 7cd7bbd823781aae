import type { Storer } from "~/domain/media/storage-limit.server";
import { uploadOwner } from "~/domain/media/uploads.server";
import { readVisitor } from "~/http/csrf.server";
import type { RequestContext } from "~/http/request-context.server";

/** The signed-in user, or the visitor by their cookie. Undefined for a browser that was not shown a form. */
export async function uploadOwnerOf(request: Request, context: RequestContext): Promise<string | undefined> {
  const user = await context.viewer();
  return user ? uploadOwner({ userId: user.id }) : visitorOwnerOf(request);
}

/** The owner of uploads from before signing in, which replaces the cookie. */
export async function visitorOwnerOf(request: Request): Promise<string | undefined> {
  const visitor = await readVisitor(request);
  return visitor === undefined ? undefined : uploadOwner({ visitorToken: visitor });
}

/** The owner of the storage limit that counts for this browser's uploads. */
export async function storerOf(context: RequestContext): Promise<Storer> {
  return (await context.viewer()) ?? "visitor";
}
