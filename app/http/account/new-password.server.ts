import { newPasswordSchema } from "~/domain/account/account-schema";
import { resetPassword } from "~/domain/account/new-password.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { deviceOfRequest, returnPath } from "~/http/session.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { signInAndHandOver } from "~/http/visitor-draft/hand-over.server";
import { GUESSABLE, LINK_IS_OVER, UPDATE_FAILED } from "./auth-titles";
import { askSecondStep } from "./sign-in.server";

export async function newPassword(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, newPasswordSchema, { secretFields: ["password", "confirmPassword"] });
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, { title: UPDATE_FAILED }, async () => {
    const refusal = await rateLimited({ reset_ip: context.clientIp });
    if (refusal) return form.refuse({ title: UPDATE_FAILED, ...refusal });
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const changed = await resetPassword(token, form.value.password, { device: deviceOfRequest(request) });
    if (changed.ok) {
      const account = { id: changed.userId, email: changed.email };
      const after = { url: returnPath(request), toast: { title: "Password updated" } };
      return (await askSecondStep(request, account, after)) ?? signInAndHandOver(request, account, after);
    }
    return changed.reason === "guessable"
      ? form.refuse({ fields: { password: GUESSABLE } })
      : form.refuse({ title: UPDATE_FAILED, form: LINK_IS_OVER });
  });
}
