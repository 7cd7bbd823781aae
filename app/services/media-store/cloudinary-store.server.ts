import * as clock from "~/services/clock.server";
import { parseAccount } from "./cloudinary-account.server";
import { createCloudinaryClient } from "./cloudinary-client.server";
import { download } from "./cloudinary-download.server";
import type { Patience } from "./cloudinary-problem.server";
import { sendFile } from "./cloudinary-upload.server";
import {
  checkKey,
  type MediaKind,
  MediaMissing,
  type MediaStore,
  MediaUnavailable,
  PartOutOfOrder,
} from "./store.server";
import { createKeyQueue } from "./key-queue.server";

const PATIENCE: Patience = { timeoutMs: 20_000, pausesMs: [300, 1500] };

/**
 * Keeps files at Cloudinary (docs/decisions/0016-two-media-stores.md). Parts that come through us are collected on
 * `disk`, since Cloudinary cannot be asked how far it has come, and sent when they are whole. What is on `disk` is read
 * from there, so files from before Cloudinary was set up are found, too.
 * @param url `cloudinary://key:secret@cloud`
 */
export function createCloudinaryStore(url: string, disk: MediaStore, patience = PATIENCE): MediaStore {
  const client = createCloudinaryClient(parseAccount(url), patience);
  const queue = createKeyQueue();
  const sign = (key: string, kind: MediaKind) => {
    checkKey(key);
    return client.sign(key, kind, clock.now());
  };
  // Where everything has always gone to Cloudinary there is no media folder, and nothing in it.
  const deleteHere = (key: string, kind: MediaKind) => disk.delete(key, kind).catch(unlessUnavailable);
  const lengthThere = async (key: string, kind: MediaKind) => (await client.find(key, kind))?.bytes;

  return {
    directUploadOrigin: new URL(sign("origin", "photo").url).origin,
    directUpload: sign,

    async put(key, source, { kind }) {
      checkKey(key);
      await sendFile(client, key, kind, source);
      await deleteHere(key, kind);
    },

    async read(key, range) {
      try {
        return await disk.read(key, range);
      } catch (error) {
        // A machine without a media folder has nothing of an earlier time there.
        if (!(error instanceof MediaMissing || error instanceof MediaUnavailable)) throw error;
        return download(() => client.link(key, range.kind, clock.now()), range, patience);
      }
    },

    async delete(key, kind) {
      checkKey(key);
      await queue.run(key, async () => {
        await deleteHere(key, kind);
        await client.destroy(key, kind);
      });
    },

    async receivePart(key, part) {
      const isFirst = (await disk.receivedBytes(key, part.kind)) === 0;
      const bytes = isFirst ? await lengthThere(key, part.kind) : undefined;
      return bytes === undefined ? disk.receivePart(key, part) : { receivedBytes: bytes };
    },

    async receivedBytes(key, kind) {
      return (await disk.receivedBytes(key, kind)) || ((await lengthThere(key, kind)) ?? 0);
    },

    async finishParts(key, { kind, total }) {
      checkKey(key);
      return queue.run(key, async () => {
        if ((await disk.receivedBytes(key, kind)) > 0) {
          const finished = await disk.finishParts(key, { kind, total });
          await sendFile(client, key, kind, await disk.read(key, { kind }));
          await deleteHere(key, kind);
          return finished;
        }
        const bytes = await lengthThere(key, kind);
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
