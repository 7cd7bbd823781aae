import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findByPassword } from "~/domain/account/account.server";
import { loginSchema } from "~/domain/account/account-schema";

/** Ways to sign in. `authenticate("password", request)` answers the person's id, or undefined when nothing fits. */
export const authenticator = new Authenticator<string | undefined>();

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const login = loginSchema.safeParse(Object.fromEntries(form));
    return login.success ? findByPassword(login.data.email, login.data.password) : undefined;
  }),
  "password",
);
