import { env } from "~/env.server";

/**
 * Lets a page under /dev be seen only where nothing real depends on it: the part it shows is not configured, and this is
 * no installation that people use (unless it says that it is a demo).
 * @throws a 404 Response otherwise
 */
export function requireDevPages(isUnconfigured: boolean): void {
  if (isUnconfigured && (env.NODE_ENV !== "production" || env.AMBERKEEP_DEMO)) return;
  throw new Response("Not Found", { status: 404, statusText: "Not Found" });
}
