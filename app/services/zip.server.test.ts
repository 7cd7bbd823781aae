import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { unpack } from "../../tests/factories/unpack";
import { streamZip } from "./zip.server";

const AT = new Date("2031-06-14T09:00:00Z");
const PIECE = 64 * 1024;
const folder = mkdtempSync(join(tmpdir(), "amberkeep-zip-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a streamed archive", () => {
  const photo = randomBytes(300_000);
  const entries = () => [
    { path: "README.txt", content: "Dear Mia, ".repeat(500), isCompressed: true },
    { path: "files/01 Straße & 海.jpg", content: async () => Readable.from([photo]) },
    { path: "files/02 nothing.txt", content: "" },
  ];

  it("holds its entries, with compressed text, under names in any language", async () => {
    const archive = await buffer(streamZip(entries(), AT));
    const files = await unpack(archive);
    expect([...files.keys()]).toEqual(["README.txt", "files/01 Straße & 海.jpg", "files/02 nothing.txt"]);
    expect(files.get("README.txt")?.toString()).toBe("Dear Mia, ".repeat(500));
    expect(files.get("files/01 Straße & 海.jpg")?.equals(photo)).toBe(true);
    expect(archive.length).toBeLessThan(photo.length + 1500);
  });

  it.skipIf(spawnSync("unzip", ["-v"]).error !== undefined)("is opened by unzip", async () => {
    const path = join(folder, "kept.zip");
    writeFileSync(path, await buffer(streamZip(entries(), AT)));
    // Without a locale, unzip takes names for ASCII and warns.
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    expect(spawnSync("unzip", ["-t", path], { encoding: "utf8", env }).stdout).toContain("No errors detected");
    spawnSync("unzip", ["-q", path, "README.txt", "-d", folder]);
    expect(readFileSync(join(folder, "README.txt"), "utf8")).toContain("Dear Mia");
  });

  it("is read only as fast as the client takes it, one file at a time", async () => {
    let made = 0;
    let isOpen = false;
    const film = async () => {
      expect(isOpen).toBe(false);
      isOpen = true;
      async function* pieces() {
        for (let piece = 0; piece < 256; piece += 1) {
          made += PIECE;
          yield Buffer.alloc(PIECE, piece);
        }
        isOpen = false;
      }
      return Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE });
    };
    let taken = 0;
    let ahead = 0;
    for await (const piece of streamZip(
      [1, 2, 3].map((number) => ({ path: `${number}.mp4`, content: film })),
      AT,
    )) {
      taken += piece.length;
      ahead = Math.max(ahead, made - taken);
    }
    expect(taken).toBeGreaterThan(3 * 256 * PIECE);
    expect(ahead).toBeLessThan(20 * PIECE);
  });

  it("closes the open file when the reader stops", async () => {
    const film = Readable.from(Array.from({ length: 1000 }, () => Buffer.alloc(PIECE)));
    const archive = streamZip([{ path: "1.mp4", content: async () => film }], AT);
    await once(archive, "readable");
    archive.destroy();
    if (!film.closed) await once(film, "close");
    expect(film.destroyed).toBe(true);
  });

  it.each([
    ["a file cannot be opened", async () => Promise.reject(new Error("gone")), "gone"],
    ["a file breaks off", async () => Readable.from(broken()), "torn"],
  ])("breaks off when %s", async (_, content, complaint) => {
    const archive = streamZip(
      [
        { path: "README.txt", content: "Dear Mia" },
        { path: "1.jpg", content },
      ],
      AT,
    );
    await expect(buffer(archive)).rejects.toThrow(complaint);
  });
});

async function* broken() {
  yield Buffer.alloc(5);
  throw new Error("torn");
}
