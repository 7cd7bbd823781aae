import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import { env } from "~/env.server";

/** In milliseconds, for each try. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;

/** Reserved names (RFC 2606, RFC 6761), whose DNS records mean nothing for mail. */
const RESERVED = /(^|\.)(test|example|invalid|localhost|local|example\.(com|net|org))$/;

/** `unknown`: no response, or a nonsensical one, which says nothing about the address. */
export type DomainStatus = "takes_mail" | "takes_none" | "unknown";

/** `takes_mail`: mail servers or at least an address (RFC 5321, 5.1), and no null MX (RFC 7505). Never throws. */
export async function checkMailDomain(email: string): Promise<DomainStatus> {
  const domain = domainToASCII(email.slice(email.lastIndexOf("@") + 1)).toLowerCase();
  if (!domain.includes(".") || RESERVED.test(domain)) return "unknown";
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (env.DNS_SERVERS) resolver.setServers(env.DNS_SERVERS.split(","));
  const mailServers = await resolver.resolveMx(domain).catch(statusOfDomain);
  if (mailServers === "unknown") return "unknown";
  if (Array.isArray(mailServers) && mailServers.length > 0) {
    return mailServers.some(({ exchange }) => exchange !== "" && exchange !== ".") ? "takes_mail" : "takes_none";
  }
  const addresses = await Promise.all([
    resolver.resolve4(domain).catch(statusOfDomain),
    resolver.resolve6(domain).catch(statusOfDomain),
  ]);
  if (addresses.some((found) => Array.isArray(found) && found.length > 0)) return "takes_mail";
  return addresses.includes("unknown") ? "unknown" : "takes_none";
}

/** ENODATA: no such record. ENOTFOUND: no such name. Other errors prove nothing. */
function statusOfDomain(error: unknown): "takes_none" | "unknown" {
  const code = (error as { code?: string }).code;
  return code === "ENODATA" || code === "ENOTFOUND" ? "takes_none" : "unknown";
}
