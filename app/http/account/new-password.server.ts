import { resetPassword } from "~/domain/account/account.server";
import { newPasswordSchema } from "~/domain/account/account-schema";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { signInAndHandOver } from "~/http/visitor-draft/hand-over.server";

const LINK_IS_OVER =
  "This link has expired or was used before. Please ask for a new one under “Forgot your password?”.";

export async function newPassword(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, newPasswordSchema, { secretFields: ["password", "confirmPassword"] });
  if (!form.ok) return form.response;
  const refusal = await tooOften({ reset_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const changed = await resetPassword(token, form.value.password);
  if (!changed.ok) return form.refuse({ form: LINK_IS_OVER });
  return signInAndHandOver(request, changed.userId, { url: "/dashboard", toast: { title: "Password updated" } });
}
