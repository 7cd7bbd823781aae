import { redirect } from "@remix-run/node";
import { hasAuthenticator } from "~/domain/account/authenticator.server";
import { beginSecondStep, beginSecondStepByPassword } from "~/domain/account/second-step.server";
import { noteNewDevice } from "~/domain/account/security-events.server";
import { secondStepCookie } from "~/http/cookies.server";
import type { RequestContext } from "~/http/request-context.server";
import { logSecurity } from "~/http/security-log.server";
import { askToLogInAgain, deviceOfRequest, returnPath, type SigningIn } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { signInAndHandOver } from "~/http/visitor-draft/hand-over.server";
import { knownBrowserOf } from "./known-browser.server";

type Toast = Parameters<typeof redirectWithToast>[1];

/** After the right password or link: signs in, or asks for the code of an account that needs one. */
export async function passFirstStep(request: Request, context: RequestContext, account: SigningIn): Promise<Response> {
  return (await askSecondStep(request, account, { url: returnPath(request) })) ?? signIn(request, context, account);
}

/** A redirect to the page that asks for a code, which leads to `url`; undefined if the account needs none. */
export async function askSecondStep(
  request: Request,
  { id, passwordHash }: SigningIn,
  { url, toast }: { url: string; toast?: Toast },
): Promise<Response | undefined> {
  if (!(await hasAuthenticator(id))) return undefined;
  const token =
    passwordHash === undefined
      ? await beginSecondStep(id)
      : await beginSecondStepByPassword({ userId: id, passwordHash });
  if (!token) return askToLogInAgain(request);
  const headers = new Headers({ "Set-Cookie": await secondStepCookie.serialize(token) });
  const path = `/auth/code?${new URLSearchParams({ redirectTo: url })}`;
  return toast ? redirectWithToast(path, toast, headers) : redirect(path, { status: 303, headers });
}

/** Signs in, and notifies the owner if this browser is new. */
export async function signIn(request: Request, context: RequestContext, account: SigningIn): Promise<Response> {
  const toast = { title: "Login successful", description: "Welcome back!" };
  const response = await signInAndHandOver(request, account, { url: returnPath(request), toast });
  // Only now: the password may have been replaced meanwhile. Without this response, no one has the session.
  logSecurity(context, "signed_in", { account: account.id });
  if (!(await knownBrowserOf(request, account.email))) {
    await noteNewDevice(account.id, deviceOfRequest(request));
  }
  return response;
}
