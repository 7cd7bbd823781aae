import { endReadings, endReadingsOf } from "~/domain/access/opening.server";
import type { CodeScope } from "~/domain/codes/one-time-code.server";
import { readingCookie, readList } from "~/http/cookies.server";

const MAX_READINGS = 20;

/** Tokens of the browser's reading sessions, the newest first. */
export async function readingsIn(request: Request): Promise<string[]> {
  return (await readList(readingCookie, request)).slice(0, MAX_READINGS);
}

/** Returns the cookie with a new session added to the others. */
export async function rememberReading(request: Request, token: string): Promise<string> {
  const tokens = [token, ...(await readingsIn(request))];
  await endReadings(tokens.slice(MAX_READINGS));
  return readingCookie.serialize(tokens.slice(0, MAX_READINGS));
}

export const CLOSED = "Closed in this browser";

/** For readers who leave a shared computer: the headers leave the browser its other sessions, and clear its cache. */
export async function closeReadings(request: Request, scope: CodeScope): Promise<Headers> {
  const others = await endReadingsOf(scope, await readingsIn(request));
  return new Headers({
    "Set-Cookie": await readingCookie.serialize(others, others.length === 0 ? { maxAge: 0 } : {}),
    "Clear-Site-Data": '"cache"',
  });
}
