import { MANIFEST_FORMAT } from "./manifest";

/** `publicKey` is raw, 64 hex digits. */
export type IssuerKey = { keyId: string; publicKey: string; createdAt: Date; retiredAt: Date | null };

/** The body of `/.well-known/amberkeep.json` (see docs/certificate-format.md). */
export function issuerPage(issuer: string, keys: IssuerKey[]): string {
  const listed = keys.map(({ keyId, publicKey, createdAt, retiredAt }) => ({
    keyId,
    algorithm: "Ed25519",
    publicKey,
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  }));
  return `${JSON.stringify({ issuer, formats: [MANIFEST_FORMAT], keys: listed }, null, 2)}\n`;
}
