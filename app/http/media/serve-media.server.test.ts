import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createId } from "@paralleldrive/cuid2";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { log } from "~/services/log.server";
import { MediaDamaged, putMedia } from "~/services/media-store.server";
import { type CloudinaryMock, startCloudinary } from "../../../tests/mocks/cloudinary";
import { disposition, requestedRange, serveMedia } from "./serve-media.server";

const size = fc.integer({ min: 1, max: 10_000 });

describe("a requested range", () => {
  it("is always inside the file", () => {
    const digits = fc.string({ unit: fc.constantFrom("0", "1", "9"), maxLength: 6 });
    fc.assert(
      fc.property(digits, digits, size, (first, last, bytes) => {
        const range = requestedRange(`bytes=${first}-${last}`, bytes);
        if (range === undefined || range === "unsatisfiable") return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(bytes);
      }),
    );
  });

  it("covers exactly the named bytes", () => {
    fc.assert(
      fc.property(size, fc.nat(20_000), fc.nat(20_000), (bytes, first, last) => {
        const all = Array.from({ length: bytes }, (_, index) => index);
        const read = (header: string) => {
          const range = requestedRange(header, bytes);
          return range === "unsatisfiable" ? [] : range && all.slice(range.start, range.end + 1);
        };
        expect(read(`bytes=${first}-${last}`)).toEqual(first > last ? [] : all.slice(first, last + 1));
        expect(read(`bytes=${first}-`)).toEqual(all.slice(first));
        expect(read(`bytes=-${last}`)).toEqual(last === 0 ? [] : all.slice(-last));
      }),
    );
  });

  it.each([null, "", "bytes=-", "bytes=0-1,3-4", "items=0-1", "bytes=a-b", "bytes=0-1 ", "0-1"])(
    "%j is none: the whole file is the answer",
    (header) => {
      expect(requestedRange(header, 100)).toBeUndefined();
    },
  );
});

describe("a file name", () => {
  it("is encoded as two valid parameters for any characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }), (name) => {
        const [, plain, encoded] =
          /^attachment; filename="([\w .()+,=@-]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(
            disposition("attachment", name),
          ) ?? [];
        expect(plain).not.toMatch(/^\./);
        expect(decodeURIComponent(encoded ?? "")).toBe(name);
      }),
    );
  });
});

