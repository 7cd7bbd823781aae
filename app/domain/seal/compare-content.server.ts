import { isUtf8 } from "node:buffer";
import { createHash, createHmac } from "node:crypto";
import type { Manifest } from "./manifest";

export type SealedPart = "title" | "message" | `file ${number}` | `caption ${number}`;

/** `sha256` is of a file's bytes and `asText` of the same text with other line ends, all in hex. */
export type FileToCompare = { name: string; sha256: string; asText?: string[] };

/** `parts` is empty for an unsealed file. `isExact`: not only the same text with other line ends. */
export type ComparedFile = { name: string; parts: SealedPart[]; isExact: boolean; isEmpty: boolean };

const EMPTY = createHash("sha256").digest("hex");

/** `salt` is the certificate's, in hex. An empty file would match every caption that was left out. */
export function compareFile(
  manifest: Manifest,
  salt: string,
  { name, sha256, asText = [] }: FileToCompare,
): ComparedFile {
  if (sha256 === EMPTY) return { name, parts: [], isExact: false, isEmpty: true };
  const exact = partsWith(manifest, salt, sha256);
  if (exact.length > 0) return { name, parts: exact, isExact: true, isEmpty: false };
  const parts = asText.flatMap((other) => (other === EMPTY ? [] : partsWith(manifest, salt, other)));
  return { name, parts, isExact: false, isEmpty: false };
}

/** Editors may save a text with CR LF, with a byte order mark, or with one line end more or less. */
export function textDigests(content: Buffer): string[] {
  if (!isUtf8(content)) return [];
  const text = content
    .toString()
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n");
  const trimmed = text.trimEnd();
  return [...new Set([text, trimmed, `${trimmed}\n`])].map((other) => createHash("sha256").update(other).digest("hex"));
}

/** Usually one or none. */
function partsWith(manifest: Manifest, salt: string, contentSha256: string): SealedPart[] {
  const parts: [SealedPart, string][] = [
    ["title", manifest.titleDigest],
    ["message", manifest.messageDigest],
    ...manifest.files.flatMap(({ position, digest, captionDigest }): [SealedPart, string][] => [
      [`file ${position}`, digest],
      [`caption ${position}`, captionDigest],
    ]),
  ];
  const key = Buffer.from(salt, "hex");
  // Like `saltedDigest`, fifty times as fast, since there may be a hundred thousand.
  const digestOf = (label: string) => createHmac("sha256", key).update(`${label}\n${contentSha256}`).digest("hex");
  return parts.filter(([label, digest]) => digestOf(label) === digest).map(([label]) => label);
}
