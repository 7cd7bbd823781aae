import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findByPassword } from "~/domain/account/account.server";
import { loginSchema } from "~/domain/account/account-schema";
import { readForm } from "~/http/form.server";
import { tooOften } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";
import { returnPath } from "~/http/session.server";
import { signInAndHandOver } from "~/http/visitor-draft/hand-over.server";

const authenticator = new Authenticator<string | undefined>();

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
  const refusal = await tooOften({ login_ip: context.clientIp, login_account: form.value.email });
  if (refusal) return form.refuse(refusal);
  const userId = await authenticator.authenticate("password", credentials);
  if (!userId) return form.refuse({ form: "Login failed. The email or the password is not right." });
  const toast = { title: "Login successful", description: "Welcome back!" };
  return signInAndHandOver(request, userId, { url: returnPath(request), toast });
}
