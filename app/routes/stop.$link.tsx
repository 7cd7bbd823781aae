import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { unblock } from "~/domain/delivery/unblock-sender.server";
import { block, isSenderBlocked } from "~/domain/recipients/block-sender.server";
import { requireStopLink } from "~/http/address-health/signed-links.server";
import { readOneClick } from "~/http/one-click.server";
import { Page } from "~/ui/frame/page";
import { StopMailsPage } from "~/ui/settings/stop-page";
import { useChrome } from "~/ui/shell/chrome";

export async function loader({ params }: LoaderFunctionArgs) {
  const { senderId, email } = requireStopLink(params.link);
  return json({ isOn: !(await isSenderBlocked({ senderId, recipientEmail: email })) });
}

/** Also called by mail programs (RFC 8058), which send no cookie and follow no redirect. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { senderId, email } = requireStopLink(params.link);
  const asked = await readOneClick(request);
  if (!asked) return json(null, 400);
  await (asked.choice === "again" ? unblock : block)({ senderId, recipient: email });
  return asked.isMailProgram ? json(null) : redirect(`/stop/${params.link}`, 303);
}

export const handle = { hydrate: false };

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Stop these emails | Amberkeep" }];

export default function StopRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <StopMailsPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
