import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { askRecipients, listRecipientsToAsk } from "~/domain/address-health/confirmation.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { NO_SUCH_VAULT } from "~/http/writing/vault-change.server";
import { RefusalNotice } from "~/ui/base/refusal-notice";
import { Page } from "~/ui/frame/page";
import { useChrome } from "~/ui/shell/chrome";
import { ConfirmationPage } from "~/ui/vault/confirmation-page";

const NO_RECIPIENTS = {
  title: "No one was asked",
  description: "There’s no recipient besides you, so there’s no one to ask.",
  kind: "error",
} as const;
const NOT_VERIFIED = "Please confirm your own email first: we write to others only for people we can reach.";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const recipients = await listRecipientsToAsk(user, id);
  if (!recipients) return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  return recipients.length === 0 ? redirect(`/memories/${id}`) : json({ id, recipients });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const id = params.id ?? "";
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const result = await askRecipients(user, id);
  if (!result.ok && result.reason === "not_verified") return form.refuse({ form: NOT_VERIFIED });
  if (!result.ok && result.reason === "no_recipients") return redirectWithToast(`/memories/${id}`, NO_RECIPIENTS);
  if (!result.ok) return redirectWithToast("/dashboard", NO_SUCH_VAULT);
  return redirectWithToast(`/memories/${id}`, {
    title: "Notification sent",
    description: "We didn’t say what it’s for. You’ll see the answer here.",
  });
}

export const handle = { hydrate: false };

export const meta: MetaFunction = () => [{ title: "Ask whether the address is right | Amberkeep" }];

export default function ConfirmationRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusalNotice result={useActionData<typeof action>()} />
      <ConfirmationPage {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
