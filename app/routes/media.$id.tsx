import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordContactReading } from "~/domain/access/record-reading.server";
import { viewMedia } from "~/domain/access/view-media.server";
import { viewPostMedia } from "~/domain/access/view-post-media.server";
import { viewReplyMedia } from "~/domain/reply/view-reply-media.server";
import { mediaViewerOf } from "~/http/access/viewer.server";
import { guestIdsOf } from "~/http/board/joined.server";
import { isDownload, serveMedia, wantedWidth } from "~/http/media/serve-media.server";

/**
 * 404 for viewers without access. `?width=` selects a copy of a photo, `?download` the original as a download. Share
 * links, and guests of a board, get copies of photos.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await mediaViewerOf(request, context);
  const id = params.id ?? "";
  const viewed = await viewMedia(viewer, id);
  const isAllowed = !viewed || (await recordContactReading(viewed.view, viewed.vaultId));
  const posted = viewed ? undefined : await viewPostMedia(viewer, await guestIdsOf(request), id);
  const file = viewed?.file ?? posted?.file ?? (await viewReplyMedia(viewer, id));
  if (!file || !isAllowed) throw new Response(null, { status: 404 });
  const isShared = viewed?.view.as === "share" || posted?.isOriginal === false;
  return serveMedia(request, file, { width: wantedWidth(request), isDownload: isDownload(request), isShared });
}
