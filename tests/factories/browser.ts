import { randomInt } from "node:crypto";
import { csrfCookie, sessionCookie } from "~/http/cookies.server";
import { createCsrfToken } from "~/http/csrf.server";
import { createSecretToken } from "~/services/secret-token.server";

/** Somebody's browser: the cookies it holds, the token that a page shown to it carries, where it connects from. */
export type Browser = { cookie: string; csrfToken: () => string; clientAddress: string };

/** A browser that nobody has used yet, or one that is signed in with a session's token. */
export async function createBrowser(sessionToken?: string): Promise<Browser> {
  const visitor = createSecretToken();
  const cookies = [await csrfCookie.serialize(visitor)];
  if (sessionToken) cookies.push(await sessionCookie.serialize(sessionToken));
  return {
    cookie: cookies.map(nameAndValue).join("; "),
    csrfToken: () => createCsrfToken(visitor),
    clientAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  };
}

/** The same browser with what a response set: cookies of the same name replace those it had. */
export async function withCookiesOf(browser: Browser, response: Response): Promise<Browser> {
  const jar = new Map(browser.cookie.split("; ").map((cookie) => [cookie.split("=", 1)[0], cookie]));
  for (const header of response.headers.getSetCookie()) jar.set(header.split("=", 1)[0], nameAndValue(header));
  const cookie = [...jar.values()].join("; ");
  const visitor: string = await csrfCookie.parse(cookie);
  return { ...browser, cookie, csrfToken: () => createCsrfToken(visitor) };
}

function nameAndValue(setCookie: string): string {
  return setCookie.split(";", 1)[0] ?? "";
}
