import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { confirmSubscription, findSubscriptionState } from "~/domain/newsletter/subscribe.server";
import { readForm } from "~/http/form.server";
import { requireNewsletterLink } from "~/http/newsletter/newsletter-link.server";
import { redirectWithToast } from "~/http/toast.server";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { ConfirmPage } from "~/ui/newsletter/subscription-state";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ params }: LoaderFunctionArgs) {
  const id = requireNewsletterLink(params.link, "confirm");
  return json({ state: await findSubscriptionState(id) }, { headers: { "X-Robots-Tag": "noindex" } });
}

/** Only by POST: mail scanners follow links. */
export async function action({ request, params }: ActionFunctionArgs) {
  const id = requireNewsletterLink(params.link, "confirm");
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const state = await confirmSubscription(id);
  const toast = {
    title: "Subscription confirmed",
    description: "Thank you. The next issue will come to your mailbox.",
  };
  return state === "confirmed"
    ? redirectWithToast(`/newsletter/confirm/${params.link}`, toast)
    : json({ error: null }, { status: 400 });
}

export const handle = { hydrate: false };

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Confirm your subscription | Amberkeep" }];

export default function ConfirmRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <ConfirmPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
