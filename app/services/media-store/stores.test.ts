import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bytesOf, filmPieces, hashOf, inPieces, pictureBytes } from "../../../tests/factories/media-content";
import { startCloudinary } from "../../../tests/mocks/cloudinary";
import { createCloudinaryStore } from "./cloudinary-store.server";
import { createDiskStore } from "./disk-store.server";
import { MediaMissing, type MediaStore, PartOutOfOrder, PartSuperseded, PartTooLong } from "./store.server";

const MB = 1024 * 1024;

const stores: { name: string; begin: (folder: string) => Promise<Begun> }[] = [
  { name: "the disk", begin: onDisk },
  { name: "Cloudinary", begin: (folder) => atCloudinary(folder, { knowsRanges: true }) },
  { name: "a Cloudinary without range requests", begin: (folder) => atCloudinary(folder, { knowsRanges: false }) },
];
type Begun = {
  open: () => MediaStore;
  end: () => Promise<void>;
  /** Bytes of a file being put that have left this process. */
  passedOn: (key: string) => Promise<number>;
  heldAtMost: number;
};

async function onDisk(folder: string): Promise<Begun> {
  return {
    open: () => createDiskStore(folder),
    end: async () => undefined,
    async passedOn(key) {
      const beside = dirname(join(folder, key));
      const files = await readdir(beside).catch(() => []);
      const sizes = await Promise.all(files.map(async (file) => (await stat(join(beside, file))).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    heldAtMost: MB,
  };
}

async function atCloudinary(folder: string, options: { knowsRanges: boolean }): Promise<Begun> {
  const cloudinary = await startCloudinary(options);
  return {
    open: () => createCloudinaryStore(cloudinary.setting, createDiskStore(folder)),
    end: () => cloudinary.close(),
    async passedOn() {
      const [, end = 0] = /-(\d+)\//.exec(cloudinary.requests.at(-1)?.headers["content-range"] ?? "") ?? [];
      return Number(end);
    },
    // Two chunks, of 6 MB each.
    heldAtMost: 13 * MB,
  };
}

describe.each(stores)("a file in the store on $name", ({ begin }) => {
  let folder: string;
  let begun: Begun;
  let store: MediaStore;
  let key: string;
  const kind = "photo";
  const about = { kind, contentType: "image/jpeg" } as const;
  const read = (range: { start?: number; end?: number } = {}) => bytesOf(store.read(key, { kind, ...range }));
  const receive = (content: Buffer, start: number, end: number, source = content.subarray(start, end)) =>
    store.receivePart(key, { kind, start, total: content.length, source });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "amberkeep-media-"));
    begun = await begin(folder);
  });
  beforeEach(() => {
    store = begun.open();
    key = `${createId()}/${createId()}.w480`;
  });
  afterAll(async () => {
    await begun.end();
    await rm(folder, { recursive: true, force: true });
  });

  describe("put whole", () => {
    it("reads as what was put, whatever its length and pieces", async () => {
      for (const length of [4, 65_535, 65_536, 65_537, 300_000, 6 * MB, 6 * MB + 1, 12 * MB + 5]) {
        const content = pictureBytes(length);
        await store.put(key, length % 2 ? content : inPieces(content, 99_991), about);
        expect((await read()).equals(content), `${length} bytes`).toBe(true);
      }
    });

    it("reads in ranges, which end with the file", async () => {
      const content = pictureBytes(200_000);
      await store.put(key, content, about);
      const place = fc.nat(content.length + 70_000);
      await fc.assert(
        fc.asyncProperty(place, fc.option(place, { nil: undefined }), async (start, end) => {
          const part = await read(end === undefined ? { start } : { start, end });
          expect(part.equals(content.subarray(start, end === undefined ? undefined : end + 1))).toBe(true);
        }),
        {
          numRuns: 40,
          examples: [
            [0, 0],
            [65_535, 65_536],
            [199_999, 199_999],
            [200_000, undefined],
            [5, 4],
          ],
        },
      );
    });

    it("replaces the one before", async () => {
      const content = pictureBytes(70_000);
      await store.put(key, pictureBytes(200_000), about);
      await store.put(key, content, about);
      expect((await read()).equals(content)).toBe(true);
    });

    it("is not stored at all when its source fails", async () => {
      async function* broken() {
        yield pictureBytes(7 * MB);
        throw new Error("the connection broke");
      }
      await expect(store.put(key, broken(), about)).rejects.toThrow("the connection broke");
      await expect(read()).rejects.toThrow(MediaMissing);
    });

    it("can be read by several at once, and only in part", async () => {
      const content = pictureBytes(3 * MB);
      await store.put(key, content, about);
      const left = await store.read(key, { kind });
      await left[Symbol.asyncIterator]().next();
      left.destroy();
      const all = await Promise.all(Array.from({ length: 5 }, () => read()));
      expect(all.every((bytes) => bytes.equals(content))).toBe(true);
    });

    it("is held in memory a few pieces at a time, whatever its length", async () => {
      const bytes = 32 * MB;
      const film = { kind: "video", contentType: "video/mp4" } as const;
      let given = 0;
      let held = 0;
      async function* counted() {
        for await (const piece of filmPieces(bytes)) {
          held = Math.max(held, given - (await begun.passedOn(key)));
          given += piece.length;
          yield piece;
        }
      }
      await store.put(key, counted(), film);
      expect(given).toBe(bytes);
      expect(held).toBeLessThan(begun.heldAtMost);

      const stream = await store.read(key, { kind: "video" });
      let waiting = 0;
      async function* read() {
        for await (const piece of stream) {
          waiting = Math.max(waiting, stream.readableLength);
          yield piece as Uint8Array;
        }
      }
      expect(await hashOf(read())).toBe(await hashOf(filmPieces(bytes)));
      expect(waiting).toBeLessThan(MB);
      await store.delete(key, "video");
    });
  });

  describe("that is not there", () => {
    it("is reported as missing, not as unavailable", async () => {
      await expect(read()).rejects.toThrow(MediaMissing);
      await expect(read({ start: 3, end: 5 })).rejects.toThrow(MediaMissing);
      await expect(store.finishParts(key, { kind, total: 5 })).rejects.toThrow(MediaMissing);
      expect(await store.receivedBytes(key, kind)).toBe(0);
    });

    it("can be deleted without an error", async () => {
      await store.delete(key, kind);
    });

    it.each(["", "/etc/passwd", "../x", "a/../b", "a//b", "a/.b", "a b", "ä", "a\0b", "a".repeat(201)])(
      "cannot have the key %j",
      async (wrong) => {
        const refusal = "not a valid key of the media store";
        await expect(async () => store.put(wrong, pictureBytes(5), about)).rejects.toThrow(refusal);
        await expect(async () => store.read(wrong, { kind })).rejects.toThrow(refusal);
        await expect(async () => store.delete(wrong, kind)).rejects.toThrow(refusal);
        await expect(async () => store.receivedBytes(wrong, kind)).rejects.toThrow(refusal);
        await expect(async () => store.finishParts(wrong, { kind, total: 5 })).rejects.toThrow(refusal);
        const part = { kind, start: 0, total: 5, source: pictureBytes(5) } as const;
        await expect(async () => store.receivePart(wrong, part)).rejects.toThrow(refusal);
      },
    );
  });

  describe("that is deleted", () => {
    it("is gone, finished or partly received, and its key can be used again", async () => {
      await store.put(key, pictureBytes(100), about);
      await store.delete(key, kind);
      await expect(read()).rejects.toThrow(MediaMissing);

      const content = pictureBytes(300_000);
      await receive(content, 0, 200_000);
      await store.delete(key, kind);
      expect(await store.receivedBytes(key, kind)).toBe(0);
      await expect(receive(content, 200_000, 300_000)).rejects.toThrow(PartOutOfOrder);
      await receive(content, 0, 300_000);
      await store.finishParts(key, { kind, total: 300_000 });
      expect((await read()).equals(content)).toBe(true);
    });
  });

  describe("received in parts", () => {
    it("is what was sent, wherever it was cut and however far parts overlap", async () => {
      const content = pictureBytes(400_000);
      const cuts = fc.uniqueArray(fc.integer({ min: 1, max: content.length - 1 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(cuts, fc.nat(150_000), async (places, overlap) => {
          key = `${createId()}/${createId()}`;
          for (const end of [...places.sort((one, other) => one - other), content.length]) {
            const from = Math.max(0, (await store.receivedBytes(key, kind)) - overlap);
            const { receivedBytes } = await receive(content, from, end);
            expect(receivedBytes).toBeLessThanOrEqual(end);
            expect(receivedBytes).toBeGreaterThan(end - 65_536);
          }
          const finished = await store.finishParts(key, { kind, total: content.length });
          expect(finished).toEqual({ sha256: await hashOf([content]) });
          expect((await read()).equals(content)).toBe(true);
        }),
        { numRuns: 12 },
      );
    });

    it("must not leave a gap; the error says where to continue", async () => {
      const content = pictureBytes(200_000);
      const { receivedBytes } = await receive(content, 0, 131_072);
      const tooFar = await receive(content, 131_073, 200_000).catch((error) => error);
      expect(tooFar).toBeInstanceOf(PartOutOfOrder);
      expect(tooFar.receivedBytes).toBe(receivedBytes);
      await receive(content, receivedBytes, 200_000);
      await store.finishParts(key, { kind, total: 200_000 });
      expect((await read()).equals(content)).toBe(true);
    });

    it("cannot be read or finished before it is complete", async () => {
      const content = pictureBytes(200_000);
      await receive(content, 0, 131_072);
      await expect(read()).rejects.toThrow(MediaMissing);
      await expect(store.finishParts(key, { kind, total: 200_000 })).rejects.toThrow(PartOutOfOrder);
      await receive(content, 131_072, 200_000);
      await expect(store.finishParts(key, { kind, total: 199_999 })).rejects.toThrow(PartOutOfOrder);
    });

    it("accepts no more than its announced length", async () => {
      const part = { kind, start: 0, total: 100, source: pictureBytes(101) } as const;
      await expect(store.receivePart(key, part)).rejects.toThrow(PartTooLong);
    });

    it("continues where a source failed", async () => {
      const content = pictureBytes(400_000);
      async function* broken() {
        yield* inPieces(content.subarray(0, 300_000), 10_000);
        throw new Error("the connection broke");
      }
      const part = { kind, start: 0, total: content.length } as const;
      await expect(store.receivePart(key, { ...part, source: broken() })).rejects.toThrow("the connection broke");
      const received = await store.receivedBytes(key, kind);
      expect(received).toBeGreaterThan(0);
      expect(received).toBeLessThanOrEqual(300_000);
      // Stored bytes stay, even if others are sent again.
      await receive(Buffer.concat([Buffer.alloc(received), content.subarray(received)]), 0, content.length);
      const finished = await store.finishParts(key, { kind, total: content.length });
      expect((await read()).equals(content)).toBe(true);
      expect(finished).toEqual({ sha256: await hashOf([content]) });
    });

    it("continues after a restart", async () => {
      const content = pictureBytes(400_000);
      const { receivedBytes } = await receive(content, 0, 250_000);
      store = begun.open();
      expect(await store.receivedBytes(key, kind)).toBe(receivedBytes);
      await receive(content, receivedBytes, content.length);
      store = begun.open();
      const finished = await store.finishParts(key, { kind, total: content.length });
      expect(finished).toEqual({ sha256: await hashOf([content]) });
      store = begun.open();
      expect((await read()).equals(content)).toBe(true);
    });

    it("does not change when it is finished or sent once more", async () => {
      const content = pictureBytes(150_000);
      await receive(content, 0, content.length);
      const finish = () => store.finishParts(key, { kind, total: content.length });
      await Promise.all([finish(), finish()]);
      await finish();
      expect(await store.receivedBytes(key, kind)).toBe(content.length);
      expect(await receive(content, 0, 100_000)).toEqual({ receivedBytes: content.length });
      expect((await read()).equals(content)).toBe(true);
    });

    it("abandons a sender that hangs as soon as the same file is sent again", async () => {
      const content = pictureBytes(200_000);
      const isHanging = Promise.withResolvers<void>();
      async function* hanging() {
        yield content.subarray(0, 100_000);
        isHanging.resolve();
        await new Promise(() => undefined);
      }
      const part = { kind, start: 0, total: content.length } as const;
      const stuck = store.receivePart(key, { ...part, source: hanging() });
      const outcome = expect(stuck).rejects.toThrow(PartSuperseded);
      await isHanging.promise;
      await receive(content, 0, content.length);
      await outcome;
      await store.finishParts(key, { kind, total: content.length });
      expect((await read()).equals(content)).toBe(true);
    });

    it("is complete when several files arrive at once, one of them from two senders", async () => {
      const files = Array.from({ length: 4 }, () => ({ key: `${createId()}/x`, content: pictureBytes(500_000) }));
      const send = async ({ key: own, content }: (typeof files)[number]) => {
        for (;;) {
          const start = await store.receivedBytes(own, kind);
          if (start === content.length) return;
          const source = inPieces(content.subarray(start, start + 200_000), 7_000);
          const part = { kind, start, total: content.length, source } as const;
          const outcome = await store.receivePart(own, part).catch((error) => error);
          if (outcome instanceof PartSuperseded) return;
          if (outcome instanceof Error && !(outcome instanceof PartOutOfOrder)) throw outcome;
        }
      };
      await Promise.all([...files.map(send), ...files.slice(0, 1).map(send)]);
      for (const { key: own, content } of files) {
        await store.finishParts(own, { kind, total: content.length });
        expect((await bytesOf(store.read(own, { kind }))).equals(content)).toBe(true);
      }
    });
  });
});
