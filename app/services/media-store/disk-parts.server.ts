import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import {
  encryptedBytes,
  makeFolder,
  openEncrypted,
  readSegments,
  settle,
  writeFully,
  writeSegments,
} from "./disk-file.server";
import {
  createEncryptor,
  createFileKey,
  decryptSegment,
  type FileKey,
  HEADER_BYTES,
  OVERHEAD_BYTES,
  readFully,
  SEGMENT_BYTES,
  STORED_SEGMENT_BYTES,
  segmentPosition,
} from "./encrypted-file.server";
import { cutSource } from "./part-source.server";
import { MediaDamaged, MediaMissing, type MediaSource, PartOutOfOrder } from "./store.server";
import { createTurns } from "./turns.server";

/** What lies whole on the disk of a file that is being received: complete segments, and the last one, if it is short. */
type Received = { fileKey: FileKey; segments: number; tailBytes: number; hashed: Hashed };
/** SHA-256 of the first `bytes` bytes of a file. */
type Hashed = { digest: Hash; bytes: number };
type Part = { start: number; total: number; source: MediaSource };

/** How many segments are read at a time. */
const READ_SEGMENTS = 4;

/** Files of which this process knows how far they have come, without reading them again. */
const KNOWN_AT_MOST = 1000;

/**
 * Receives files in parts, each appended as segments of the file that it becomes, so that finishing writes one end mark.
 * Nothing is flushed before: what a power failure takes is found missing when the file is looked at again, and sent again.
 */
