import { requestPasswordReset } from "~/domain/account/account-links.server";
import { resetSchema } from "~/domain/account/account-schema";
import { readForm } from "../form.server";
import { secondsToWait, TOO_OFTEN } from "../rate-limit.server";
import type { RequestContext } from "../request-context.server";
import { redirectWithToast } from "../toast.server";

export async function reset(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, resetSchema);
  if (!form.ok) return form.response;
  const wait = await secondsToWait({ mail_recipient: form.value.email, mail_address: context.clientAddress });
  if (wait) return form.refuse({ form: TOO_OFTEN, status: 429, headers: { "Retry-After": String(wait) } });
  await requestPasswordReset(form.value.email);
  return redirectWithToast("/auth?mode=login", {
    title: "Password reset email sent",
    description: "Check your inbox for instructions",
  });
}
