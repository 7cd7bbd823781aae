import { eachStoredFile, type StoredFileRow } from "~/domain/media/stored-files.server";
import { unchanged } from "~/domain/media/unchanged.server";
import { isOnDisk, MediaDamaged, MediaMissing, putOnDisk, readMedia } from "~/services/media-store.server";

/** Numbers of stored files; each copy of a photo counts as one. */
export type FetchedMedia = { fetched: number; present: number; failed: { key: string; problem: string }[] };

/**
 * Copies every file from Cloudinary to this machine's media folder, and yields the sum after each batch. May be
 * interrupted and repeated, also while people add and delete files.
 * @throws MediaUnavailable when Cloudinary does not answer or the folder cannot be written
 */
export async function* fetchMedia(): AsyncGenerator<FetchedMedia> {
  const sum: FetchedMedia = { fetched: 0, present: 0, failed: [] };
  const batches = eachStoredFile(async (key, row) => {
    try {
      if (await isOnDisk(key, row.kind)) sum.present += 1;
      else {
        await fetchFile(key, row);
        sum.fetched += 1;
      }
    } catch (error) {
      if (!(error instanceof MediaMissing || error instanceof MediaDamaged)) throw error;
      sum.failed.push({ key, problem: error instanceof MediaMissing ? "is missing" : "is damaged" });
    }
  });
  for await (const _ of batches) yield sum;
}

async function fetchFile(key: string, { storageKey, kind, bytes, sha256 }: StoredFileRow): Promise<void> {
  const content = await readMedia(key, { kind });
  const isOriginal = key === storageKey;
  const checked = isOriginal ? unchanged(content, { bytes, ...(sha256 && { sha256 }) }) : content;
  const contentType = "application/octet-stream";
  await putOnDisk(key, checked, { kind, contentType }).finally(() => content.destroy());
}
