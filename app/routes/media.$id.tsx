import type { LoaderFunctionArgs } from "@remix-run/node";
import { viewMedia } from "~/domain/access/view-media.server";
import { viewReplyMedia } from "~/domain/reply/view-reply-media.server";
import { mediaViewerOf } from "~/http/access/viewer.server";
import { isForKeeping, serveMedia, wantedWidth } from "~/http/media/serve-media.server";

/**
 * One file of a vault or of a reply; 404 for those who may not see it. `?width=` selects a copy of a photo, `?download`
 * the original as a download.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await mediaViewerOf(request, context);
  const id = params.id ?? "";
  const file = (await viewMedia(viewer, id)) ?? (await viewReplyMedia(viewer, id));
  if (!file) throw new Response(null, { status: 404 });
  return serveMedia(request, file, { width: wantedWidth(request), isForKeeping: isForKeeping(request) });
}
