import { json } from "@remix-run/node";
import { z } from "zod";
import { visitorOf } from "~/http/csrf.server";
import { readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import type { RequestContext } from "~/http/request-context.server";

/** Responds to script, which hands the options to the browser. */
export async function sendPasskeyOptions(
  request: Request,
  context: RequestContext,
  createOptions: (browser: string) => Promise<object>,
): Promise<Response> {
  const form = await readForm(request, z.object({}));
  if (!form.ok) return form.response;
  const refusal = await rateLimited({ passkey_ip: context.clientIp });
  if (refusal) return form.refuse(refusal);
  return json(await createOptions(await visitorOf(request)), { headers: { "Cache-Control": "no-store" } });
}
