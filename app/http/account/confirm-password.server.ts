import { redirect } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import { isOwnPassword } from "~/domain/account/account.server";
import { confirmPasswordSchema } from "~/domain/account/account-schema";
import { signsInByMail } from "~/domain/account/mail-link.server";
import { passkeySchema } from "~/domain/account/passkeys";
import { hasPasskeys, isOwnPasskey } from "~/domain/account/passkeys.server";
import { noteWrongPasswords } from "~/domain/account/security-events.server";
import { confirmSession } from "~/domain/account/session.server";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { rateLimited, reachesLimit, resetTries, tooManyTries } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { returnPath } from "~/http/session.server";

const UNKNOWN = "This isn’t a passkey of your account. Please try again, or choose another way.";

/** `query` leads to the page that asked, once confirmed; `back` to the page before that. */
export async function loadConfirmation(user: User, request: Request) {
  const [isPasskeyUser, takesLinks] = await Promise.all([hasPasskeys(user.id), signsInByMail(user.id)]);
  const path = returnPath(request);
  const query = `?${new URLSearchParams({ redirectTo: path })}`;
  const back = /^\/memories\/\w+/.exec(path)?.[0] ?? "/settings";
  return { email: user.email, hasPasskeys: isPasskeyUser, takesLinks, query, back };
}

export async function confirmPassword(user: User, request: Request, context: RequestContext): Promise<Response> {
  const [form, session] = await Promise.all([
    readForm(request, confirmPasswordSchema, { secretFields: ["password"] }),
    context.session(),
  ]);
  if (!form.ok) return form.response;
  const tries = `${user.email} session ${session?.id}`;
  const refusal = await tooManyTries(tries);
  if (refusal) return form.refuse(refusal);
  if (!session || !(await isOwnPassword(user.id, form.value.password))) {
    logSecurity(context, "confirmation_refused", { account: user.id });
    if (await reachesLimit("login_account", user.email)) await noteWrongPasswords(user.email);
    return form.refuse({ fields: { password: "This isn’t your password. Please try again." } });
  }
  await resetTries(tries);
  await confirmSession(session);
  return redirect(returnPath(request), 303);
}

export async function confirmByPasskey(user: User, request: Request, context: RequestContext): Promise<Response> {
  const [form, session] = await Promise.all([
    readForm(request, passkeySchema, { secretFields: ["credential"] }),
    context.session(),
  ]);
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ passkey_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  if (!session || !(await isOwnPasskey(user.id, form.value.credential, await visitorOf(request)))) {
    logSecurity(context, "confirmation_refused", { account: user.id });
    return form.refuse({ form: UNKNOWN });
  }
  await confirmSession(session);
  return redirect(returnPath(request), 303);
}
