import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { sendFreshHelpLink } from "~/domain/legacy-help/replaced-help-link.server";
import { readForm } from "~/http/form.server";
import { requireReplacedHelpLink } from "~/http/legacy-help/legacy-link.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { ReplacedLinkPage } from "~/ui/frame/replaced-link-page";
import { useChrome } from "~/ui/shell/chrome";

const SENT = { title: "Link sent", description: "It’s on its way to where the old link went." };

export const handle = { hydrate: false };

/** For a legacy contact's link that ended after too many wrong codes. Shows nothing that the link did not show. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { ownerName } = await requireReplacedHelpLink(params.link);
  return json({ ownerName });
}

/** Sends the current link again, only to the contact's address. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const helper = await requireReplacedHelpLink(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `fresh_link:${helper.contactId}` });
  if (refusal) return form.refuse(refusal);
  await sendFreshHelpLink(helper);
  return redirectWithToast(`/legacy/${params.link}/replaced`, SENT);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "A new link | Amberkeep" }];

export default function ReplacedHelpLinkRoute() {
  const { ownerName } = useLoaderData<typeof loader>();
  return (
    <ReplacedLinkPage chrome={useChrome()} result={useActionData<typeof action>()} place="address">
      What <span dir="auto">{ownerName}</span> kept is safe.
    </ReplacedLinkPage>
  );
}
