import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectFromOld } from "~/http/writing/old-addresses";

/** Every address that leads nowhere; root's error boundary draws the page. A few led to forms once, and still do. */
export function loader({ params }: LoaderFunctionArgs) {
  const old = redirectFromOld(params["*"] ?? "");
  if (old) return old;
  throw new Response(null, { status: 404, statusText: "Not Found" });
}

export default function Nowhere() {
  return null;
}
