import { resetSchema } from "~/domain/account/account-schema";
import { requestPasswordReset } from "~/domain/account/password-reset.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { givenReturnPath, loginPath } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { RESET_FAILED } from "./auth-titles";

export async function reset(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, resetSchema);
  if (!form.ok) return form.response;
  const { email } = form.value;
  return catchUnexpected(context, form.refuse, { title: RESET_FAILED }, async () => {
    const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `reset:${email}` });
    if (refusal) return form.refuse({ title: RESET_FAILED, ...refusal });
    logSecurity(context, "reset_requested", { email });
    const redirectTo = givenReturnPath(request);
    await requestPasswordReset(email, redirectTo);
    return redirectWithToast(loginPath(redirectTo), {
      title: "Password reset email sent",
      description: "Check your inbox for instructions",
    });
  });
}
