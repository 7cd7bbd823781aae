import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The address a request came from. Each proxy of ours appends the one it saw to X-Forwarded-For, so with
 * `trustedProxies` of them the client's is that many from the end; everything before it could be made up.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  return network(presentedAddress(request, trustedProxies));
}

/** Of an IPv6 address only the first 64 bits say who it is: the rest its owner may choose (RFC 4291, section 2.5.4). */
function network(address: string): string {
  if (isIP(address) !== 6 || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return `${[...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(":")}::/64`;
}

function presentedAddress(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? "";
  if (trustedProxies === 0) return direct;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  return forwarded.at(-trustedProxies)?.trim() || direct;
}
