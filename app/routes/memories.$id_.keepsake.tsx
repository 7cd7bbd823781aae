import type { LoaderFunctionArgs } from "@remix-run/node";
import { viewVault } from "~/domain/access/view-vault.server";
import { personOf, viewerOf } from "~/http/access/viewer.server";
import { sendKeepsake } from "~/http/keepsake/send-keepsake.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(request, context);
  const viewed = await viewVault(viewer, params.id ?? "");
  if (!viewed) throw new Response(null, { status: 404 });
  return sendKeepsake(request, viewed, personOf(viewer), context);
}
