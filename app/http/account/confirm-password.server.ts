import { redirect } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import { isOwnPassword } from "~/domain/account/account.server";
import { confirmPasswordSchema } from "~/domain/account/account-schema";
import { confirmSession } from "~/domain/account/session.server";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { returnPath } from "~/http/session.server";

export async function confirmPassword(user: User, request: Request, context: RequestContext): Promise<Response> {
  const [form, session] = await Promise.all([
    readForm(request, confirmPasswordSchema, { secretFields: ["password"] }),
    context.session(),
  ]);
  if (!form.ok) return form.response;
  const refusal = await tooOften({ confirm_session: session?.id ?? "" });
  if (refusal) return form.refuse(refusal);
  if (!session || !(await isOwnPassword(user.id, form.value.password))) {
    return form.refuse({ fields: { password: "This is not your password. Please try again." } });
  }
  await confirmSession(session);
  return redirect(returnPath(request), 303);
}
