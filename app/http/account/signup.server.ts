import { signUp } from "~/domain/account/account.server";
import { signupSchema } from "~/domain/account/account-schema";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { returnPath } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { signInAndHandOver } from "~/http/visitor-draft/hand-over.server";
import { log } from "~/services/log.server";
import { ACCOUNT_CREATED, GUESSABLE, SIGNUP_FAILED, SIGNUP_ISSUE } from "./auth-titles";
import { askSecondStep } from "./sign-in.server";

const EMAIL_TAKEN = {
  title: "Account already exists",
  form: "This email is already registered. Please try logging in instead.",
};
const CREATED_ONLY = {
  title: "Account created",
  description: "Please check your email to confirm your account, then try logging in.",
};

export async function signup(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, signupSchema, { secretFields: ["password", "confirmPassword"] });
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, { title: SIGNUP_FAILED }, async () => {
    const refusal = await rateLimited({ signup_ip: context.clientIp });
    if (refusal) return form.refuse({ title: SIGNUP_ISSUE, ...refusal });
    const account = await signUp(form.value);
    if (!account.ok) {
      return account.reason === "guessable"
        ? form.refuse({ fields: { password: GUESSABLE } })
        : form.refuse(EMAIL_TAKEN);
    }
    if (!account.isRepeated) logSecurity(context, "signed_up", { account: account.userId });
    try {
      const user = { id: account.userId, email: form.value.email };
      const after = { url: returnPath(request), toast: ACCOUNT_CREATED };
      const asked = account.isRepeated ? await askSecondStep(request, user, after) : undefined;
      return asked ?? (await signInAndHandOver(request, user, after));
    } catch (error) {
      log.error({ err: error, requestId: context.requestId }, "could not sign in after signing up");
      return redirectWithToast("/auth?mode=login", CREATED_ONLY);
    }
  });
}
