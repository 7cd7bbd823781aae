import { z } from "zod";
import { resetSchema } from "~/domain/account/account-schema";
import { redeemSignInLink } from "~/domain/account/mail-link.server";
import { requestSignInLink } from "~/domain/account/password-reset.server";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { givenReturnPath, loginPath } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { LINK_FAILED, LOGIN_FAILED } from "./auth-titles";
import { passFirstStep } from "./sign-in.server";

const SENT = { title: "Login link sent", description: "Check your inbox. The link works for 10 minutes." };

/** The same reply, in the same time, with and without an account. */
export async function mailSignInLink(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, resetSchema);
  if (!form.ok) return form.response;
  const { email } = form.value;
  return catchUnexpected(context, form.refuse, { title: LINK_FAILED }, async () => {
    const refusal = await rateLimited({ mail_ip: context.clientIp, mail_recipient: `sign_in:${email}` });
    if (refusal) return form.refuse({ title: LINK_FAILED, ...refusal });
    logSecurity(context, "sign_in_link_requested", { email });
    const redirectTo = givenReturnPath(request);
    await requestSignInLink(email, redirectTo);
    const isConfirming = (await context.viewer())?.email === email;
    const confirming = `/confirm-password?${new URLSearchParams(redirectTo && { redirectTo })}`;
    return redirectWithToast(isConfirming ? confirming : loginPath(redirectTo), SENT);
  });
}

const CHOOSE_PASSWORD = {
  title: "Please choose a new password",
  description: "This address hasn’t been confirmed yet. Only you will know the new password.",
};
const LINK_IS_OVER = "This link has expired or was used before. Please ask for a new one.";

export async function followSignInLink(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ reset_ip: context.clientIp });
  if (refusal) return form.refuse({ title: LOGIN_FAILED, ...refusal });
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const account = await redeemSignInLink(token, await visitorOf(request));
  if (!account) return form.refuse({ title: LOGIN_FAILED, form: LINK_IS_OVER });
  if (!account.newPassword) return passFirstStep(request, context, account);
  const redirectTo = givenReturnPath(request);
  const query = { mode: "reset", token: account.newPassword, ...(redirectTo && { redirectTo }) };
  return redirectWithToast(`/auth?${new URLSearchParams(query)}`, CHOOSE_PASSWORD);
}
