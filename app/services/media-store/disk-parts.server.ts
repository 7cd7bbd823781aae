import { createHash, type Hash, type KeyObject } from "node:crypto";
import { dirname } from "node:path";
import { createKeyQueue } from "../key-queue.server";
import { makeFolder, moveIntoPlace } from "./disk-folder.server";
import {
  appendContent,
  completeBytes,
  contentBytes,
  createEncrypted,
  type EncryptedFile,
  openEncrypted,
  readContent,
  SEGMENT_BYTES,
  truncateFile,
  unlessDamaged,
} from "./encrypted-file.server";
import { restOf } from "./media-source.server";
import { MediaMissing, type MediaSource, PartOutOfOrder } from "./store.server";

type Part = { start: number; total: number; source: MediaSource };
type Hashed = { digest: Hash; bytes: number; dataKey: KeyObject };

/** Files hashed as they arrive; others are read again when they are finished. */
const HASHED_AT_MOST = 1000;

/** Appends to `<key>.part`, which becomes `<key>.enc`. Flushed only then: what a power failure takes is sent again. */
export function createDiskParts() {
  const queue = createKeyQueue();
  const hashes = createHashCache();

  async function append(key: string, encrypted: EncryptedFile, part: Part, superseded: AbortSignal): Promise<number> {
    const { start, total, source } = part;
    const { bytes: before, isWhole } = await progressOf(encrypted, total);
    if (start > before) throw new PartOutOfOrder(before);
    if (isWhole) return before;
    await truncateFile(encrypted, before);
    const hashed = hashes.take(key, encrypted, before);
    const rest = restOf(source, { skip: before - start, atMost: total - before, superseded });
    const content = hashed ? hashing(rest, hashed) : rest;
    const bytes = await appendContent(encrypted, content, { from: before, isWhole: (reached) => reached === total });
    if (hashed?.bytes === bytes) hashes.keep(key, hashed);
    return bytes;
  }

  async function finish(path: string, key: string, encrypted: EncryptedFile, total: number): Promise<string> {
    const { bytes, isWhole } = await progressOf(encrypted, total);
    if (bytes !== total) throw new PartOutOfOrder(bytes);
    // A crash may have taken the end mark alone.
    if (!isWhole) await appendContent(encrypted, Buffer.alloc(0), { from: bytes, isWhole: () => true });
    const digest = hashes.take(key, encrypted, total)?.digest ?? (await hashContent(encrypted, total));
    await moveIntoPlace(encrypted.file, `${path}.part`, `${path}.enc`);
    return digest.digest("hex");
  }

  return {
    receive: (path: string, key: string, part: Part) =>
      queue.takeOver(key, async (superseded) => {
        const finished = await finishedBytes(path, key);
        if (finished !== undefined) return { receivedBytes: finished };
        const encrypted = (await openPart(path, key, "r+")) ?? (await createPart(path, key));
        try {
          return { receivedBytes: await append(key, encrypted, part, superseded) };
        } finally {
          await encrypted.file.close();
        }
      }),

    /** Does not wait for a part being received. A file may be finished in between, so `.enc` is checked again. */
    receivedBytes: async (path: string, key: string): Promise<number> =>
      (await finishedBytes(path, key)) ?? (await unfinishedBytes(path, key)) ?? (await finishedBytes(path, key)) ?? 0,

    finish: (path: string, key: string, total: number) =>
      queue.takeOver(key, async () => {
        const finished = await finishedBytes(path, key);
        if (finished === total) return {};
        const encrypted = await openPart(path, key, "r+");
        if (!encrypted) throw finished === undefined ? new MediaMissing() : new PartOutOfOrder(finished);
        try {
          return { sha256: await finish(path, key, encrypted, total) };
        } finally {
          await encrypted.file.close();
        }
      }),

    forget: (key: string, remove: () => Promise<void>) =>
      queue.takeOver(key, () => {
        hashes.forget(key);
        return remove();
      }),
  };
}

function createHashCache() {
  const hashes = new Map<string, Hashed>();
  return {
    /** Undefined if the file has more content than was hashed here. */
    take(key: string, { dataKey }: EncryptedFile, bytes: number): Hashed | undefined {
      const hashed = hashes.get(key);
      hashes.delete(key);
      if (hashed?.bytes === bytes && hashed.dataKey.equals(dataKey)) return hashed;
      return bytes === 0 ? { digest: createHash("sha256"), bytes, dataKey } : undefined;
    },
    keep(key: string, hashed: Hashed): void {
      hashes.set(key, hashed);
      const [oldest] = hashes.keys();
      if (hashes.size > HASHED_AT_MOST && oldest !== undefined) hashes.delete(oldest);
    },
    forget: (key: string) => void hashes.delete(key),
  };
}

async function createPart(path: string, key: string): Promise<EncryptedFile> {
  await makeFolder(dirname(path));
  return createEncrypted(`${path}.part`, key, "w");
}

const openPart = (path: string, key: string, flags?: string) =>
  openEncrypted(`${path}.part`, key, flags).catch(unlessDamaged);

async function finishedBytes(path: string, key: string): Promise<number | undefined> {
  const encrypted = await openEncrypted(`${path}.enc`, key);
  if (!encrypted) return undefined;
  return contentBytes(encrypted).finally(() => encrypted.file.close());
}

async function unfinishedBytes(path: string, key: string): Promise<number | undefined> {
  const encrypted = await openPart(path, key);
  if (!encrypted) return undefined;
  const { bytes } = await progressOf(encrypted).finally(() => encrypted.file.close());
  return bytes;
}

/** A file that ends at another length than `total` is continued before its last segment. */
async function progressOf(encrypted: EncryptedFile, total?: number): Promise<{ bytes: number; isWhole: boolean }> {
  const bytes = await contentBytes(encrypted).catch(unlessDamaged);
  if (bytes === undefined) return { bytes: await completeBytes(encrypted), isWhole: false };
  const isWhole = bytes === (total ?? bytes);
  return { bytes: isWhole ? bytes : bytes - (bytes % SEGMENT_BYTES), isWhole };
}

async function* hashing(source: AsyncIterable<Uint8Array>, hashed: Hashed): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    hashed.digest.update(piece);
    hashed.bytes += piece.length;
    yield piece;
  }
}

/** @throws PartOutOfOrder when a power failure damaged the file, which then ends before the damage */
async function hashContent(encrypted: EncryptedFile, bytes: number): Promise<Hash> {
  const digest = createHash("sha256");
  let intact = 0;
  try {
    for await (const content of readContent(encrypted, { start: 0, end: bytes - 1, bytes })) {
      digest.update(content);
      intact += content.length;
    }
    return digest;
  } catch (error) {
    unlessDamaged(error);
    await truncateFile(encrypted, intact);
    throw new PartOutOfOrder(intact);
  }
}
