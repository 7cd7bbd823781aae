import { createHash } from "node:crypto";

/** A Bloom filter: contains all listed passwords, and one in 2,000 others by mistake. */
export const FILTER_BYTES = 200_000;
const HASHES = 11;

export function createFilter(passwords: Iterable<string>): Buffer {
  const filter = Buffer.alloc(FILTER_BYTES);
  for (const password of passwords) {
    for (const bit of bitsOf(password)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return filter;
}

export function isInFilter(filter: Buffer, password: string): boolean {
  return bitsOf(password).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** Two hashes give all the others (Kirsch and Mitzenmacher, 2006). Case does not matter. */
function bitsOf(password: string): number[] {
  const digest = createHash("sha256").update(password.toLowerCase()).digest();
  const [first, second] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  return Array.from({ length: HASHES }, (_, index) => (first + index * second) % (FILTER_BYTES * 8));
}
