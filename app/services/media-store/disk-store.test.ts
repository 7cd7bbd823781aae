import { mkdtemp, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { bytesOf, hashOf, pictureBytes } from "../../../tests/factories/media-content";
import { createDiskStore } from "./disk-store.server";
import { MediaDamaged, MediaMissing, MediaUnavailable, MediaUnreadable, PartOutOfOrder } from "./store.server";

const SEGMENT = 64 * 1024;
const HEADER = 73;
const kind = "photo";
const about = { kind, contentType: "image/jpeg" } as const;

let folder: string;
let key: string;
let path: string;
let store = createDiskStore("");
const read = (of = key) => bytesOf(store.read(of, { kind }));
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "amberkeep-disk-"));
});
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  store = createDiskStore(folder);
  key = `${createId()}/${createId()}`;
  path = join(folder, key);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a stored file", () => {
  it("reveals nothing of its content, finished or half received", async () => {
    const content = Buffer.alloc(300_000, "only for Mia ");
    await store.put(key, content, about);
    await store.receivePart(`${key}x`, { kind, start: 0, total: content.length, source: content.subarray(0, 200_000) });
    const there = await files();
    expect(there.map((file) => file.slice(path.length)).sort()).toEqual([".enc", "x.part"]);
    for (const file of there) expect((await readFile(file)).includes("only for Mia")).toBe(false);
  });

  it("is readable by this account alone", async () => {
    await store.put(key, pictureBytes(10), about);
    expect((await stat(`${path}.enc`)).mode & 0o077).toBe(0);
    expect((await stat(dirname(path))).mode & 0o077).toBe(0);
  });

  it("differs each time, even for the same content", async () => {
    const content = pictureBytes(1000);
    await store.put(key, content, about);
    const first = await readFile(`${path}.enc`);
    await store.put(key, content, about);
    const second = await readFile(`${path}.enc`);
    expect(second.length).toBe(first.length);
    const same = second.filter((byte, at) => byte === first[at]).length;
    expect(same).toBeLessThan(100);
  });

  it("stays deleted after a power failure", async () => {
    await store.put(key, pictureBytes(10), about);
    const opened = await open(folder);
    const flush = vi.spyOn(Object.getPrototypeOf(opened), "sync");
    await opened.close();
    const left: number[] = [];
    flush.mockImplementation(async () => left.push((await files()).length));
    await store.delete(key, kind);
    await store.delete(key, kind);
    flush.mockRestore();
    expect(left).toEqual([0, 0]);
  });

  it("is deleted along with what a crash left beside it, and nothing else", async () => {
    await store.put(key, pictureBytes(10), about);
    await store.put(`${key}-other`, pictureBytes(10), about);
    await writeFile(`${path}.0123456789abcdef.tmp`, "half written");
    await writeFile(`${path}.w480.0123456789abcdef.tmp`, "another file's");
    await store.delete(key, kind);
    expect((await files()).sort()).toEqual([`${path}-other.enc`, `${path}.w480.0123456789abcdef.tmp`]);
  });

  it("reports the store as unavailable, and not the file as damaged, where nothing can be written", async () => {
    await writeFile(folder, "not a folder");
    await expect(store.put(key, pictureBytes(10), about)).rejects.toThrow(MediaUnavailable);
    const part = { kind, start: 0, total: 10, source: pictureBytes(10) } as const;
    await expect(store.receivePart(key, part)).rejects.toThrow(MediaUnavailable);
  });

  it("reports a file that the disk cannot read", async () => {
    await store.put(key, pictureBytes(10), about);
    const opened = await open(tmpdir());
    const read = vi.spyOn(Object.getPrototypeOf(opened), "read");
    onTestFinished(() => read.mockRestore());
    await opened.close();
    read.mockRejectedValueOnce(Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" }));
    await expect(store.read(key, { kind })).rejects.toThrow(MediaUnreadable);
    expect((await bytesOf(await store.read(key, { kind }))).length).toBe(10);
  });

  it("reports the store as unavailable when the disk becomes full in the middle of a write", async () => {
    const opened = await open(tmpdir());
    const write = vi.spyOn(Object.getPrototypeOf(opened), "writev");
    onTestFinished(() => write.mockRestore());
    await opened.close();
    const content = pictureBytes(200_000);
    const part = { kind, start: 0, total: content.length, source: content } as const;
    for (const send of [() => store.put(key, content, about), () => store.receivePart(key, part)]) {
      write.mockResolvedValueOnce({ bytesWritten: HEADER });
      write.mockResolvedValueOnce({ bytesWritten: 100_000 });
      write.mockRejectedValueOnce(Object.assign(new Error("No space left on device."), { code: "ENOSPC" }));
      await expect(send()).rejects.toThrow(MediaUnavailable);
    }
  });

  it("is whole when the disk takes it in pieces", async () => {
    const opened = await open(tmpdir());
    const prototype = Object.getPrototypeOf(opened);
    await opened.close();
    const content = pictureBytes(200_000);
    const { writev } = prototype;
    const write = vi.spyOn(prototype, "writev").mockImplementation(function (this: unknown, pieces, position) {
      const bytes = Buffer.concat(pieces as Buffer[]);
      return writev.call(this, [bytes.subarray(0, Math.ceil(bytes.length / 2))], position);
    });
    onTestFinished(() => write.mockRestore());
    await store.put(key, content, about);
    expect((await read()).equals(content)).toBe(true);
  });

  it("is not reported as deleted by a machine without the media folder", async () => {
    await expect(store.delete(key, kind)).rejects.toThrow(MediaUnavailable);
  });
});

