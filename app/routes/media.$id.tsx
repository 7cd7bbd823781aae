import type { LoaderFunctionArgs } from "@remix-run/node";
import { findReading } from "~/domain/delivery/opening.server";
import { findMedia } from "~/domain/media/media.server";
import { viewVault } from "~/domain/vault/view-vault.server";
import { readingCookie } from "~/http/cookies.server";
import { serveMedia } from "~/http/serve-media.server";

/** One file of a vault, for whoever may see the vault; for everybody else it does not exist. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const file = await findMedia(params.id ?? "");
  if (!file) throw new Response(null, { status: 404 });
  const token: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  const [user, openedDeliveryId] = await Promise.all([
    context.viewer(),
    typeof token === "string" ? findReading(token) : undefined,
  ]);
  const viewed = await viewVault(
    { ...(user && { user }), ...(openedDeliveryId && { openedDeliveryId }) },
    file.memoryId,
  );
  if (!viewed?.media.some(({ id }) => id === params.id)) throw new Response(null, { status: 404 });
  return serveMedia(request, file);
}
