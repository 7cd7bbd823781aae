import { z } from "zod";
import type { User } from "~/domain/account/account";
import { hasAuthenticator } from "~/domain/account/authenticator.server";
import { changeMailLinks, signsInByMail } from "~/domain/account/mail-link.server";
import { listPasskeys } from "~/domain/account/passkeys.server";
import { countRecoveryCodes } from "~/domain/account/recovery-codes.server";
import { readForm } from "~/http/form.server";
import type { RequestContext } from "~/http/request-context.server";
import { deviceOfRequest, requireRecentSignIn } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";

export const SIGN_IN_PATH = "/settings/sign-in";

const UNVERIFIED = {
  title: "Please confirm your email first",
  description: "Then you can add passkeys and an authenticator app.",
  kind: "error",
} as const;

/**
 * Like `requireRecentSignIn`, for pages that add ways to sign in. An account with an unverified email may have been
 * created by someone else, who would keep access.
 * @throws also a redirect to the list of ways for an unverified account
 */
export async function requireVerifiedSignIn(context: RequestContext, path?: string): Promise<User> {
  const user = await requireRecentSignIn(context, path);
  if (!user.isEmailVerified) throw await redirectWithToast(SIGN_IN_PATH, UNVERIFIED);
  return user;
}

export async function loadSignInWays(user: User) {
  const [passkeys, hasApp, codesLeft, takesLinks] = await Promise.all([
    listPasskeys(user.id),
    hasAuthenticator(user.id),
    countRecoveryCodes(user.id),
    signsInByMail(user.id),
  ]);
  return {
    passkeys: passkeys.length,
    hasApp,
    codesLeft,
    takesLinks,
    email: user.email,
    isVerified: user.isEmailVerified,
  };
}

const CHOOSE = "Please choose whether you want login links.";
const schema = z.object({ links: z.enum(["on", "off"], { error: CHOOSE }) });

export async function saveMailLinks(user: User, request: Request): Promise<Response> {
  const form = await readForm(request, schema);
  if (!form.ok) return form.response;
  const isOn = form.value.links === "on";
  await changeMailLinks(user.id, isOn, deviceOfRequest(request));
  return redirectWithToast(SIGN_IN_PATH, { title: isOn ? "Login links turned on" : "Login links turned off" });
}
