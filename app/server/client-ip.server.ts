import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Returns the IP address of the client; of an IPv6 address its /64 network, as its user may choose the rest (RFC 4291,
 * section 2.5.4). Each proxy appends the address it saw to X-Forwarded-For, so the client's is `trustedProxies` from the
 * end; entries before it may be forged.
 */
export function clientIp(request: IncomingMessage, trustedProxies: number): string {
  return networkOf(forwardedIp(request, trustedProxies));
}

function networkOf(ip: string): string {
  if (isIP(ip) !== 6 || ip.startsWith("::ffff:")) return ip;
  const [head = "", tail] = ip.split("::");
  const first = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return `${[...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(":")}::/64`;
}

function forwardedIp(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? "";
  if (trustedProxies === 0) return direct;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  return forwarded.at(-trustedProxies)?.trim() || direct;
}