describe("master keys", () => {
  it("can be added; files of the old one stay readable until it is removed", async () => {
    const content = pictureBytes(100_000);
    await store.put(key, content, about);
    const old = process.env.VAULT_MASTER_KEYS;
    const next = `2:${Buffer.alloc(32, 8).toString("base64")}`;
    const storeWith = async (keys: string) => {
      vi.stubEnv("VAULT_MASTER_KEYS", keys);
      vi.resetModules();
      return (await import("./disk-store.server")).createDiskStore(folder);
    };
    store = await storeWith(`${old},${next}`);
    expect((await read()).equals(content)).toBe(true);
    store = await storeWith(next);
    await expect(read()).rejects.toThrow("Master key 1 is not in VAULT_MASTER_KEYS");
    vi.unstubAllEnvs();
    vi.resetModules();
  });
});

describe("a changed file", () => {
  const content = pictureBytes(3 * SEGMENT + 1000);
  let stored: Buffer;
  const change = async (bytes: Buffer) => {
    await writeFile(`${path}.enc`, bytes);
    return read();
  };

  beforeEach(async () => {
    await store.put(key, content, about);
    stored = await readFile(`${path}.enc`);
  });

  it("is detected whichever byte was changed", async () => {
    const place = fc.nat(stored.length - 1);
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const changed = Buffer.from(stored);
        changed.writeUInt8(changed.readUInt8(at) ^ difference, at);
        await expect(change(changed)).rejects.toThrow();
      }),
      {
        numRuns: 60,
        examples: [0, 8, 11, 12, HEADER - 1, HEADER, HEADER + 11, stored.length - 1].map((at): [number, number] => [
          at,
          1,
        ]),
      },
    );
    expect((await change(stored)).equals(content)).toBe(true);
  });

  it("is detected when it was cut off anywhere, or made longer", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(stored.length - 1), async (length) => {
        await expect(change(stored.subarray(0, length))).rejects.toThrow(MediaDamaged);
      }),
      { numRuns: 40, examples: [[0], [HEADER], [100], [stored.length - 28], [stored.length - 29]] },
    );
    await expect(change(Buffer.concat([stored, Buffer.alloc(28)]))).rejects.toThrow(MediaDamaged);
  });

  it("is detected when segments were swapped, removed or repeated, or it was renamed", async () => {
    const header = stored.subarray(0, HEADER);
    const piece = (at: number) => stored.subarray(HEADER + at * (SEGMENT + 28), HEADER + (at + 1) * (SEGMENT + 28));
    const rest = stored.subarray(HEADER + 3 * (SEGMENT + 28));
    const made = (...pieces: number[]) => Buffer.concat([header, ...pieces.map(piece), rest]);
    expect((await change(made(0, 1, 2))).equals(content)).toBe(true);
    for (const order of [
      [1, 0, 2],
      [0, 2],
      [0, 1, 1, 2],
      [0, 1],
    ]) {
      await expect(change(made(...order)), String(order)).rejects.toThrow(MediaDamaged);
    }
    await change(stored);
    await rename(`${path}.enc`, `${path}-other.enc`);
    await expect(read(`${key}-other`)).rejects.toThrow(MediaDamaged);
  });
});

