import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findByPassword } from "~/domain/account/account.server";
import { loginSchema } from "~/domain/account/account-schema";
import { noteWrongPasswords } from "~/domain/account/security-events.server";
import type { CheckedPassword } from "~/domain/account/session.server";
import { type FormRefusal, readForm } from "~/http/form.server";
import { rateLimited, reachesLimit, resetTries, tooManyTries } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { catchUnexpected } from "~/http/unexpected.server";
import { LOGIN_FAILED } from "./auth-titles";
import { knownBrowserOf } from "./known-browser.server";
import { passFirstStep } from "./sign-in.server";

const authenticator = new Authenticator<CheckedPassword | undefined>();

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const login = loginSchema.safeParse(Object.fromEntries(form));
    return login.success ? findByPassword(login.data.email, login.data.password) : undefined;
  }),
  "password",
);

export async function login(request: Request, context: RequestContext): Promise<Response> {
  const credentials = request.clone();
  const form = await readForm(request, loginSchema, { secretFields: ["password"] });
  if (!form.ok) return form.response;
  const { email } = form.value;
  return catchUnexpected(context, form.refuse, { title: LOGIN_FAILED }, async () => {
    const browser = await knownBrowserOf(request, email);
    const refusal = await limitOf(email, browser, context);
    if (refusal) {
      logSecurity(context, "sign_in_limited", { email });
      return form.refuse({ title: LOGIN_FAILED, ...refusal });
    }
    const checked = await authenticator.authenticate("password", credentials);
    if (!checked) {
      logSecurity(context, "sign_in_refused", { email });
      if (!browser && (await reachesLimit("login_account", email))) await noteWrongPasswords(email);
      return form.refuse({ title: LOGIN_FAILED, form: "The email or password isn’t right." });
    }
    await resetTries(triesKey(email, browser, context));
    return passFirstStep(request, context, { id: checked.userId, email, passwordHash: checked.passwordHash });
  });
}

/** A browser that has logged in before has tries of its own, so that others cannot use up its owner's. */
async function limitOf(
  email: string,
  browser: string | undefined,
  context: RequestContext,
): Promise<FormRefusal | undefined> {
  const refusal = browser ? undefined : await rateLimited({ login_ip: context.clientIp });
  return refusal ?? tooManyTries(triesKey(email, browser, context));
}

const triesKey = (email: string, browser: string | undefined, { clientIp }: RequestContext) =>
  browser ? `${email} browser ${browser}` : `${email} network ${clientIp}`;
