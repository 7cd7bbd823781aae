import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { z } from "zod";
import { sendHelperCode } from "~/domain/legacy-help/help.server";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { requireHelperLink } from "~/http/legacy-help/legacy-link.server";
import { rateLimited } from "~/http/rate-limit.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const loader = ({ params, context }: LoaderFunctionArgs) => redirectTo(context, `/legacy/${params.link}`);

export async function action({ request, params, context }: ActionFunctionArgs) {
  const helper = await requireHelperLink(params.link);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `code:${helper.contactId}` });
  if (refusal) return form.refuse(refusal);
  await sendHelperCode(helper, await visitorOf(request));
  const toast = { title: "Code sent", description: "Please check your email." };
  return redirectWithToast(`/legacy/${params.link}?code=sent`, toast);
}

export default function LegacySendCodeRoute() {
  const { link } = useParams();
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back={`/legacy/${link}`} />
    </Page>
  );
}
