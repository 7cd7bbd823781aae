import { env } from "~/env.server";

/**
 * Guards a page under /dev: it exists only while the service it stands in for is not configured, and in production only in
 * a demo.
 * @throws a 404 Response otherwise
 */
export function requireDevPages(isUnconfigured: boolean): void {
  if (isUnconfigured && (env.NODE_ENV !== "production" || env.AMBERKEEP_DEMO)) return;
  throw new Response("Not Found", { status: 404, statusText: "Not Found" });
}
