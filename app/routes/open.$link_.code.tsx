import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { sendOpeningCode } from "~/domain/access/opening.server";
import { requireDelivery } from "~/http/access/opening-link.server";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { isSmsConfigured } from "~/services/sms.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const loader = ({ params, context }: LoaderFunctionArgs) => redirectTo(context, `/open/${params.link}`);

const NO_TEXTS = "We can’t send text messages right now. Please try again later.";

export async function action({ request, params, context }: ActionFunctionArgs) {
  const delivery = await requireDelivery(params.link);
  if (!delivery.recipientEmail) return redirect("/claim");
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  if (delivery.phone && !isSmsConfigured()) return form.refuse({ form: NO_TEXTS });
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `code:${delivery.id}` });
  if (refusal) return form.refuse(refusal);
  await sendOpeningCode(delivery, await visitorOf(request));
  const toast = {
    title: "Code sent",
    description: delivery.phone ? "Please check your phone." : "Please check your email.",
  };
  return redirectWithToast(`/open/${params.link}?code=sent`, toast);
}

export default function OpenSendCodeRoute() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/open/${link}`} />
    </Page>
  );
}
