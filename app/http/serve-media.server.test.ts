import { createId } from "@paralleldrive/cuid2";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putMedia } from "~/services/media-store.server";
import { requestedRange, serveMedia } from "./serve-media.server";

const size = fc.integer({ min: 1, max: 10_000 });

describe("a requested range", () => {
  it("is inside the file whatever is asked for", () => {
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

  it("covers just the bytes that it names", () => {
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

describe("a file", () => {
  const content = Buffer.from("0123456789");
  const stored = {
    memoryId: createId(),
    storageKey: `${createId()}/${createId()}`,
    contentType: "image/png",
    fileName: 'Mia "at" the sea; ünd\r\nX: 1.png',
    bytes: content.length,
    sha256: "a".repeat(64),
  };
  const ask = async (headers: Record<string, string> = {}, file = stored) => {
    await putMedia(stored.storageKey, content);
    const response = serveMedia(new Request("http://localhost/media/x", { headers }), file);
    return { response, body: await response.text() };
  };

  it("is served whole, to its viewer alone, and where nothing in it can run", async () => {
    const { response, body } = await ask();
    expect([response.status, body]).toEqual([200, "0123456789"]);
    expect(response.headers.get("Content-Length")).toBe("10");
    expect(response.headers.get("Cache-Control")).toMatch(/^private/);
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  });

  it("keeps its name out of the way of other headers", async () => {
    const { response } = await ask();
    expect(response.headers.get("Content-Disposition")).toMatch(/^inline; filename\*=UTF-8''[\w%.-]+$/);
    expect(response.headers.get("X")).toBeNull();
  });

  it("is served in part, as players ask", async () => {
    const { response, body } = await ask({ Range: "bytes=3-5" });
    expect([response.status, body]).toEqual([206, "345"]);
    expect(response.headers.get("Content-Range")).toBe("bytes 3-5/10");
    expect(response.headers.get("Content-Length")).toBe("3");
  });

  it("has nothing behind its end", async () => {
    const { response, body } = await ask({ Range: "bytes=10-" });
    expect([response.status, body]).toEqual([416, ""]);
    expect(response.headers.get("Content-Range")).toBe("bytes */10");
  });

  it("is not sent again to a browser that has it", async () => {
    const { response } = await ask();
    const again = await ask({ "If-None-Match": response.headers.get("ETag") ?? "" });
    expect([again.response.status, again.body]).toEqual([304, ""]);
  });

  it("may be empty", async () => {
    const storageKey = `${createId()}/${createId()}`;
    await putMedia(storageKey, Buffer.alloc(0));
    const { response, body } = await ask({}, { ...stored, storageKey, bytes: 0 });
    expect([response.status, body]).toEqual([200, ""]);
  });
});
