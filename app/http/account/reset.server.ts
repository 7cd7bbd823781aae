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

const ASKED_TOO_OFTEN =
  "A new password was asked for too often. If this address has an account, the newest link in its inbox still works.";

export async function reset(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, resetSchema);
  if (!form.ok) return form.response;
  const { email } = form.value;
  return catchUnexpected(context, form.refuse, { title: RESET_FAILED }, async () => {
    const refusal = await rateLimited({ mail_ip: context.clientIp });
    if (refusal) return form.refuse({ title: RESET_FAILED, ...refusal });
    const limit = await rateLimited({ reset_recipient: email });
    if (limit) return form.refuse({ title: RESET_FAILED, ...limit, form: ASKED_TOO_OFTEN });
    logSecurity(context, "reset_requested", { email });
    const redirectTo = givenReturnPath(request);
    await requestPasswordReset(email, redirectTo);
    return redirectWithToast(loginPath(redirectTo), {
      title: "Password reset email sent",
      description: "Check your inbox for instructions",
    });
  });
}
