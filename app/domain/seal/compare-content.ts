import { fromHex } from "./hex";
import { type Manifest, saltedDigest } from "./manifest";

export type SealedPart = "title" | "message" | `file ${number}` | `caption ${number}`;

/** Usually one or none. `salt` is the certificate's and `contentSha256` that of the bytes, both in hex. */
export async function partsWith(manifest: Manifest, salt: string, contentSha256: string): Promise<SealedPart[]> {
  const parts: [SealedPart, string][] = [
    ["title", manifest.titleDigest],
    ["message", manifest.messageDigest],
    ...manifest.files.flatMap(({ position, digest, captionDigest }): [SealedPart, string][] => [
      [`file ${position}`, digest],
      [`caption ${position}`, captionDigest],
    ]),
  ];
  const found: SealedPart[] = [];
  for (const [label, digest] of parts) {
    if ((await saltedDigest(fromHex(salt), label, contentSha256)) === digest) found.push(label);
  }
  return found;
}
