import type { LoaderFunctionArgs } from "@remix-run/node";
import { viewMedia } from "~/domain/vault/view-media.server";
import { isForKeeping, serveMedia, wantedWidth } from "~/http/serve-media.server";
import { viewerOf } from "~/http/viewer.server";

/**
 * One file of a vault for whoever may see it, and for everybody else nothing: the copy of a photo for `?width=`, and
 * with `?download` the file itself, to be kept.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const file = await viewMedia(await viewerOf(request, context), params.id ?? "");
  if (!file) throw new Response(null, { status: 404 });
  return serveMedia(request, file, { width: wantedWidth(request), isForKeeping: isForKeeping(request) });
}
