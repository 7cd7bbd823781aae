import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findUpload } from "~/domain/media/uploads.server";
import { serveMedia, wantedWidth } from "~/http/media/serve-media.server";
import { uploadOwnerOf } from "~/http/media/upload-owner.server";

/** In pixels: enough for the list on any screen. */
const PREVIEW_WIDTH = 480;

/**
 * For the uploader: a small copy of a photo, or a larger one by `?width=`; other files unchanged. Redirects to the saved
 * file of a vault, a board or a reply, which may be refused there: the form may still be on the screen.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const width = wantedWidth(request) ?? PREVIEW_WIDTH;
  const owner = await uploadOwnerOf(request, context);
  const upload = owner ? await findUpload(owner, id) : undefined;
  if (!upload) return redirect(`/media/${encodeURIComponent(id)}?${new URLSearchParams({ width: String(width) })}`);
  if (upload.state !== "ready" || upload.contentType === null || upload.sha256 === null) {
    throw new Response(null, { status: 404 });
  }
  const { contentType, sha256 } = upload;
  return serveMedia(request, { ...upload, contentType, sha256 }, { width });
}
