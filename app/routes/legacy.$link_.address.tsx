import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { correctAddress } from "~/domain/legacy-help/contact-actions.server";
import { loadHelp } from "~/domain/legacy-help/help.server";
import { addressSchema } from "~/domain/recipients/address-schema";
import { readForm } from "~/http/form.server";
import { requireHelper } from "~/http/legacy-help/legacy-link.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { HelpAddressPage } from "~/ui/legacy-help/help-address-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const THANKS = "Thank you";
const CHECKED = "The sender has three days to check the address. Then we’ll send it there.";
const UNCHECKED = "We’ll send it there in three days.";
const REFUSALS: Partial<Record<string, string>> = {
  taken: "Someone else on this vault’s list already has this address.",
  unwanted: "The person at this address has asked for no letters. Please give us another one.",
  contacts_own: "This is the address of a legacy contact. Please give the address of the person it was for.",
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const helper = await requireHelper(request, params.link, context);
  const help = await loadHelp(helper);
  const chosen = new URL(request.url).searchParams.get("delivery");
  const failed = help?.permissions.updateEmail
    ? help.failed.find(({ deliveryId, proposal }) => deliveryId === chosen && !proposal)
    : undefined;
  if (!failed) return redirect(`/legacy/${params.link}`);
  return json({ link: params.link ?? "", ownerName: helper.ownerName, isOwnerGone: helper.isOwnerGone, failed });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const helper = await requireHelper(request, params.link, context);
  const form = await readForm(request, addressSchema);
  if (!form.ok) return form.response;
  const { deliveryId = "", email } = form.value;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `other_address:${deliveryId}` });
  if (refusal) return form.refuse(refusal);
  const result = await correctAddress(helper, { deliveryId, email });
  if (result.ok) {
    const description = helper.isOwnerGone ? UNCHECKED : CHECKED;
    return redirectWithToast(`/legacy/${params.link}`, { title: THANKS, description });
  }
  const error = REFUSALS[result.reason];
  if (error) return form.refuse({ fields: { email: error } });
  // Sent twice, delivered meanwhile, or no longer allowed: the page shows the state.
  return redirect(`/legacy/${params.link}`, 303);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const headers = () => ({ "X-Robots-Tag": "noindex" });

export const meta: MetaFunction = () => [{ title: "Give another address | Amberkeep" }];

export default function HelpAddressRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <HelpAddressPage {...data} lastResult={lastResult} />
    </Page>
  );
}
