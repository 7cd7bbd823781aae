import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * An IPv6 address is cut to its /64 network, as its user may choose the rest (RFC 4291, section 2.5.4). Entries of
 * X-Forwarded-For before the last `trustedProxies` may be forged.
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
  return withoutPort(forwarded.at(-trustedProxies)?.trim() ?? "") || direct;
}

/** Some proxies, such as Azure's, append the port, which differs for each connection. */
function withoutPort(entry: string): string {
  const [, bracketed, ipv4] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
  return bracketed ?? ipv4 ?? entry;
}