describe("a crash while a file is received", () => {
  const content = pictureBytes(4 * SEGMENT + 5000);
  const receive = (start: number, end: number) =>
    store.receivePart(key, { kind, start, total: content.length, source: content.subarray(start, end) });

  it("loses only what had not reached the disk, wherever it stopped", async () => {
    const received = fc.integer({ min: 1, max: content.length });
    await fc.assert(
      fc.asyncProperty(
        received,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        async (end, share, garbage) => {
          key = `${createId()}/${createId()}`;
          path = join(folder, key);
          await receive(0, end);
          const length = Math.floor((await stat(`${path}.part`)).size * share);
          await truncate(`${path}.part`, length);
          // A header is written at once and in one sector: all of it or nothing.
          if (garbage && length >= HEADER) await writeFile(`${path}.part`, Buffer.alloc(50_000, 7), { flag: "a" });

          store = createDiskStore(folder);
          const there = await store.receivedBytes(key, kind);
          expect(there).toBeLessThanOrEqual(length);
          expect(there).toBeGreaterThanOrEqual(Math.max(0, Math.floor((length - HEADER) / (SEGMENT + 28))) * SEGMENT);
          await receive(there, content.length);
          await store.finishParts(key, { kind, total: content.length });
          expect((await read()).equals(content)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("before the last rename leaves parts that can still be finished", async () => {
    await receive(0, content.length);
    await store.finishParts(key, { kind, total: content.length });
    await rename(`${path}.enc`, `${path}.part`);

    store = createDiskStore(folder);
    await expect(read()).rejects.toThrow(MediaMissing);
    await store.finishParts(key, { kind, total: content.length });
    expect((await read()).equals(content)).toBe(true);
  });

  it("that takes only the end mark leaves parts that can still be finished", async () => {
    const whole = content.subarray(0, 2 * SEGMENT);
    await store.receivePart(key, { kind, start: 0, total: whole.length, source: whole });
    await truncate(`${path}.part`, (await stat(`${path}.part`)).size - 28);

    store = createDiskStore(folder);
    expect(await store.receivedBytes(key, kind)).toBe(whole.length);
    const finished = await store.finishParts(key, { kind, total: whole.length });
    expect(finished).toEqual({ sha256: await hashOf([whole]) });
    expect((await read()).equals(whole)).toBe(true);
  });

  it("that damages the middle is found before the file is finished, and is sent again from there", async () => {
    await receive(0, content.length);
    const stored = await readFile(`${path}.part`);
    stored.fill(0, stored.length >> 1, (stored.length >> 1) + 4096);
    await writeFile(`${path}.part`, stored);

    store = createDiskStore(folder);
    const finish = () => store.finishParts(key, { kind, total: content.length });
    const refused = await finish().catch((error) => error);
    expect(refused).toBeInstanceOf(PartOutOfOrder);
    expect(refused.receivedBytes).toBe(2 * SEGMENT);
    expect(await store.receivedBytes(key, kind)).toBe(2 * SEGMENT);
    await receive(2 * SEGMENT, content.length);
    expect(await finish()).toEqual({ sha256: await hashOf([content]) });
    expect((await read()).equals(content)).toBe(true);
  });

  it("while it is put leaves nothing that looks like the file", async () => {
    await store.put(key, content, about);
    const half = (await readFile(`${path}.enc`)).subarray(0, 100_000);
    await rm(`${path}.enc`);
    await writeFile(`${path}.0123456789abcdef.tmp`, half);
    await expect(read()).rejects.toThrow(MediaMissing);
    expect(await store.receivedBytes(key, kind)).toBe(0);
  });
});
