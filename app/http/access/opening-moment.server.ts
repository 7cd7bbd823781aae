import { redirect } from "@remix-run/node";
import { momentCookie } from "~/http/cookies.server";

/** Redirects to the opened letter and sets the given cookies. With `isFirst`, the letter unfolds once. */
export async function redirectToLetter(
  link: string | undefined,
  { isFirst }: { isFirst: boolean },
  ...cookies: string[]
): Promise<Response> {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (isFirst) headers.append("Set-Cookie", await momentCookie.serialize(link));
  return redirect(`/open/${link}`, { status: 303, headers });
}

/** Whether the letter behind `link` unfolds on this page, and the header that keeps it from unfolding again. */
export async function unfoldOnce(
  request: Request,
  link: string | undefined,
): Promise<{ isUnfolding: boolean; headers: HeadersInit }> {
  const opened: unknown = await momentCookie.parse(request.headers.get("Cookie"));
  if (link === undefined || opened !== link) return { isUnfolding: false, headers: {} };
  return { isUnfolding: true, headers: { "Set-Cookie": await momentCookie.serialize("", { maxAge: 0 }) } };
}
