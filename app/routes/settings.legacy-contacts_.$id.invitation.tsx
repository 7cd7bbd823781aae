import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { inviteAgain } from "~/domain/legacy/contacts.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { rateLimited } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

const SENT = { title: "Invitation sent", description: "We’ve sent it again." };

export async function loader({ context }: LoaderFunctionArgs) {
  await requireUser(context);
  return redirectTo(context, "/settings/legacy-contacts");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `contact:${params.id}` });
  if (refusal) return form.refuse(refusal);
  // A contact who has already replied gets no mail; the page says so.
  const isSent = await inviteAgain(user, params.id ?? "");
  return isSent ? redirectWithToast("/settings/legacy-contacts", SENT) : redirect("/settings/legacy-contacts", 303);
}

export default function InvitationRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back="/settings/legacy-contacts" />
    </Page>
  );
}
