import { fromHex } from "./hex";
import { type Manifest, saltedDigest } from "./manifest";

/** A part of a vault that a certificate has a digest of. */
export type SealedPart = "title" | "message" | `file ${number}`;

/**
 * Which parts of what was sealed have exactly this content; usually one or none. `salt` is the certificate's own, in
 * hexadecimal digits, and `contentSha256` is that of the bytes.
 */
export async function partsWith(manifest: Manifest, salt: string, contentSha256: string): Promise<SealedPart[]> {
  const parts: [SealedPart, string][] = [
    ["title", manifest.titleDigest],
    ["message", manifest.messageDigest],
    ...manifest.files.map(({ position, digest }): [SealedPart, string] => [`file ${position}`, digest]),
  ];
  const found: SealedPart[] = [];
  for (const [label, digest] of parts) {
    if ((await saltedDigest(fromHex(salt), label, contentSha256)) === digest) found.push(label);
  }
  return found;
}
