import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PREFERENCE_WORDS } from "~/domain/outbox/email-preferences";
import { setSubscription } from "~/domain/outbox/unsubscribe.server";
import { requireSubscription } from "~/http/address-health/signed-links.server";
import { readOneClick } from "~/http/one-click.server";
import { Page } from "~/ui/frame/page";
import { SubscriptionPage } from "~/ui/settings/subscription-page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ params }: LoaderFunctionArgs) {
  const { preference, isOn, isFormer } = await requireSubscription(params.link);
  return json({ label: PREFERENCE_WORDS[preference].label, isOn, isFormer });
}

/** Also called by mail programs (RFC 8058), which send no cookie and follow no redirect. */
export async function action({ request, params }: ActionFunctionArgs) {
  const subscription = await requireSubscription(params.link);
  const asked = await readOneClick(request);
  if (!asked) return json(null, 400);
  await setSubscription(subscription, asked.choice === "again");
  return asked.isMailProgram ? json(null) : redirect(`/unsubscribe/${params.link}`, 303);
}

export const handle = { hydrate: false };

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Stop these emails | Amberkeep" }];

export default function UnsubscribeRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <SubscriptionPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
