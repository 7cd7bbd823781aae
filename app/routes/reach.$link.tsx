import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answerBackupRequest, findBackupRequest } from "~/domain/delivery/backup-contact.server";
import { givenAddressSchema } from "~/domain/recipients/address-schema";
import { requireBackupRequest } from "~/http/delivery/backup-link.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";
import { ReachPage } from "~/ui/vault/reach-page";

const OWN = "This is your own address. Please give us the address of the person it’s for.";
const UNUSABLE = "We can’t send anything to this address. Please give us another one.";

/** GET changes no address: mail scanners follow links. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (new URL(request.url).searchParams.has("thanks")) {
    // Nothing is promised once the link has ended, as after the address was used.
    const asked = await findBackupRequest(params.link ?? "");
    const canBeStopped = asked !== undefined && !asked.isSenderGone;
    return json({ person: null, stoppedBy: canBeStopped ? asked.senderName || "the sender" : null });
  }
  const { recipientName, senderName, isSenderGone, proposal } = await requireBackupRequest(params.link);
  return json({
    person: recipientName || "the person it’s for",
    isNamed: recipientName !== "",
    senderName,
    isSenderGone,
    proposal,
  });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const asked = await requireBackupRequest(params.link);
  const form = await readForm(request, givenAddressSchema);
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `other_address:${asked.deliveryId}` });
  if (refusal) return form.refuse(refusal);
  const answered = await answerBackupRequest(asked, form.value.email);
  if (answered.ok) return redirect(`/reach/${params.link}?thanks`, 303);
  if (answered.reason === "own") return form.refuse({ fields: { email: OWN } });
  if (answered.reason === "taken" || answered.reason === "unwanted") {
    return form.refuse({ fields: { email: UNUSABLE } });
  }
  // Sent twice, stopped by the sender, or given by another person: the page says so.
  return redirect(`/reach/${params.link}`, 303);
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const meta: MetaFunction = () => [{ title: "Help us reach someone | Amberkeep" }];

export default function ReachRoute() {
  const data = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <ReachPage {...data} lastResult={lastResult} />
    </Page>
  );
}
