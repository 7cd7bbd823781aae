import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { CLOSED, closeReadings } from "~/http/access/reading-sessions.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { requireHelperOrReplacedLink } from "~/http/legacy-help/legacy-link.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const loader = ({ params, context }: LoaderFunctionArgs) => redirectTo(context, `/legacy/${params.link}`);

export async function action({ request, params }: ActionFunctionArgs) {
  const { contactId } = await requireHelperOrReplacedLink(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const headers = await closeReadings(request, { contactId });
  const toast = { title: CLOSED, description: "The link in our latest email opens it again, with a new code." };
  return redirectWithToast(`/legacy/${params.link}`, toast, headers);
}

export default function LegacyCloseRoute() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/legacy/${link}`} />
    </Page>
  );
}
