import { z } from "zod";
import { type Canonical, canonicalJson } from "./canonical-json";
import { fromHex, toHex } from "./hex";

/** See docs/certificate-format.md. */
export const MANIFEST_FORMAT = "amberkeep-seal-1";

const id = z.string().regex(/^[a-z0-9]{24}$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const sealedFile = z.strictObject({
  /** Starts at 1. */
  position: z.int().min(1),
  kind: z.string().regex(/^[a-z]{1,10}$/),
  bytes: z.int().min(0),
  digest,
  captionDigest: digest,
});

export const manifestSchema = z.strictObject({
  format: z.literal(MANIFEST_FORMAT),
  /** The base URL of the installation that sealed it. */
  issuer: z.url({ protocol: /^https?$/ }).regex(/^[!-~]+$/),
  keyId: id,
  vault: id,
  sealedAt: z.iso.datetime({ precision: 3 }),
  deliveryDate: z.iso.date(),
  deliveryTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** An IANA zone, possibly unknown to this runtime. */
  deliveryZone: z.string().regex(/^[A-Za-z][\w+/-]{0,63}$/),
  titleDigest: digest,
  messageDigest: digest,
  files: z.array(sealedFile),
});

export type Manifest = z.output<typeof manifestSchema>;

/** `sha256` is of a file's bytes, in hex; `files` is in order of position. */
export type SealedContent = {
  vault: string;
  sealedAt: Date;
  deliveryDate: string;
  deliveryTime: string;
  deliveryZone: string;
  title: string;
  message: string;
  files: { kind: string; bytes: number; sha256: string; caption: string }[];
};

/** `salt` (32 random bytes per vault) keeps short messages and known pictures from being guessed. */
export async function manifestOf(
  content: SealedContent,
  salt: Uint8Array<ArrayBuffer>,
  { issuer, keyId }: { issuer: string; keyId: string },
): Promise<Manifest> {
  const of = async (label: string, text: string) => saltedDigest(salt, label, await sha256(text));
  const files = content.files.map(async (file, index) => ({
    position: index + 1,
    kind: file.kind,
    bytes: file.bytes,
    digest: await saltedDigest(salt, `file ${index + 1}`, file.sha256),
    captionDigest: await of(`caption ${index + 1}`, file.caption),
  }));
  return {
    format: MANIFEST_FORMAT,
    issuer,
    keyId,
    vault: content.vault,
    sealedAt: content.sealedAt.toISOString(),
    deliveryDate: content.deliveryDate,
    deliveryTime: content.deliveryTime,
    deliveryZone: content.deliveryZone,
    titleDigest: await of("title", content.title),
    messageDigest: await of("message", content.message),
    files: await Promise.all(files),
  };
}

/** The text that is signed. */
export function manifestText(manifest: Manifest): string {
  return canonicalJson(manifest satisfies Canonical);
}

/** HMAC-SHA-256 (RFC 2104) of label, line feed and `contentSha256`; the label tells equal contents apart. */
export async function saltedDigest(
  salt: Uint8Array<ArrayBuffer>,
  label: string,
  contentSha256: string,
): Promise<string> {
  const key = await crypto.subtle.importKey("raw", salt, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const text = new TextEncoder().encode(`${label}\n${contentSha256}`);
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}

/** Of the UTF-8 bytes, in hex. */
export async function sha256(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/** Verifies an Ed25519 signature (RFC 8032, 128 hex digits) of `text` by `publicKey` (64 hex digits). */
export async function isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", fromHex(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, fromHex(signature), new TextEncoder().encode(text));
  } catch {
    return false;
  }
}
