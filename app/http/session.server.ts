import { redirect } from "@remix-run/node";
import { endReading } from "~/domain/access/opening.server";
import type { User } from "~/domain/account/account";
import { endSession, startSession } from "~/domain/account/session.server";
import { createSecretToken } from "~/services/secret-token.server";
import { csrfCookie, readingCookie, sessionCookie } from "./cookies.server";
import { ownPath } from "./own-path.server";
import type { RequestContext } from "./request-context.server";

const HOME = "/dashboard";

/** @throws a redirect to the login page, which leads back here */
export async function requireUser(context: RequestContext): Promise<User> {
  const user = await context.viewer();
  if (!user) throw redirect(`/auth?${new URLSearchParams({ mode: "login", redirectTo: context.path })}`, 303);
  return user;
}

/** Only paths of this site. */
export function returnPath(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get("redirectTo"), HOME);
}

export async function signInHeaders(request: Request, userId: string): Promise<Headers> {
  await endCurrentSession(request);
  return sessionHeaders(await startSession(userId));
}

/** Ends the session and what it opened with a code; the headers clear both. */
export async function signOutHeaders(request: Request): Promise<Headers> {
  await endCurrentSession(request);
  const reading: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  if (typeof reading === "string" && reading) await endReading(reading);
  const headers = await sessionHeaders("");
  headers.append("Set-Cookie", await readingCookie.serialize("", { maxAge: 0 }));
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
