import { redirect } from "@remix-run/node";
import { endReadings } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { deviceOf } from "~/domain/account/device";
import { stopErasure } from "~/domain/account/erasure-request.server";
import { endSession, isRecent, startSession, startSessionByPassword } from "~/domain/account/session.server";
import * as clock from "~/services/clock.server";
import { createSecretToken } from "~/services/secret-token.server";
import { readingsIn } from "./access/reading-sessions.server";
import { rememberBrowser } from "./account/known-browser.server";
import {
  cardCookie,
  claimCookie,
  csrfCookie,
  downloadCookie,
  helpCookie,
  joinedCookie,
  readingCookie,
  recoveryCookie,
  secondStepCookie,
  sessionCookie,
} from "./cookies.server";
import { ownPath } from "./own-path.server";
import type { RequestContext } from "./request-context.server";
import { redirectWithToast } from "./toast.server";

const HOME = "/dashboard";

/** The login page, which leads back here. */
export const loginHref = ({ path }: RequestContext) => loginPath(path);

export const loginPath = (redirectTo?: string) =>
  `/auth?${new URLSearchParams({ mode: "login", ...(redirectTo && { redirectTo }) })}`;

/** @throws a redirect to the login page, which leads back here, or else to `path`; `toast` says why */
export async function requireUser(
  context: RequestContext,
  toast?: Parameters<typeof redirectWithToast>[1],
  path = loginHref(context),
): Promise<User> {
  const user = await context.viewer();
  if (user) return user;
  throw toast ? await redirectWithToast(path, toast) : redirect(path, 303);
}

/**
 * Like `requireUser`, for what must not be possible with an open browser alone: requires a proof of identity from the
 * last `minutes`, 15 by default.
 * @throws a redirect to the page that asks for proof, which leads back to `path`
 */
export async function requireRecentSignIn(
  context: RequestContext,
  path = context.path,
  minutes?: number,
): Promise<User> {
  const [user, session] = await Promise.all([requireUser(context), context.session()]);
  if (!session || !isRecent(session, clock.now(), minutes)) {
    throw redirect(`/confirm-password?${new URLSearchParams({ redirectTo: path })}`, 303);
  }
  return user;
}

/** Only paths of this site. */
export function returnPath(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get("redirectTo"), HOME);
}

/** The same; undefined if none was given. */
export function givenReturnPath(request: Request): string | undefined {
  return new URL(request.url).searchParams.has("redirectTo") ? returnPath(request) : undefined;
}

/** With `passwordHash`, a sign-in that is refused if the password has been replaced since. */
export type SigningIn = { id: string; email: string; passwordHash?: string | undefined };

const PASSWORD_CHANGED = {
  title: "Please log in again",
  description: "The password was changed a moment ago.",
  kind: "error",
} as const;

/**
 * Also remembers the browser for the account, and cancels a pending erasure of the account.
 * @throws a redirect to the login page if the password has just been replaced
 */
export async function signInHeaders(request: Request, { id, email, passwordHash }: SigningIn): Promise<Headers> {
  await endCurrentSession(request);
  const device = deviceOfRequest(request);
  const token =
    passwordHash === undefined
      ? await startSession(id, clock.now(), device)
      : await startSessionByPassword({ userId: id, passwordHash }, clock.now(), device);
  if (!token) throw await askToLogInAgain(request);
  // Last: an erasure that was requested meanwhile either is stopped or ends this session.
  await stopErasure(id, clock.now(), device);
  const headers = await sessionHeaders(token);
  headers.append("Set-Cookie", await rememberBrowser(request, email));
  return headers;
}

/** For a login whose password was replaced while it was checked. */
export const askToLogInAgain = (request: Request) =>
  redirectWithToast(loginPath(givenReturnPath(request)), PASSWORD_CHANGED);

export function deviceOfRequest(request: Request): string {
  return deviceOf(request.headers.get("User-Agent") ?? "");
}

/** Personal cookies; the others are settings of the browser, such as its zoom. */
const PERSONAL = [
  readingCookie,
  claimCookie,
  cardCookie,
  joinedCookie,
  helpCookie,
  secondStepCookie,
  recoveryCookie,
  downloadCookie,
];

/**
 * Ends the session and all access by code or card. The headers clear what the next person at this computer could find:
 * cookies, a visitor's drafts in the browser's storage, and cached pages. The caller hands over the drafts first.
 */
export async function signOutHeaders(request: Request): Promise<Headers> {
  await endCurrentSession(request);
  await endReadings(await readingsIn(request));
  const headers = await sessionHeaders("");
  for (const cookie of PERSONAL) {
    headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  }
  headers.set("Clear-Site-Data", '"cache", "storage"');
  return headers;
}

async function endCurrentSession(request: Request): Promise<void> {
  const token: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  if (typeof token === "string" && token) await endSession(token);
}

async function sessionHeaders(token: string): Promise<Headers> {
  const headers = new Headers();
  headers.append("Set-Cookie", await sessionCookie.serialize(token, token ? {} : { maxAge: 0 }));
  headers.append("Set-Cookie", await csrfCookie.serialize(createSecretToken()));
  return headers;
}
