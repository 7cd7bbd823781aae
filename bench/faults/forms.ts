import { toastCookie } from "~/http/cookies.server";
import { CSRF_FIELD } from "~/http/csrf.server";
import type { Browser } from "../../tests/factories/browser";

/** All webs of the installation; none in the short form. */
const webs = process.env.WEB_URLS?.split(",") ?? [];
export const hasWeb = webs.length > 0;

let next = 0;

/** Posts to one web after the other, as a load balancer does. */
export async function postForm(
  browser: Browser,
  path: string,
  fields: Record<string, string | number>,
): Promise<Response> {
  const body = new URLSearchParams({ [CSRF_FIELD]: browser.csrfToken() });
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  next += 1;
  const response = await fetch(`${webs[next % webs.length]}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: browser.cookie, "X-Forwarded-For": browser.clientIp },
    body,
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status >= 500) throw new Error(`answered ${response.status}`);
  return response;
}

/** True when the form redirects to the dashboard with a toast that is no error. */
export async function postVaultForm(
  browser: Browser,
  path: string,
  fields: Record<string, string | number>,
): Promise<boolean> {
  const response = await postForm(browser, path, fields);
  if (response.status !== 303 || response.headers.get("Location") !== "/dashboard") return false;
  const toast = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${toastCookie.name}=`));
  const message: { kind?: string } | null = await toastCookie.parse(toast?.split(";", 1)[0] ?? null);
  return message !== null && message.kind !== "error";
}