export function createDiskParts() {
  const known = new Map<string, Received>();
  const turns = createTurns();

  function remember(key: string, received: Received): Received {
    known.delete(key);
    known.set(key, received);
    const [oldest] = known.keys();
    if (known.size > KNOWN_AT_MOST && oldest !== undefined) known.delete(oldest);
    return received;
  }

  /** Opens what has come so far. What this process did not write itself, or another has written to, is read and checked. */
  async function openPart(path: string, key: string) {
    const opened = await openEncrypted(`${path}.part`, key, "r+").catch(unlessDamaged);
    if (!opened) return undefined;
    const { file, fileKey, storedBytes } = opened;
    try {
      const before = known.get(key);
      const isOurs = before?.fileKey.dataKey.equals(fileKey.dataKey) && storedLength(before) === storedBytes;
      const received =
        before && isOurs
          ? before
          : { fileKey, ...(await measure(file, fileKey, storedBytes)), hashed: nothingHashed() };
      return { file, received: remember(key, received) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async function begin(path: string, key: string) {
    await makeFolder(dirname(path));
    const file = await open(`${path}.part`, "w", 0o600);
    const { fileKey, header } = createFileKey(key);
    await writeFully(file, [header], 0);
    return { file, received: remember(key, { fileKey, segments: 0, tailBytes: 0, hashed: nothingHashed() }) };
  }

  async function append(file: FileHandle, received: Received, { start, total, source }: Part, givenUp: AbortSignal) {
    if (received.tailBytes > 0 && contentLength(received) !== total) received.tailBytes = 0;
    const before = contentLength(received);
    if (start > before) throw new PartOutOfOrder(before);
    if (before === total) return;
    await hashRest(file, received);
    const digest = received.hashed.digest.copy();
    const encryptor = createEncryptor(received.fileKey, received.segments);
    let now = before;
    const rest = cutSource(source, { skip: before - start, atMost: total - before, givenUp });
    try {
      await writeSegments(file, encryptor, rest, {
        onChunk: (chunk) => {
          now += chunk.length;
          digest.update(chunk);
        },
        onWritten: (segments) => {
          received.segments = segments;
        },
        atEnd: (pieces) => {
          if (now === total) encryptor.close(pieces);
        },
      });
      if (now === total) received.tailBytes = total % SEGMENT_BYTES;
      if (now === contentLength(received)) received.hashed = { digest, bytes: now };
    } finally {
      await file.truncate(storedLength(received));
    }
  }

  return {
    receive: (path: string, key: string, part: Part) =>
      turns.takeOver(key, async (givenUp) => {
        const finished = await encryptedBytes(`${path}.enc`, key);
        if (finished !== undefined) return { receivedBytes: finished };
        const { file, received } = (await openPart(path, key)) ?? (await begin(path, key));
        try {
          await append(file, received, part, givenUp);
        } finally {
          await file.close();
        }
        return { receivedBytes: contentLength(received) };
      }),

    async receivedBytes(path: string, key: string): Promise<number> {
      const underWay = turns.isTaken(key) && known.get(key);
      if (underWay) return contentLength(underWay);
      return turns.waitFor(key, async () => {
        const finished = await encryptedBytes(`${path}.enc`, key);
        if (finished !== undefined) return finished;
        const opened = await openPart(path, key);
        await opened?.file.close();
        return opened ? contentLength(opened.received) : 0;
      });
    },

    finish: (path: string, key: string, total: number) =>
      turns.takeOver(key, async () => {
        const finished = await encryptedBytes(`${path}.enc`, key);
        if (finished === total) return {};
        const opened = await openPart(path, key);
        if (!opened) throw finished === undefined ? new MediaMissing() : new PartOutOfOrder(finished);
        const { file, received } = opened;
        try {
          if (contentLength(received) !== total) throw new PartOutOfOrder(contentLength(received));
          await hashRest(file, received);
          const mark: Buffer[] = [];
          createEncryptor(received.fileKey, Math.ceil(total / SEGMENT_BYTES)).mark(mark);
          await writeFully(file, mark, storedLength(received));
          await file.truncate(storedLength(received) + OVERHEAD_BYTES);
          await settle(file, `${path}.part`, `${path}.enc`);
          known.delete(key);
          return { sha256: received.hashed.digest.digest("hex") };
        } finally {
          await file.close();
        }
      }),

    /** Runs `remove` while nobody receives the file. */
    forget: (key: string, remove: () => Promise<void>) =>
      turns.takeOver(key, () => {
        known.delete(key);
        return remove();
      }),
  };
}

const contentLength = ({ segments, tailBytes }: Received) => segments * SEGMENT_BYTES + tailBytes;
const storedLength = ({ segments, tailBytes }: Received) =>
  segmentPosition(segments) + (tailBytes > 0 ? tailBytes + OVERHEAD_BYTES : 0);

const nothingHashed = (): Hashed => ({ digest: createHash("sha256"), bytes: 0 });

/** Hashes what was not hashed on its way: what came before a restart, and what is left of a part that broke off. */
async function hashRest(file: FileHandle, received: Received): Promise<void> {
  const bytes = contentLength(received);
  if (received.hashed.bytes > bytes) received.hashed = nothingHashed();
  const { hashed, fileKey } = received;
  while (hashed.bytes < bytes) {
    const first = hashed.bytes / SEGMENT_BYTES;
    const last = Math.min(first + READ_SEGMENTS, Math.ceil(bytes / SEGMENT_BYTES)) - 1;
    for (const content of await readSegments(file, fileKey, { first, last, bytes })) {
      hashed.digest.update(content);
      hashed.bytes += content.length;
    }
  }
}

/** How much of a file is whole, from its beginning. Behind a short last segment there may be an end mark already. */
async function measure(file: FileHandle, fileKey: FileKey, storedBytes: number) {
  const isWhole = async (index: number, length: number) => {
    try {
      decryptSegment(fileKey, index, await readFully(file, segmentPosition(index), length));
      return true;
    } catch (error) {
      return unlessDamaged(error) ?? false;
    }
  };
  const body = storedBytes - HEADER_BYTES;
  const complete = Math.floor(body / STORED_SEGMENT_BYTES);
  for (let index = 0; index < complete; index++) {
    if (!(await isWhole(index, STORED_SEGMENT_BYTES))) return { segments: index, tailBytes: 0 };
  }
  const rest = body % STORED_SEGMENT_BYTES;
  for (const length of [rest, rest - OVERHEAD_BYTES]) {
    if (length > OVERHEAD_BYTES && (await isWhole(complete, length)))
      return { segments: complete, tailBytes: length - OVERHEAD_BYTES };
  }
  return { segments: complete, tailBytes: 0 };
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof MediaDamaged)) throw error;
}
