import { passkeySchema } from "~/domain/account/passkeys";
import { findByPasskey } from "~/domain/account/passkeys.server";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { LOGIN_FAILED } from "./auth-titles";
import { signIn } from "./sign-in.server";

const UNKNOWN =
  "We couldn’t log you in with this passkey. It may have been removed here, or it took too long. Please try again, or log in another way.";

/** Needs no second step: the device has checked who holds it. */
export async function signInByPasskey(request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, passkeySchema, { secretFields: ["credential"] });
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ passkey_ip: context.clientIp });
  if (refusal) return form.refuse({ title: LOGIN_FAILED, ...refusal });
  const account = await findByPasskey(form.value.credential, await visitorOf(request));
  if (account) return signIn(request, context, account);
  logSecurity(context, "sign_in_refused");
  return form.refuse({ title: LOGIN_FAILED, form: UNKNOWN });
}
