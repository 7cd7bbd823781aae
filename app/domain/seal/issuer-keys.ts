import { MANIFEST_FORMAT } from "./manifest";

/** A key of this installation as everybody may know it. `publicKey` is raw, in 64 hexadecimal digits. */
export type IssuerKey = { keyId: string; publicKey: string; createdAt: Date; retiredAt: Date | null };

/** The page that `/.well-known/amberkeep.json` is: docs/certificate-format.md says what its members mean. */
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
