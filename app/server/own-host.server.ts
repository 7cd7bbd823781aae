import { env } from "~/env.server";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const isLoopback = (url: URL) => LOOPBACK.includes(url.hostname);

/**
 * Whether a Host header names this installation or this machine. Any other may belong to a site that points its DNS
 * name at this machine (DNS rebinding).
 */
export function isOwnHost(host: string | null): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const named = new URL(`http://${host}`);
  return isLoopback(named) || named.hostname === new URL(env.BASE_URL).hostname;
}

/** Compared with `BASE_URL`, never with the Host header, which a rebinding site chooses. Loopback names are one. */
export function isOwnOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const [from, own] = [new URL(origin), new URL(env.BASE_URL)];
  if (isLoopback(from) && isLoopback(own)) from.hostname = own.hostname;
  return from.origin === own.origin;
}
