import type { LoaderFunctionArgs } from "@remix-run/node";
import { findMedia } from "~/domain/media/media.server";
import { viewVault } from "~/domain/vault/view-vault.server";
import { serveMedia, wantedWidth } from "~/http/serve-media.server";
import { viewerOf } from "~/http/viewer.server";

/** One file of a vault, or the copy of a photo for `?width=`, for whoever may see the vault; for everybody else it does not exist. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const file = await findMedia(params.id ?? "");
  if (!file) throw new Response(null, { status: 404 });
  const viewed = await viewVault(await viewerOf(request, context), file.memoryId);
  if (!viewed?.media.some(({ id }) => id === params.id)) throw new Response(null, { status: 404 });
  return serveMedia(request, file, wantedWidth(request));
}
