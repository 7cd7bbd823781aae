import { json } from "@remix-run/node";
import type { User } from "~/domain/account/account";
import { isCsrfTokenValid } from "~/http/csrf.server";
import type { RequestContext } from "~/http/request-context.server";

export const CSRF_HEADER = "X-CSRF-Token";

/** A refusal for script, with the title and description of a toast. */
export function refuseCall(status: number, error: string, description: string, headers: HeadersInit = {}): Response {
  return json({ error, description }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

type Purpose = "upgrade your plan" | "manage your subscription";

/** A toast for visitors. */
export function signInTo(purpose: Purpose) {
  return { title: "Authentication required", description: `Please sign in to ${purpose}.`, kind: "error" as const };
}

/** The user of a call by script that changes something, or the answer that refuses it. */
export async function callerOf(
  request: Request,
  context: RequestContext,
  purpose: Purpose,
): Promise<{ ok: true; user: User } | { ok: false; response: Response }> {
  const user = await context.viewer();
  if (!user) {
    const { title, description } = signInTo(purpose);
    return { ok: false, response: refuseCall(401, title, description) };
  }
  if (await isCsrfTokenValid(request, request.headers.get(CSRF_HEADER))) return { ok: true, user };
  return { ok: false, response: refuseCall(403, "Error", "This page is out of date. Please reload it.") };
}
