import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { resendVerification } from "~/domain/account/account.server";
import { readForm } from "~/http/form.server";
import { redirectTo } from "~/http/form-only.server";
import { rateLimited } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { RefusedPage } from "~/ui/frame/refused-page";
import { useChrome } from "~/ui/shell/chrome";

export const loader = ({ context }: LoaderFunctionArgs) => redirectTo(context, "/dashboard");

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `verify:${user.email}` });
  if (refusal) return form.refuse(refusal);
  if (!user.isEmailVerified) await resendVerification(user);
  return redirectWithToast("/dashboard", {
    title: "Confirmation email sent",
    description: "Check your inbox, and open the link in it.",
  });
}

export default function ResendVerificationRoute() {
  return (
    <Page chrome={useChrome()} width="form">
      <RefusedPage result={useActionData<typeof action>()} back="/dashboard" />
    </Page>
  );
}
