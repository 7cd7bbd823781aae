import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import type { DeliveryByLink } from "~/domain/recipients/delivery-by-link.server";
import { requireDeliveryOrReplaced } from "~/http/access/opening-link.server";
import { CLOSED, closeReadings } from "~/http/access/reading-sessions.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const loader = ({ params, context }: LoaderFunctionArgs) => redirectTo(context, `/open/${params.link}`);

export async function action({ request, params }: ActionFunctionArgs) {
  const delivery = await requireDeliveryOrReplaced(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const headers = await closeReadings(request, { deliveryId: delivery.id });
  const path = delivery.recipientEmail ? `/open/${params.link}` : "/claim";
  return redirectWithToast(path, { title: CLOSED, description: howToReopen(delivery) }, headers);
}

function howToReopen({ recipientEmail, phone }: DeliveryByLink): string {
  if (!recipientEmail) return "The code on the card opens it again.";
  return `The link in our latest ${phone ? "text message" : "email"} opens it again, with a new code.`;
}

export default function OpenCloseRoute() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/open/${link}`} />
    </Page>
  );
}
