import { z } from "zod";
import { isSignedBy, type Manifest, manifestSchema, manifestText, sha256 } from "./manifest";

const certificateSchema = z.strictObject({
  manifest: manifestSchema,
  /** Ed25519 over the manifest's canonical form, 128 hex digits. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  /** Raw, 64 hex digits: to be compared with the one that the issuer publishes under `manifest.keyId`. */
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  /** What was mixed into the digests, 64 hex digits: only in the copies of those who may read the content. */
  salt: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** What a sealed vault's owner is given, and what anybody can check. Without salt it gives nothing of the content away. */
export type Certificate = z.output<typeof certificateSchema>;

const BEGIN = "-----BEGIN AMBERKEEP CERTIFICATE-----";
const END = "-----END AMBERKEEP CERTIFICATE-----";
const LINE = /.{1,64}/g;

/** A certificate as a file. */
export function certificateFile(certificate: Certificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}

/** A certificate as lines of 64 letters that mail programs leave alone: the file's text in base64 (RFC 7468). */
export function certificateLines(certificate: Certificate): string {
  const bytes = new TextEncoder().encode(JSON.stringify(certificate));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return [BEGIN, ...(base64.match(LINE) ?? []), END].join("\n");
}

/** Reads a certificate as a file or as lines out of a mail, quoted or not; undefined when there is none in `text`. */
export function parseCertificate(text: string): Certificate | undefined {
  try {
    const [, lines] = text.split(BEGIN);
    const json = lines === undefined ? text : fromBase64(lines.split(END)[0] ?? "");
    return certificateSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function fromBase64(lines: string): string {
  const bytes = Uint8Array.from(atob(lines.replace(/[^A-Za-z0-9+/=]/g, "")), (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/**
 * Whether the certificate was signed by `publicKey` (64 hex digits), which must come from somewhere else than the
 * certificate: from its issuer. Needs no server.
 */
export function verifySignature(certificate: Certificate, publicKey: string): Promise<boolean> {
  return isSignedBy(publicKey, certificate.signature, manifestText(certificate.manifest));
}

/** The SHA-256 of what was signed, in sixteen groups of four, for eyes to compare. */
export function fingerprintOf(manifest: Manifest): Promise<string> {
  return fingerprintOfText(manifestText(manifest));
}

/** The same of a manifest that is still in its canonical form. */
export async function fingerprintOfText(manifest: string): Promise<string> {
  return ((await sha256(manifest)).match(/.{4}/g) ?? []).join(" ");
}
