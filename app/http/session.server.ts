import { redirect } from "@remix-run/node";
import { endReading } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { endSession, startSession } from "~/domain/account/session.server";
import { createSecretToken } from "~/services/secret-token.server";
import { csrfCookie, readingCookie, sessionCookie } from "./cookies.server";
import { ownPath } from "./own-path.server";
import type { RequestContext } from "./request-context.server";

/** Where people go who did not come from a page that asked them to sign in. */
const HOME_OF_THE_SIGNED_IN = "/dashboard";

/** The signed-in person. Everybody else is sent to the login page, which leads back here. */
export async function requireUser(context: RequestContext): Promise<User> {
  const user = await context.viewer();
  if (!user) throw redirect(`/auth?${new URLSearchParams({ mode: "login", redirectTo: context.path })}`, 303);
  return user;
}

/** The page to return to after signing in, from the address of the login page; only paths of our own. */
export function returnPath(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get("redirectTo"), HOME_OF_THE_SIGNED_IN);
}

/** Headers that sign `userId` in with a fresh session; the session the browser had before ends. */
export async function signInHeaders(request: Request, userId: string): Promise<Headers> {
  await endPresentedSession(request);
  return sessionHeaders(await startSession(userId));
}

/** Ends the browser's session, and what it had opened with a code, and answers the headers that clear both. */
export async function signOutHeaders(request: Request): Promise<Headers> {
  await endPresentedSession(request);
  const reading: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  if (typeof reading === "string" && reading) await endReading(reading);
  const headers = await sessionHeaders("");
  headers.append("Set-Cookie", await readingCookie.serialize("", { maxAge: 0 }));
  return headers;
}

async function endPresentedSession(request: Request): Promise<void> {
  const token: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  if (typeof token === "string" && token) await endSession(token);
}

async function sessionHeaders(token: string): Promise<Headers> {
  const headers = new Headers();
  headers.append("Set-Cookie", await sessionCookie.serialize(token, token ? {} : { maxAge: 0 }));
  headers.append("Set-Cookie", await csrfCookie.serialize(createSecretToken()));
  return headers;
}
