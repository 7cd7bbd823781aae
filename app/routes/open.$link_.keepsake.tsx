import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireAccessByLink } from "~/http/access/vault-access.server";
import { personOf, viewerOf } from "~/http/access/viewer.server";
import { sendKeepsake } from "~/http/keepsake/send-keepsake.server";

/** For recipients without an account: once the letter has closed, or is gone, leads back to it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { viewed } = await requireAccessByLink(request, context, params.link).catch((refused: unknown) => {
    // A download has no page of its own to say so.
    throw refused instanceof Response && refused.status === 404 ? redirect(`/open/${params.link}`, 303) : refused;
  });
  return sendKeepsake(request, viewed, personOf(await viewerOf(request, context)), context);
}
