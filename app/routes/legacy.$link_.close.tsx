import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { endReadingsOf } from "~/domain/access/opening.server";
import { readingsIn } from "~/http/access/reading-sessions.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { requireHelperLink } from "~/http/legacy-help/legacy-link.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

export const loader = ({ params, context }: LoaderFunctionArgs) => redirectTo(context, `/legacy/${params.link}`);

/** Ends this browser's reading, as on a shared computer. */
export async function action({ request, params }: ActionFunctionArgs) {
  const helper = await requireHelperLink(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  await endReadingsOf({ contactId: helper.contactId }, await readingsIn(request));
  return redirectWithToast(`/legacy/${params.link}`, {
    title: "Page closed",
    description: "To see it here again, you need a new code.",
  });
}

export default function CloseHelpRoute() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/legacy/${link}`} />
    </Page>
  );
}
