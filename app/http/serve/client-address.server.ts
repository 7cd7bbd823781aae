import type { IncomingMessage } from "node:http";

/**
 * The address a request came from. Each proxy of ours appends the one it saw to X-Forwarded-For, so with
 * `trustedProxies` of them the client's is that many from the end; everything before it could be made up.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? "";
  if (trustedProxies === 0) return direct;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  return forwarded.at(-trustedProxies)?.trim() || direct;
}
