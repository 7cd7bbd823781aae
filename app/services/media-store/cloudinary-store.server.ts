import * as clock from "~/services/clock.server";
import { createKeyQueue } from "../key-queue.server";
import { parseAccount } from "./cloudinary-account.server";
import { createCloudinaryClient } from "./cloudinary-client.server";
import { download } from "./cloudinary-download.server";
import type { RetryPolicy } from "./cloudinary-problem.server";
import { sendFile } from "./cloudinary-upload.server";
import {
  checkKey,
  type MediaKind,
  MediaMissing,
  type MediaStore,
  MediaUnavailable,
  PartOutOfOrder,
} from "./store.server";

const RETRY_POLICY: RetryPolicy = { timeoutMs: 20_000, pausesMs: [300, 1500] };

/**
 * Parts are collected on `disk`, since Cloudinary does not report progress, and sent when complete. Files on `disk` may
 * date from before Cloudinary was configured (docs/decisions/0016-media-stores.md).
 */
export function createCloudinaryStore(url: string, disk: MediaStore, policy = RETRY_POLICY): MediaStore {
  const client = createCloudinaryClient(parseAccount(url), policy);
  const queue = createKeyQueue();
  const sign = (key: string, kind: MediaKind) => {
    checkKey(key);
    return client.sign(key, kind, clock.now());
  };
  // An installation that has always used Cloudinary has no media folder.
  const deleteFromDisk = (key: string, kind: MediaKind) => disk.delete(key, kind).catch(unlessUnavailable);
  const remoteBytes = async (key: string, kind: MediaKind) => (await client.find(key, kind))?.bytes;

  return {
    directUploadOrigin: new URL(sign("origin", "photo").url).origin,
    directUpload: sign,

    async put(key, source, { kind }) {
      checkKey(key);
      await sendFile(client, key, kind, source);
      await deleteFromDisk(key, kind);
    },

    async read(key, range) {
      try {
        return await disk.read(key, range);
      } catch (error) {
        if (!(error instanceof MediaMissing || error instanceof MediaUnavailable)) throw error;
        return download(() => client.link(key, range.kind, clock.now()), range, policy);
      }
    },

    async delete(key, kind) {
      checkKey(key);
      await queue.run(key, async () => {
        await deleteFromDisk(key, kind);
        await client.destroy(key, kind);
      });
    },

    async receivePart(key, part) {
      const isFirst = (await disk.receivedBytes(key, part.kind)) === 0;
      const bytes = isFirst ? await remoteBytes(key, part.kind) : undefined;
      return bytes === undefined ? disk.receivePart(key, part) : { receivedBytes: bytes };
    },

    async receivedBytes(key, kind) {
      return (await disk.receivedBytes(key, kind)) || ((await remoteBytes(key, kind)) ?? 0);
    },

    async finishParts(key, { kind, total }) {
      checkKey(key);
      return queue.run(key, async () => {
        if ((await disk.receivedBytes(key, kind)) > 0) {
          const finished = await disk.finishParts(key, { kind, total });
          await sendFile(client, key, kind, await disk.read(key, { kind }));
          await deleteFromDisk(key, kind);
          return finished;
        }
        const bytes = await remoteBytes(key, kind);
        if (bytes === undefined) throw new MediaMissing();
        if (bytes !== total) throw new PartOutOfOrder(bytes);
        return {};
      });
    },
  };
}

function unlessUnavailable(error: unknown): void {
  if (!(error instanceof MediaUnavailable)) throw error;
}
