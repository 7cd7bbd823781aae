import { env } from "~/env.server";

/** @throws a 404 Response if the service is configured, or in production other than a demo */
export function requireDevPages(isUnconfigured: boolean): void {
  if (isUnconfigured && (env.NODE_ENV !== "production" || env.AMBERKEEP_DEMO)) return;
  throw new Response("Not Found", { status: 404, statusText: "Not Found" });
}
