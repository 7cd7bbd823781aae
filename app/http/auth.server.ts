import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findByPassword } from "~/domain/account/account.server";
import { loginSchema } from "~/domain/account/account-schema";

/** `authenticate("password", request)` returns the user's id, or undefined for a wrong e-mail or password. */
export const authenticator = new Authenticator<string | undefined>();

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const login = loginSchema.safeParse(Object.fromEntries(form));
    return login.success ? findByPassword(login.data.email, login.data.password) : undefined;
  }),
  "password",
);
