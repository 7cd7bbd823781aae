import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectFromOld } from "~/http/writing/old-addresses";

/** Renders a 404 for unknown URLs. A few old ones redirect to forms. */
export function loader({ params }: LoaderFunctionArgs) {
  const old = redirectFromOld(params["*"] ?? "");
  if (old) return old;
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

export default function NotFoundRoute() {
  return null;
}
