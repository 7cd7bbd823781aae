import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { endReadingsOf } from "~/domain/access/opening.server";
import { requireDelivery } from "~/http/access/opening-link.server";
import { readingsIn } from "~/http/access/reading-sessions.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const loader = ({ params, context }: LoaderFunctionArgs) => redirectTo(context, `/open/${params.link}`);

/** Ends this browser's reading, as on a shared computer. */
export async function action({ request, params }: ActionFunctionArgs) {
  const delivery = await requireDelivery(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  await endReadingsOf({ deliveryId: delivery.id }, await readingsIn(request));
  return redirectWithToast(`/open/${params.link}`, {
    title: "Letter closed",
    description: "To read it here again, you need a new code.",
  });
}

export default function CloseLetterRoute() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/open/${link}`} />
    </Page>
  );
}
