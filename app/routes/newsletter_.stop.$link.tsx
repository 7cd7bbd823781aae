import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findSubscriptionState, unsubscribe } from "~/domain/newsletter/subscribe.server";
import { requireNewsletterLink } from "~/http/newsletter/newsletter-link.server";
import { readOneClick } from "~/http/one-click.server";
import { Page } from "~/ui/frame/page";
import { UnsubscribePage } from "~/ui/newsletter/subscription-state";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ params }: LoaderFunctionArgs) {
  const id = requireNewsletterLink(params.link, "stop");
  return json({ isOn: (await findSubscriptionState(id)) !== "gone" });
}

/** Also called by mail programs (RFC 8058), which send no cookie and follow no redirect. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = requireNewsletterLink(params.link, "stop");
  const asked = await readOneClick(request);
  if (asked?.choice !== "stop") return json(null, 400);
  await unsubscribe(id);
  return asked.isMailProgram ? json(null) : redirect(`/newsletter/stop/${params.link}`, 303);
}

export const handle = { hydrate: false };

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Unsubscribe | Amberkeep" }];

export default function StopRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <UnsubscribePage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
