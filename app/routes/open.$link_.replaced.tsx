import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { sendFreshLink } from "~/domain/access/replaced-link.server";
import { requireReplacedLink } from "~/http/access/opening-link.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { readingStyles } from "~/styles/sheets";
import { ReplacedLinkPage } from "~/ui/frame/replaced-link-page";
import { useChrome } from "~/ui/shell/chrome";

const SENT = { title: "Link sent", description: "It’s on its way to where the old link went." };

export const handle = { hydrate: false };

/** For a link that ended after too many wrong codes. Shows nothing that the link did not show. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { senderName, isToSender, phone } = await requireReplacedLink(params.link);
  return json({ senderName, isToSender, place: phone ? ("phone" as const) : ("address" as const) });
}

/** Sends the current link again, only to the address of the old one. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireReplacedLink(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `fresh_link:${delivery.id}` });
  if (refusal) return form.refuse(refusal);
  await sendFreshLink(delivery);
  return redirectWithToast(`/open/${params.link}/replaced`, SENT);
}

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const links = readingStyles;

export const meta: MetaFunction = () => [{ title: "A new link | Amberkeep" }];

export default function ReplacedLinkRoute() {
  const { senderName, isToSender, place } = useLoaderData<typeof loader>();
  return (
    <ReplacedLinkPage chrome={useChrome()} result={useActionData<typeof action>()} place={place}>
      {isToSender ? (
        "What you kept is safe."
      ) : (
        <>
          What <span dir="auto">{senderName}</span> kept for you is safe.
        </>
      )}
    </ReplacedLinkPage>
  );
}
