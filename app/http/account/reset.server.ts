import { resetSchema } from "~/domain/account/account-schema";
import { requestPasswordReset } from "~/domain/account/password-reset.server";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";

export async function reset(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, resetSchema);
  if (!form.ok) return form.response;
  const refusal = await tooOften({ mail_ip: context.clientIp, mail_recipient: form.value.email });
  if (refusal) return form.refuse(refusal);
  await requestPasswordReset(form.value.email);
  return redirectWithToast("/auth?mode=login", {
    title: "Password reset email sent",
    description: "Check your inbox for instructions",
  });
}
