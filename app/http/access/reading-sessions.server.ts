import { endReadings } from "~/domain/access/opening.server";
import { readingCookie } from "~/http/cookies.server";

const MAX_READINGS = 20;

/** Tokens of the browser's reading sessions, the newest first. */
export async function readingsIn(request: Request): Promise<string[]> {
  const tokens: unknown = await readingCookie.parse(request.headers.get("Cookie"));
  const known = Array.isArray(tokens) ? tokens.filter((token): token is string => typeof token === "string") : [];
  return known.slice(0, MAX_READINGS);
}

/** Returns the cookie with a new session added to the others. */
export async function rememberReading(request: Request, token: string): Promise<string> {
  const tokens = [token, ...(await readingsIn(request))];
  await endReadings(tokens.slice(MAX_READINGS));
  return readingCookie.serialize(tokens.slice(0, MAX_READINGS));
}
