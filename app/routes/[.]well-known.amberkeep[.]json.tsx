import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { issuerPage } from "~/domain/seal/issuer-keys";
import { listIssuerKeys } from "~/domain/seal/signing-keys.server";
import { env } from "~/env.server";

/** Public keys, past and present, for verifying certificates elsewhere. */
export async function loader({ request }: LoaderFunctionArgs) {
  const page = issuerPage(env.BASE_URL, await listIssuerKeys());
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "public, max-age=3600",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: `"${createHash("sha256").update(page).digest("hex").slice(0, 32)}"`,
  };
  const isKnown = request.headers.get("If-None-Match")?.replace(/^W\//, "") === headers.ETag;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(page, { headers });
}
