import type { User } from "~/domain/account/account";
import { changePasswordSchema } from "~/domain/account/account-schema";
import { changePassword } from "~/domain/account/new-password.server";
import { GUESSABLE } from "~/http/account/auth-titles";
import { rememberBrowser } from "~/http/account/known-browser.server";
import { readForm } from "~/http/form.server";
import type { RequestContext } from "~/http/request-context.server";
import { loginPath } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";

const FAILED = {
  title: "Password change failed",
  form: "There was an error changing your password. Please try again.",
};
const CHANGED = { title: "Password updated", description: "Every other device was logged out." };

const LOGGED_OUT = {
  title: "Please log in again",
  description: "This device was logged out a moment ago. The password wasn’t changed here.",
  kind: "error",
} as const;

export async function savePassword(user: User, request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, changePasswordSchema, { secretFields: ["password", "confirmPassword"] });
  if (!form.ok) return form.response;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    const session = (await context.session()) ?? { id: "", device: "" };
    const changed = await changePassword(user, session, form.value.password);
    if (!changed.ok) {
      return changed.reason === "guessable"
        ? form.refuse({ fields: { password: GUESSABLE } })
        : redirectWithToast(loginPath("/settings/password"), LOGGED_OUT);
    }
    const headers = new Headers({ "Set-Cookie": await rememberBrowser(request, user.email) });
    return redirectWithToast("/settings", CHANGED, headers);
  });
}
