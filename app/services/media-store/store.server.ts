import type { Readable } from "node:stream";
import type { MediaKind } from "~/domain/media/media";

export type { MediaKind } from "~/domain/media/media";

export type MediaSource = AsyncIterable<Uint8Array> | Buffer;

/** What a browser posts a file to, beside the field `file`: every field must arrive as it is, since they are signed. */
export type DirectUpload = { url: string; fields: Record<string, string> };

/** A place for files. What each verb promises stands in media-store.server.ts. */
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

/** A part that would leave a gap: the sender goes on from `receivedBytes`. */
export class PartOutOfOrder extends Error {
  constructor(readonly receivedBytes: number) {
    super("A part of a file came before the one in front of it.");
  }
}

/** A part that was given up because the same file is being sent anew, as after a broken connection. */
export class PartSuperseded extends Error {
  constructor() {
    super("This part of a file is being received anew.");
  }
}

export class PartTooLong extends Error {
  constructor() {
    super("A part goes beyond the length that its file was announced with.");
  }
}

export class MediaMissing extends Error {
  constructor() {
    super("The media store has no file under this key.");
  }
}

/** A file that is not what was written: cut off, changed, or under another file's key. */
export class MediaDamaged extends Error {
  constructor() {
    super("A file of the media store was cut off or changed.");
  }
}

/** A file that the store does not keep whatever is tried: one that looks into files cannot read it, or finds it too large. */
export class MediaRefused extends Error {
  constructor(reason: string) {
    super(`The media store refuses a file: ${reason}`);
  }
}

/** The store does not answer, or answers what makes no sense; the same may work later. */
export class MediaUnavailable extends Error {}

const MAX_KEY_LENGTH = 200;
const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*)*$/;

/** @throws Error for a key that could mean another place than its own: with `..`, a leading slash, or odd characters */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new Error("This is no key of the media store.");
}
