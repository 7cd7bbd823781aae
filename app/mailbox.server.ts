import { domainToASCII } from "node:url";

export type Mailbox = { name: string; address: string };

// RFC 5321, 4.5.3.1: octets of a local part, a domain, and a path without its brackets.
const LOCAL_OCTETS = 64;
const DOMAIN_OCTETS = 253;
const ADDRESS_OCTETS = 254;

// RFC 5322, 3.2.3 `atext` with RFC 6531's non-ASCII letters. Dots may be anywhere, as in addresses of some providers.
const DOT_ATOM = /^[\p{L}\p{M}\p{N}\p{So}!#$%&'*+/=?^_`{|}~.-]+$/u;
const QUOTED = /^"(?:[^"\\\p{Cc}]|\\[ -~])+"$/u;
const DOMAIN = /^(?=.*[a-z])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Accepts plus signs, quoted local parts, unicode and IDN domains (as Punycode).
 * @returns `null` for what a header or an envelope cannot carry unchanged
 */
export function readMailbox({ name, address }: { name?: string; address: string }): Mailbox | null {
  const given = address.trim();
  const at = given.lastIndexOf("@");
  const local = given.slice(0, at);
  const domain = domainToASCII(given.slice(at + 1));
  if (at < 1 || !(DOT_ATOM.test(local) || QUOTED.test(local)) || !DOMAIN.test(domain)) return null;
  const whole = `${local}@${domain}`;
  if (octets(local) > LOCAL_OCTETS || domain.length > DOMAIN_OCTETS || octets(whole) > ADDRESS_OCTETS) return null;
  return { name: singleLine(name ?? ""), address: whole };
}

/** Reads `mia@example.org` or `Mia <mia@example.org>`, whose name may be quoted, as `formatMailbox` writes it. */
export function readSender(text: string): Mailbox | null {
  const [, given = "", address = text] = /^([^<]*|"(?:[^"\\]|\\.)*"\s*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const name = given.trim();
  const isQuoted = /^".*"$/.test(name);
  return readMailbox({ name: isQuoted ? name.slice(1, -1).replace(/\\(.)/g, "$1") : name, address });
}

/** For a header: no line ends or other control characters, bidi controls or lone surrogates. */
export function singleLine(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, "\u{FFFD}")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Bidi_Control}/gu, "")
    .trim();
}

/** `"Mia, \"M\"" <mia@example.org>` (RFC 5322). */
export function formatMailbox({ name, address }: Mailbox): string {
  return name ? `"${name.replace(/["\\]/g, "\\$&")}" <${address}>` : address;
}

function octets(text: string): number {
  return Buffer.byteLength(text);
}
