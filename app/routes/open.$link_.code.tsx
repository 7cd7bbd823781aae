import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { sendOpeningCode } from "~/domain/delivery/opening.server";
import { useChrome } from "~/http/chrome";
import { readForm } from "~/http/form.server";
import { requireDelivery } from "~/http/opening-link.server";
import { tooOften } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { Refusal } from "~/ui/refusal";

export const handle = { hydrate: false };

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/open/${params.link}`);

/** Mails a fresh one-time code to the address that the link was sent to. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireDelivery(params.link);
  if (!delivery.recipientEmail) return redirect("/claim");
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await tooOften({ mail_address: context.clientAddress, mail_recipient: delivery.id });
  if (refusal) return form.refuse(refusal);
  await sendOpeningCode(delivery);
  const toast = { title: "Code sent", description: "Please look at your mail." };
  return redirectWithToast(`/open/${params.link}?code=sent`, toast);
}

export default function SendCode() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <Refusal result={useActionData<typeof action>()} />
      <ButtonLink href={`/open/${link}`}>Back</ButtonLink>
    </Page>
  );
}
