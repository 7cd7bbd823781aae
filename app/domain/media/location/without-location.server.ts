import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { log } from "~/services/log.server";
import { MediaDamaged, readMedia } from "~/services/media-store.server";
import { buffered, limitReading, type StoredFile, storedFile } from "../inspection/stored-file.server";
import type { MediaKind } from "../media";
import { isoPatches } from "./iso-location.server";
import { matroskaPatches } from "./matroska-location.server";
import { oggPatches } from "./ogg-location.server";
import { applyPatches, type Patch } from "./patch";
import { riffPatches } from "./riff-location.server";
import { soundPatches } from "./sound-location.server";

type Recording = { storageKey: string; kind: MediaKind; bytes: number; contentType: string };

const FIND: Record<string, (file: StoredFile) => Promise<Patch[]>> = {
  "video/mp4": isoPatches,
  "audio/mp4": isoPatches,
  "video/quicktime": isoPatches,
  "video/webm": matroskaPatches,
  "audio/webm": matroskaPatches,
  "video/x-matroska": matroskaPatches,
  "audio/x-matroska": matroskaPatches,
  "video/vnd.avi": riffPatches,
  "audio/wav": riffPatches,
  "audio/mpeg": soundPatches,
  "audio/aac": soundPatches,
  "audio/ogg": oggPatches,
};

const MB = 1024 ** 2;
/** In bytes, about: an object of two numbers in an array. */
const PATCH_BYTES = 64;

/** Players request ranges of one file many times. */
const remembered = new LRUCache<string, Patch[], Recording>({
  max: 200,
  maxSize: 32 * MB,
  sizeCalculation: (patches) => patches.reduce((sum, { head }) => sum + PATCH_BYTES + (head?.length ?? 0), 1),
  fetchMethod: (_, __, { context }) => limitReading(() => findStoredPatches(context)),
  // A result that is evicted while it is being computed still reaches its caller.
  ignoreFetchAbort: true,
});

/**
 * A recording, or a range of it in bytes with both ends included, without the container's metadata, and so without the
 * place where it was made. Length and playback stay the same.
 * @throws what `readMedia` throws; MediaDamaged also for a structure that cannot be read
 */
export async function readWithoutLocation(
  file: Recording,
  range: { start: number; end: number } = { start: 0, end: file.bytes - 1 },
): Promise<Readable> {
  const patches = await remembered.forceFetch(file.storageKey, { context: file });
  const content = await readMedia(file.storageKey, { kind: file.kind, ...range });
  if (patches.length === 0) return content;
  const whole = Readable.from(patched(content, range.start, patches), { objectMode: false });
  // The generator does not run if nothing is read.
  return whole.once("close", () => content.destroy());
}

async function* patched(content: Readable, start: number, patches: Patch[]): AsyncGenerator<Buffer> {
  let at = start;
  for await (const piece of content) {
    yield applyPatches(piece as Buffer, at, patches);
    at += (piece as Buffer).length;
  }
}

/** @throws MediaDamaged for a structure that cannot be read, as no later attempt could either */
async function findStoredPatches(file: Recording): Promise<Patch[]> {
  const stored = storedFile(file);
  let hasFailed = false;
  const read: StoredFile["read"] = (start, length) =>
    stored.read(start, length).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
  try {
    return await findPatches({ ...stored, read }, file.contentType);
  } catch (error) {
    if (hasFailed) throw error;
    log.error({ err: error, storageKey: file.storageKey }, "a recording cannot be shared");
    throw new MediaDamaged();
  }
}

/** Sorted by their start. @throws Error for a type that is not known here */
export async function findPatches(file: StoredFile, contentType: string): Promise<Patch[]> {
  const find = FIND[contentType];
  if (!find) throw new Error(`The location cannot be removed from ${contentType}.`);
  const patches = (await find(buffered(file))).filter(({ start, end }) => end > start);
  return patches.sort((one, other) => one.start - other.start);
}
