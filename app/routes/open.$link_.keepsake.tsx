import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAccessByLink } from "~/http/access/vault-access.server";
import { personOf, viewerOf } from "~/http/access/viewer.server";
import { sendKeepsake } from "~/http/keepsake/send-keepsake.server";

/** For recipients without an account: once the letter has closed, leads back to it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { viewed } = await requireAccessByLink(request, context, params.link);
  return sendKeepsake(request, viewed, personOf(await viewerOf(request, context)), context);
}
