import type { Readable } from "node:stream";
import type { MediaKind } from "~/domain/media/media";

export type { MediaKind } from "~/domain/media/media";

export type MediaSource = AsyncIterable<Uint8Array> | Buffer;

/** Where a browser posts the field `file`, and the signed fields that it has to send unchanged before it. */
export type DirectUpload = { url: string; fields: Record<string, string> };

/** A place for files. The functions are documented in media-store.server.ts. */
export type MediaStore = {
  put(key: string, source: MediaSource, file: { kind: MediaKind; contentType: string }): Promise<void>;
  read(key: string, range: { kind: MediaKind; start?: number; end?: number }): Promise<Readable>;
  delete(key: string, kind: MediaKind): Promise<void>;
  receivePart(
    key: string,
    part: { kind: MediaKind; start: number; total: number; source: MediaSource },
  ): Promise<{ receivedBytes: number }>;
  receivedBytes(key: string, kind: MediaKind): Promise<number>;
  finishParts(key: string, file: { kind: MediaKind; total: number }): Promise<{ sha256?: string }>;
  directUpload(key: string, kind: MediaKind): DirectUpload | undefined;
  directUploadOrigin: string | undefined;
};

/** A part that would leave a gap: the sender has to continue at `receivedBytes`. */
export class PartOutOfOrder extends Error {
  constructor(readonly receivedBytes: number) {
    super("A part of a file arrived before the part that precedes it.");
  }
}

/** A part that was abandoned because the same file is being sent again, as after a broken connection. */
export class PartSuperseded extends Error {
  constructor() {
    super("This part of a file is being received again.");
  }
}

export class PartTooLong extends Error {
  constructor() {
    super("A part exceeds the announced length of its file.");
  }
}

export class MediaMissing extends Error {
  constructor() {
    super("The media store has no file under this key.");
  }
}

/** A file that is not what was written: cut off, changed, or stored under another key. */
export class MediaDamaged extends Error {
  constructor() {
    super("A file of the media store was cut off or changed.");
  }
}

/** A file that the store rejects for good, as Cloudinary does when it cannot read it or finds it too large. */
export class MediaRefused extends Error {
  constructor(reason: string) {
    super(`The media store refuses a file: ${reason}`);
  }
}

/** The store does not respond, or not as expected; a retry may work. */
export class MediaUnavailable extends Error {}

const MAX_KEY_LENGTH = 200;
const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)*$/;

/** @throws Error for a key that could lead to another path: with `..`, a leading slash, or unexpected characters */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new Error("This is not a valid key of the media store.");
}
