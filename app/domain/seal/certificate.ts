import { z } from "zod";
import { isSignedBy, type Manifest, manifestSchema, manifestText, sha256 } from "./manifest";

const certificateSchema = z.strictObject({
  manifest: manifestSchema,
  /** Ed25519 over the manifest's canonical form, 128 hex digits. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  /** Raw, 64 hex digits. Compare it with the one that the issuer publishes for `manifest.keyId`. */
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  /** The key of the digests, 64 hex digits: only in copies for viewers who may read the content. */
  salt: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** Without the salt a certificate reveals nothing of the content. */
export type Certificate = z.output<typeof certificateSchema>;

const BEGIN = "-----BEGIN AMBERKEEP CERTIFICATE-----";
const END = "-----END AMBERKEEP CERTIFICATE-----";
const LINE = /.{1,64}/g;

export function certificateFile(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

/** As base64 in lines of 64 characters (RFC 7468), which mail programs do not reflow. */
export function certificateLines(certificate: Certificate): string {
  const bytes = new TextEncoder().encode(JSON.stringify(certificate));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return [BEGIN, ...(base64.match(LINE) ?? []), END].join("\n");
}

/** From a file, the lines of a mail, quoted or not, or its source; undefined when `text` has none. */
export function parseCertificate(text: string): Certificate | undefined {
  try {
    const [, lines] = text.split(BEGIN);
    const json = lines === undefined ? text : fromBase64(lines.split(END)[0] ?? "");
    return certificateSchema.safeParse(JSON.parse(json.replace(/^\ufeff/, ""))).data;
  } catch {
    return undefined;
  }
}

/** Ends at the padding, which is `=3D` in the source of a mail. */
function fromBase64(lines: string): string {
  const base64 = lines.replace(/=.*/s, "").replace(/[^A-Za-z0-9+/]/g, "");
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** `publicKey` (64 hex digits) must come from the issuer, not from the certificate. Runs offline. */
export function verifySignature(certificate: Certificate, publicKey: string): Promise<boolean> {
  return isSignedBy(publicKey, certificate.signature, manifestText(certificate.manifest));
}

/** The SHA-256 in sixteen groups of four, for people to compare. */
export function fingerprintOf(manifest: Manifest): Promise<string> {
  return fingerprintOfText(manifestText(manifest));
}

/** `manifest` is in canonical form. */
export async function fingerprintOfText(manifest: string): Promise<string> {
  return ((await sha256(manifest)).match(/.{4}/g) ?? []).join(" ");
}
