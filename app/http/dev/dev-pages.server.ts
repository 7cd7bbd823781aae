import { env } from "~/env.server";
import { isOwnHost } from "~/server/own-host.server";

/**
 * @throws a 404 Response if the service is configured, in production other than a demo, and to a foreign Host: the
 * pages show mails with links and codes
 */
export function requireDevPages({ headers }: Request, isUnconfigured: boolean): void {
  if (isUnconfigured && isOwnHost(headers.get("Host")) && (env.NODE_ENV !== "production" || env.AMBERKEEP_DEMO)) return;
  throw new Response("Not Found", { status: 404, statusText: "Not Found" });
}
