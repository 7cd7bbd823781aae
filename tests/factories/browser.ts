import { randomInt } from "node:crypto";
import { csrfCookie, sessionCookie } from "~/http/cookies.server";
import { createCsrfToken } from "~/http/csrf.server";
import { createSecretToken } from "~/services/secret-token.server";

/** A browser: its cookies, CSRF tokens for its pages, and its IP address. */
export type Browser = { cookie: string; csrfToken: () => string; clientIp: string };

/** Creates a new browser, signed in if a session token is given. */
export async function createBrowser(sessionToken?: string): Promise<Browser> {
  const visitor = createSecretToken();
  const cookies = [await csrfCookie.serialize(visitor)];
  if (sessionToken) cookies.push(await sessionCookie.serialize(sessionToken));
  return {
    cookie: cookies.map(nameAndValue).join("; "),
    csrfToken: () => createCsrfToken(visitor),
    clientIp: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  };
}

/** Returns the browser with the cookies of a response added or replaced. */
export async function withCookiesOf(browser: Browser, response: Response): Promise<Browser> {
  const jar = new Map(browser.cookie.split("; ").map((cookie) => [cookie.split("=", 1)[0], cookie]));
  for (const header of response.headers.getSetCookie()) jar.set(header.split("=", 1)[0], nameAndValue(header));
  const cookie = [...jar.values()].join("; ");
  const visitor: string = await csrfCookie.parse(cookie);
  return { ...browser, cookie, csrfToken: () => createCsrfToken(visitor) };
}

/** The value of the cookie that tells browsers apart. */
export function visitorOf({ cookie }: Browser): Promise<string> {
  return csrfCookie.parse(cookie);
}

function nameAndValue(setCookie: string): string {
  return setCookie.split(";", 1)[0] ?? "";
}
