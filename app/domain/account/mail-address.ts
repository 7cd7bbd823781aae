/** In octets: RFC 5321, section 4.5.3.1. */
const LOCAL_MAX_LENGTH = 64;

// RFC 5322 `atext` with RFC 6531's letters beyond ASCII, or a quoted string; the spec allows no spaces in either.
const LOCAL_PART = /^(?:[\p{L}\p{M}\p{N}\p{So}!#$%&'*+/=?^_`{|}~.-]+|"[^"\\\s]+")$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DOMAIN_CHARACTERS = /^[\p{L}\p{M}\p{N}\p{Join_Control}.-]+$/u;

/** Stricter than the spec's "text, an @, text, a dot, text, no spaces": only what mail systems accept. Linear time. */
export function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  return (
    at > 0 && new Blob([local]).size <= LOCAL_MAX_LENGTH && LOCAL_PART.test(local) && isDomain(address.slice(at + 1))
  );
}

/**
 * With the domain in ASCII (RFC 5891), as Chrome submits it and mail is sent; other browsers keep what was typed. So
 * the same address is the same text in all of them.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (!DOMAIN_CHARACTERS.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return address.slice(0, at) + new URL(`http://${domain}`).hostname;
}

/** A domain in any script; its labels are checked in their ASCII form (RFC 5891). */
function isDomain(domain: string): boolean {
  if (!DOMAIN_CHARACTERS.test(domain) || !URL.canParse(`http://${domain}`)) return false;
  const labels = new URL(`http://${domain}`).hostname.split(".");
  const top = labels.at(-1) ?? "";
  // No mail goes to `.invalid` (RFC 2606), which also stands for erased accounts.
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /[a-z]/.test(top) && top !== "invalid";
}
