import type { RequestHandler } from "@remix-run/node";
import type { Connection } from "~/server/server.server";
import { FORM_WAITS_MS } from "~/server/when-ready.server";
import { untilDatabaseReady } from "~/services/db-ready.server";
import { createRequestContext } from "./request-context.server";

const MARK = "X-Passed-On";

/**
 * Handles a form as if it had been posted to `path`. Text browsers fail at a 307: w3m drops the form, lynx asks first.
 */
export function forwardForm(path: string, fields: URLSearchParams): Response {
  return new Response(fields.toString(), { status: 307, headers: { Location: path, [MARK]: "1" } });
}

/** Handles requests, and the forms that pages pass on to other pages. */
export function handleRequests(handlePage: RequestHandler) {
  const handle = async (request: Request, connection: Connection) => {
    const context = createRequestContext(request, connection);
    // Looking up a session shows that the database is there.
    if (!context.isPost || (await context.viewer().catch(() => undefined))) return handlePage(request, context);
    await untilDatabaseReady(FORM_WAITS_MS);
    return handlePage(request, createRequestContext(request, connection));
  };

  return async (request: Request, connection: Connection): Promise<Response> => {
    const response = await handle(request, connection);
    if (!response.headers.has(MARK)) return response;
    const headers = new Headers(request.headers);
    headers.set("Content-Type", "application/x-www-form-urlencoded");
    headers.delete("Content-Length");
    const path = new URL(response.headers.get("Location") ?? "", request.url);
    const { signal } = request;
    return handle(new Request(path, { method: "POST", headers, body: await response.text(), signal }), connection);
  };
}
