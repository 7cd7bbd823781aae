import { isIP } from "node:net";

/**
 * Parameters of the drivers' URLs: those that demand TLS with a valid certificate, and those that would turn it off.
 */
const TLS = {
  mysql: { set: ({ hostname }: URL) => ({ ssl: mysqlTls(hostname) }), dropped: [] },
  postgres: { set: () => ({ sslmode: "verify-full" }), dropped: ["ssl"] },
  smtp: { set: () => ({ requireTLS: "true" }), dropped: ["ignoreTLS", "secure", "tls.rejectUnauthorized"] },
  imap: { set: () => ({ requireTLS: "true" }), dropped: [] },
};

/** For an IP address the driver would search the certificate for "localhost". */
function mysqlTls(hostname: string): string {
  const verifyIdentity = isIP(hostname.replace(/[[\]]/g, "")) === 0;
  return JSON.stringify({ minVersion: "TLSv1.2", rejectUnauthorized: true, verifyIdentity });
}

/** Postgres's parameter `host` overrides the URL's. */
export function isLocal({ protocol, hostname, searchParams }: URL): boolean {
  const host = (/^postgres(ql)?:$/.test(protocol) && searchParams.get("host")) || hostname;
  return host.startsWith("/") || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

/** Makes a server's URL demand TLS, unless the server is local or `isOff`. */
export function withTls(server: keyof typeof TLS, url: string, isOff: boolean): string {
  const parsed = new URL(url);
  if (isOff || isLocal(parsed)) return url;
  const { set, dropped } = TLS[server];
  for (const name of dropped) parsed.searchParams.delete(name);
  for (const [name, value] of Object.entries(set(parsed))) parsed.searchParams.set(name, value);
  return parsed.href;
}
