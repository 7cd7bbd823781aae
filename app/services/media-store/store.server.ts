import type { Readable } from "node:stream";
import type { MediaKind } from "~/domain/media/media";

export type { MediaKind } from "~/domain/media/media";

export type MediaSource = AsyncIterable<Uint8Array> | Buffer;

/** The signed `fields` must come before the field `file`. */
export type DirectUpload = { url: string; fields: Record<string, string> };

/** Documented in media-store.server.ts. */
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

/** The part would leave a gap: continue at `receivedBytes`. */
export class PartOutOfOrder extends Error {
  constructor(readonly receivedBytes: number) {
    super("A part of a file arrived before the part that precedes it.");
  }
}

/** The same file is being sent again, as after a broken connection. */
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

/** Cut off, changed, or stored under another key. */
export class MediaDamaged extends Error {
  constructor() {
    super("A file of the media store was cut off or changed.");
  }
}

export class MediaRefused extends Error {
  constructor(readonly reason: string) {
    super(`The media store refuses a file: ${reason}`);
  }
}

export class MediaUnavailable extends Error {
  override name = "MediaUnavailable";
}

/** The disk has a file, and cannot read it, now or at all. */
export class MediaUnreadable extends MediaUnavailable {}

const MAX_KEY_LENGTH = 200;
const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)*$/;

/** @throws Error for a key that could lead to another path */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new Error("This is not a valid key of the media store.");
}
