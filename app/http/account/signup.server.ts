import { signUp } from "~/domain/account/account.server";
import { signupSchema } from "~/domain/account/account-schema";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { returnPath } from "~/http/session.server";
import { signInAndHandOver } from "~/http/visitor-draft/hand-over.server";

const EMAIL_TAKEN = "Account already exists. This email is already registered. Please try logging in instead.";

export async function signup(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, signupSchema, { secretFields: ["password", "confirmPassword"] });
  if (!form.ok) return form.response;
  const refusal = await tooOften({ signup_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const account = await signUp(form.value);
  if (!account.ok) return form.refuse({ form: EMAIL_TAKEN });
  const description = "We sent you a mail: please follow its link, so that your letters can be delivered.";
  const toast = { title: "Account created successfully", description };
  return signInAndHandOver(request, account.userId, { url: returnPath(request), toast });
}