it("a damaged film is logged where it breaks off", async () => {
  const film = {
    vaultId: createId(),
    kind: "video" as const,
    storageKey: `${createId()}/${createId()}`,
    contentType: "video/mp4",
    fileName: "sea.mp4",
    bytes: 3_000_000,
    sha256: "a".repeat(64),
    width: null,
  };
  await putMedia(film.storageKey, randomBytes(film.bytes), film);
  const path = join(env.AMBERKEEP_HOME, "media", `${film.storageKey}.enc`);
  const stored = await readFile(path);
  stored.writeUInt8(stored.readUInt8(2_500_000) ^ 1, 2_500_000);
  await writeFile(path, stored);
  const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
  const { body } = await serveMedia(new Request("http://localhost/media/x"), film);
  await expect(new Response(body).arrayBuffer()).rejects.toThrow(MediaDamaged);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

describe.each(["the disk", "Cloudinary"])("a file on %s", (place) => {
  const content = Buffer.from("\xff\xd8\xff3456789", "latin1");
  const stored = {
    vaultId: createId(),
    kind: "photo" as const,
    storageKey: `${createId()}/${createId()}`,
    contentType: "image/jpeg",
    fileName: 'Mia "at" the sea; ünd\r\nX: 1.jpg',
    bytes: content.length,
    sha256: "a".repeat(64),
    width: null,
  };
  let cloudinary: CloudinaryMock | undefined;
  let serve: typeof serveMedia;

  beforeAll(async () => {
    cloudinary = place === "Cloudinary" ? await startCloudinary() : undefined;
    vi.stubEnv("CLOUDINARY_URL", cloudinary?.setting);
    vi.resetModules();
    ({ serveMedia: serve } = await import("./serve-media.server"));
    const { putMedia } = await import("~/services/media-store.server");
    await putMedia(stored.storageKey, content, stored);
    expect(cloudinary?.assets().length ?? 1).toBe(1);
  });
  afterAll(async () => {
    await cloudinary?.close();
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  const ask = async (
    headers: Record<string, string> = {},
    { method = "GET", file = stored, isDownload = false } = {},
  ) => {
    const request = new Request("http://localhost/media/x", { method, headers });
    const response = await serve(request, file, { isDownload });
    return { response, body: Buffer.from(await response.arrayBuffer()).toString("latin1") };
  };
  const etag = async () => (await ask()).response.headers.get("ETag") ?? "";

  it("is closed if its reader leaves before it is sent", async () => {
    const reader = new AbortController();
    const request = new Request("http://localhost/media/x", { signal: reader.signal });
    const response = await serve(request, stored);
    reader.abort();
    await expect(response.arrayBuffer()).rejects.toThrow();
    const late = await serve(request, stored);
    await expect(late.arrayBuffer()).rejects.toThrow();
  });

  it("is served whole, privately and sandboxed", async () => {
    const { response, body } = await ask();
    expect([response.status, body]).toEqual([200, content.toString("latin1")]);
    expect(response.headers.get("Content-Length")).toBe("10");
    expect(response.headers.get("Content-Type")).toBe("image/jpeg");
    expect(response.headers.get("Cache-Control")).toMatch(/^private/);
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  });

  it("has only headers for HEAD", async () => {
    const { response, body } = await ask({ Range: "bytes=3-5" }, { method: "HEAD" });
    expect([response.status, body]).toEqual([200, ""]);
    expect(response.headers.get("Content-Length")).toBe("10");
    expect(response.headers.get("Accept-Ranges")).toBe("bytes");
  });

  it("cannot inject headers with its name", async () => {
    const { response } = await ask();
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^inline; filename="Mia _at_ the sea_ undX_ 1\.jpg"; filename\*=UTF-8''[\w%.-]+$/,
    );
    expect(response.headers.get("X")).toBeNull();
  });

  it("is downloaded under its name", async () => {
    const { response, body } = await ask({}, { isDownload: true });
    expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="Mia /);
    expect(body).toBe(content.toString("latin1"));
  });

  it("does not reveal its storage key", async () => {
    const { response } = await ask();
    const said = JSON.stringify([...response.headers]);
    for (const part of stored.storageKey.split("/")) expect(said).not.toContain(part);
    expect(said).not.toMatch(/cloudinary|https?:|signature/i);
  });

  it.each([
    ["bytes=-4", 206, "6789", "bytes 6-9/10"],
    ["bytes=-99", 206, "\xff\xd8\xff3456789", "bytes 0-9/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=9-99", 206, "9", "bytes 9-9/10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=11-12", 416, "", "bytes */10"],
  ])("answers %s with %i", async (range, status, part, said) => {
    const { response, body } = await ask({ Range: range });
    expect([response.status, body, response.headers.get("Content-Range")]).toEqual([status, part, said]);
    expect(response.headers.get("ETag")).toBe(await etag());
  });

  it("is served in ranges", async () => {
    const { response, body } = await ask({ Range: "bytes=3-5" });
    expect([response.status, body]).toEqual([206, "345"]);
    expect(response.headers.get("Content-Range")).toBe("bytes 3-5/10");
    expect(response.headers.get("Content-Length")).toBe("3");
  });

  it("is served in ranges only for the same version", async () => {
    const same = await ask({ Range: "bytes=3-5", "If-Range": await etag() });
    expect([same.response.status, same.body]).toEqual([206, "345"]);
    for (const version of ['"another"', `W/${await etag()}`, "Sat, 21 Nov 2026 12:00:00 GMT"]) {
      const other = await ask({ Range: "bytes=3-5", "If-Range": version });
      expect([other.response.status, other.body], version).toEqual([200, content.toString("latin1")]);
    }
  });

  it("has no range beyond its end", async () => {
    const { response, body } = await ask({ Range: "bytes=10-" });
    expect([response.status, body]).toEqual([416, ""]);
    expect(response.headers.get("Content-Range")).toBe("bytes */10");
  });

  it("is not sent again for a matching ETag, strong or weak", async () => {
    for (const known of [await etag(), `W/${await etag()}`, `"another", ${await etag()}`, "*"]) {
      const { response, body } = await ask({ "If-None-Match": known });
      expect([response.status, body], known).toEqual([304, ""]);
    }
    expect((await ask({ "If-None-Match": '"another"' })).response.status).toBe(200);
  });

  it("may be empty", async () => {
    const { response, body } = await ask({}, { file: { ...stored, storageKey: "nothing", bytes: 0 } });
    expect([response.status, body]).toEqual([200, ""]);
  });

  it.runIf(place === "Cloudinary")("is asked for again later while it cannot be reached", async () => {
    cloudinary?.meet("too_many", "too_many", "too_many");
    const { response, body } = await ask();
    expect([response.status, body, response.headers.get("Retry-After")]).toEqual([503, "", "30"]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect((await ask()).response.status).toBe(200);
  });
});
